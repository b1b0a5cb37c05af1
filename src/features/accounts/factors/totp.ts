import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { openBox, sealBox } from '../../../eventsourcing/sealing/sealed-box.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';

/** The parameters that authenticator apps assume by default. */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Codes of the previous and the next time step are also accepted, since clocks of phones differ and typing takes time. */
const STEPS_EITHER_SIDE = 1;
/** Width of the white border of a QR code, in modules. Readers need four. */
const QUIET_ZONE = 4;

/** A person adds the secret to an authenticator app with these. */
interface TotpInvitation {
  /** The secret in base 32, for typing it in. */
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

/** The time step that the code belongs to; null if it is not a code of the present step or one beside it. */
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

/** The user and the factor that a secret belongs to. */
interface SecretOwner {
  readonly userId: string;
  readonly factorId: string;
}

const bindingOf = ({ factorId }: SecretOwner) => `the secret of factor ${factorId}`;

export type TotpSecrets = ReturnType<typeof createTotpSecrets>;

/** Seals the secrets of authenticator apps, each with a key of its user, so that they can't be read in the table. */
export function createTotpSecrets(keys: SealingKeys) {
  async function keyOf({ userId }: SecretOwner) {
    const key = await keys.keyFor(`account-${userId}`);
    // The account was erased. Without its key, none of its secrets can be read.
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
