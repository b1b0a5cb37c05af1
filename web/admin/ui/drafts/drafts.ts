import { currentSession, onSession, type SessionState } from '../../../session/store.ts';

/**
 * What was entered and not sent. It stays in this tab's memory for whoever it was, also when their session ends without their
 * wanting it: it is gone with a sign-out, and once somebody else signs in.
 */
const drafts = new Map<string, unknown>();

let owner: string | undefined;

function follow(session: SessionState) {
  if (session.status === 'signed-in' || session.status === 'code-needed') {
    if (session.user.id !== owner) drafts.clear();
    owner = session.user.id;
  } else if (session.status === 'signed-out' && !session.hasEnded) drafts.clear();
}
follow(currentSession());
onSession(follow);

/** Whether a form that goes away goes because the session has ended. */
export function isSessionOver(): boolean {
  const session = currentSession();
  return session.status === 'code-needed' || (session.status === 'signed-out' && session.hasEnded === true);
}

export const keepDraft = (name: string, value: unknown): void => void drafts.set(name, value);

/** What was kept of a form, if anything. */
export const keptDraft = (name: string): unknown => drafts.get(name);

export const dropDraft = (name: string): void => void drafts.delete(name);
