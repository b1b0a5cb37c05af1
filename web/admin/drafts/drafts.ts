import { currentSession, onSession, type SessionState } from '../../session/store.ts';

/**
 * What was being entered when a session ended without anybody here wanting it. It stays in this tab's memory for whoever it was: it is
 * gone with a sign-out, and once somebody else signs in.
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

/** Keeps what is in a form that goes away, if it goes because the session has ended. */
export function keepDraft(name: string, value: unknown): void {
  const session = currentSession();
  const hasEnded = session.status === 'signed-out' && session.hasEnded;
  if (hasEnded || session.status === 'code-needed') drafts.set(name, value);
}

/** What was kept of a form, if anything. */
export const keptDraft = (name: string): unknown => drafts.get(name);

export const dropDraft = (name: string): void => void drafts.delete(name);
