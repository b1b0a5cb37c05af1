import type { AuthLink } from '../../../session/link.ts';
import { STRONGER_PASSWORD } from '../../../session/next-page.ts';

/**
 * Why somebody chooses a password: they have forgotten theirs, are invited, are the first to administer the salon and so
 * have to say who they are, or have one that is too weak for an administrator.
 */
export type PasswordKind = 'anew' | 'invited' | 'first' | 'stronger';

/** The step of the sign-in page for each, once its link has been used. */
export const STEP_OF: Record<PasswordKind, string> = {
  anew: 'new-password',
  invited: 'first-password',
  first: 'first-administrator',
  stronger: STRONGER_PASSWORD,
};

/** @returns undefined for a step that is about something else */
export const kindOfStep = (step: string | null): PasswordKind | undefined =>
  (Object.keys(STEP_OF) as PasswordKind[]).find((kind) => STEP_OF[kind] === step);

/** A link to the page where a password is chosen. */
export type PasswordLink = Extract<AuthLink, { kind: 'token' }> & { readonly type: 'recovery' | 'invite' };

/** Whether a link is used only with the password that is chosen by it. */
export const isForPassword = (link: AuthLink): link is PasswordLink =>
  link.kind === 'token' && (link.type === 'recovery' || link.type === 'invite');

/** An invitation without an address is the first administrator's. */
export function kindOf({ type, email }: PasswordLink): PasswordKind {
  if (type !== 'invite') return 'anew';
  return email === undefined ? 'first' : 'invited';
}
