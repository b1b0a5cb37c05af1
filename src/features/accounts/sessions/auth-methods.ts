import type { Factor } from '../factors/factors.ts';
import type { SignInLink } from '../mails/one-time-tokens.ts';

/** The authenticator assurance level of a session: aal1 if its user has shown one factor, aal2 if two. */
export type Aal = 'aal1' | 'aal2';

/** The lower of two levels, those of a token and its session. Either may be out of date since a factor was shown or removed. */
export const lowerAal = (one: Aal, other: Aal): Aal => (one === 'aal2' ? other : 'aal1');

/** One way in which the user of a session has proven who they are: an entry of the token's `amr`. */
export interface AuthMethod {
  readonly method: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** The names of mailed links in `amr`. */
export const LINK_METHODS = {
  confirmation: 'otp',
  recovery: 'recovery',
  invitation: 'invite',
} as const satisfies Record<SignInLink, string>;

/** The links for choosing a password, for those who have none or have forgotten it. */
export const LINKS_TO_PASSWORDS: readonly string[] = [LINK_METHODS.recovery, LINK_METHODS.invitation];

/** The names of second factors in `amr`. */
export const FACTOR_METHODS = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'webauthn',
} as const satisfies Record<Factor['factorType'], string>;

export const RECOVERY_CODE_METHOD = 'recovery_code';

/** Methods that raise a session to aal2. */
export const SECOND_FACTORS: readonly string[] = [...Object.values(FACTOR_METHODS), RECOVERY_CODE_METHOD];

/**
 * When the user of a session last proved who they are.
 *
 * @param methods the methods that count; all when left out
 */
export function lastShown(amr: readonly AuthMethod[], methods?: readonly string[]): Date {
  const counting = amr.filter(({ method }) => methods?.includes(method) ?? true);
  return new Date(Math.max(0, ...counting.map(({ timestamp }) => timestamp * 1000)));
}
