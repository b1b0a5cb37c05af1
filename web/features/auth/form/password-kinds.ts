import type { AuthLink } from '../../../session/link.ts';
import { FIRST_PASSWORD, STRONGER_PASSWORD } from '../../../session/next-page.ts';

/**
 * The reason for which somebody chooses a password: they have forgotten theirs, were invited, are the first administrator, or have one that is
 * too weak for an administrator.
 */
export type PasswordKind = 'anew' | 'invited' | 'first' | 'stronger';

/** The step of the sign-in page for each, once its link has been used. */
export const STEP_OF: Record<PasswordKind, string> = {
  anew: 'new-password',
  invited: FIRST_PASSWORD,
  first: 'first-administrator',
  stronger: STRONGER_PASSWORD,
};

/** @returns undefined for any other step */
export const kindOfStep = (step: string | null): PasswordKind | undefined =>
  (Object.keys(STEP_OF) as PasswordKind[]).find((kind) => STEP_OF[kind] === step);

/** A link to the page where a password is chosen. */
export type PasswordLink = Extract<AuthLink, { kind: 'token' }> & { readonly type: 'recovery' | 'invite' };

/** Whether a link is redeemed only together with the new password. */
export const isForPassword = (link: AuthLink): link is PasswordLink =>
  link.kind === 'token' && (link.type === 'recovery' || link.type === 'invite');

/** An invitation without an e-mail address is the first administrator's. */
export function kindOf({ type, email }: PasswordLink): PasswordKind {
  if (type !== 'invite') return 'anew';
  return email === undefined ? 'first' : 'invited';
}
