import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { openBox, sealBox } from '../../../eventsourcing/sealing/sealed-box.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';

/** What authenticator apps expect when nothing else is said. */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Codes of the previous and the next step count too: clocks of phones differ, and typing takes time. */
const STEPS_EITHER_SIDE = 1;
/** White modules around a QR code; readers need four. */
const QUIET_ZONE = 4;

/** What a person needs to add a secret to an authenticator app. */
interface TotpInvitation {
  /** In base 32, to be typed. */
  readonly secret: string;
  readonly uri: string;
  /** The URI as a QR code: SVG, without an XML declaration. */
  readonly qr_code: string;
}

const secretOf = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** A new secret for an authenticator app and the service to share. */
export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/**
 * @param issuer the entry's name in the app
 * @param account distinguishes several entries of one issuer
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

/** The time step this code belongs to; null if it is none of the nearby ones. */
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

/** Whose secret it is, and of which factor. */
interface SecretOwner {
  readonly userId: string;
  readonly factorId: string;
}

const bindingOf = ({ factorId }: SecretOwner) => `the secret of factor ${factorId}`;

export type TotpSecrets = ReturnType<typeof createTotpSecrets>;

/** Keeps the secrets of authenticator apps unreadable in the table: each is sealed with a key of its user. */
export function createTotpSecrets(keys: SealingKeys) {
  async function keyOf({ userId }: SecretOwner) {
    const key = await keys.keyFor(`account-${userId}`);
    // The account was erased: without the key nothing of it can be read any more.
    if (key === 'shredded') throw new AuthError('session_not_found');
    return key;
  }

  return {
    seal: async (owner: SecretOwner, secret: Buffer): Promise<Buffer> =>
      sealBox(await keyOf(owner), bindingOf(owner), secret),
    open: async (owner: SecretOwner, sealed: Buffer): Promise<Buffer> =>
      openBox(await keyOf(owner), bindingOf(owner), sealed),
  };
}
