import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** What authenticator apps expect when nothing else is said. */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Codes of the step before and after are taken too: clocks of phones differ, and typing takes time. */
const STEPS_EITHER_SIDE = 1;
/** White modules round a QR code; readers need four. */
const QUIET_ZONE = 4;

/** What a person puts a secret into an authenticator app with. */
export interface TotpInvitation {
  /** In base 32, to be typed. */
  readonly secret: string;
  readonly uri: string;
  /** The address as a QR code: SVG, without a declaration. */
  readonly qr_code: string;
}

const secretOf = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** A new secret that an authenticator app and the service share. */
export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/**
 * @param issuer whom the app names the entry by
 * @param account tells several entries of one issuer apart
 */
export function totpInvitation(bytes: Buffer, issuer: string, account: string): TotpInvitation {
  const totp = new TOTP({ ...RULES, issuer, label: account, secret: secretOf(bytes) });
  const uri = totp.toString();
  return {
    secret: totp.secret.base32,
    uri,
    qr_code: renderSVG(uri, { pixelSize: 1, border: QUIET_ZONE }),
  };
}

/** The time step whose code this is; null for a code of none that is near. */
export function stepOfCode(bytes: Buffer, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const offset = TOTP.validate({
    ...RULES,
    token: code,
    secret: secretOf(bytes),
    timestamp,
    window: STEPS_EITHER_SIDE,
  });
  return offset === null ? null : TOTP.counter({ period: RULES.period, timestamp }) + offset;
}
