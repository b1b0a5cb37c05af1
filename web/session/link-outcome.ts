/** What the sign-in page tells after a link: kept in the history entry, so that a reload doesn't lose it. */
export interface LinkOutcome {
  readonly tone: 'info' | 'error';
  readonly text: string;
}

/** The server has confirmed the address before it leads back here, also where the visitor isn't signed in by it. */
export const CONFIRMED: LinkOutcome = {
  tone: 'info',
  text: 'Your email address is confirmed. Please sign in.',
};

/** The way back from another service, in a browser that did not begin it. */
export const BEGUN_ELSEWHERE: LinkOutcome = {
  tone: 'info',
  text: 'This sign-in was begun in another browser. Please sign in.',
};
