import type { Factor } from './store/factors.ts';

/** How a session that began with a mailed link names it. */
export const LINK_METHOD = 'otp';

/** Second factors as the `amr` of tokens names them. */
export const FACTOR_METHODS = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'webauthn',
} as const satisfies Record<Factor['factorType'], string>;

export const RECOVERY_CODE_METHOD = 'recovery_code';

/** Each of them raises a session to aal2. */
export const SECOND_FACTORS: readonly string[] = [...Object.values(FACTOR_METHODS), RECOVERY_CODE_METHOD];
