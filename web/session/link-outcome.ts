/** The sign-in page's message after a link. It is kept in the history entry, so that a reload doesn't lose it. */
export interface LinkOutcome {
  readonly tone: 'info' | 'error';
  readonly text: string;
}

/** The server has confirmed the address before it leads back here, also where the visitor isn't signed in by it. */
export const CONFIRMED: LinkOutcome = {
  tone: 'info',
  text: 'Your email address is confirmed. Please sign in.',
};

/** After a return from another sign-in service, in a browser that didn't begin the sign-in. */
export const BEGUN_ELSEWHERE: LinkOutcome = {
  tone: 'info',
  text: 'This sign-in was begun in another browser. Please sign in.',
};
