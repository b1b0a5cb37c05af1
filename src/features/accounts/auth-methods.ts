import type { Factor } from './store/factors.ts';
import type { SignInLink } from './store/one-time-tokens.ts';

/** How a session that began with a link names it. */
export const LINK_METHODS = {
  confirmation: 'otp',
  recovery: 'recovery',
  invitation: 'invite',
} as const satisfies Record<SignInLink, string>;

/** Links by which somebody chooses a password who has none, or has forgotten it. */
export const LINKS_TO_PASSWORDS: readonly string[] = [LINK_METHODS.recovery, LINK_METHODS.invitation];

/** Second factors as the `amr` of tokens names them. */
export const FACTOR_METHODS = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'webauthn',
} as const satisfies Record<Factor['factorType'], string>;

export const RECOVERY_CODE_METHOD = 'recovery_code';

/** Each of them raises a session to aal2. */
export const SECOND_FACTORS: readonly string[] = [...Object.values(FACTOR_METHODS), RECOVERY_CODE_METHOD];
