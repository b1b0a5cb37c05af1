import { currentSession, onSession, type SessionState } from '../../../session/store.ts';

/**
 * Unsaved input of forms on a page, which another screen replaces without asking. It is kept in this tab's memory for the same user,
 * and deleted when they sign out, or when somebody else signs in.
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

export const keepDraft = (name: string, value: unknown): void => void drafts.set(name, value);

/** The kept input of a form, if any. */
export const keptDraft = (name: string): unknown => drafts.get(name);

export const dropDraft = (name: string): void => void drafts.delete(name);
