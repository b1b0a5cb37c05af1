import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { deriveKey } from '../../../adapters/secrets/derived-keys.ts';

/** The secrets in a customer's private links: a token and a short code. Neither is ever in the log. */
export interface SecretLinks {
  /** The management token of a booking: base64url(booking id, HMAC of it). */
  tokenOf(bookingId: string): string;
  /** The booking that a token belongs to; null for a text that isn't a token of this service. */
  bookingOf(token: string): string | null;
  /** Twelve base62 characters for links that must be short. */
  shortCodeOf(bookingId: string): string;
  /** Hash of a short code. The read model stores it, so that a booking can be found by its code, but the hash can't be used as a link. */
  shortCodeHash(code: string): string;
}

const ID_BYTES = 16;
const MAC_BYTES = 32;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CODE_LENGTH = 12;
/** The code is computed in two halves that fit into JavaScript numbers, since division of a BigInt is slow. */
const HALF_LENGTH = CODE_LENGTH / 2;
const HALF = BigInt(BASE62.length) ** BigInt(HALF_LENGTH);

/** The last digits of a number in base 62, lowest first. */
function lowDigits(number: number): string {
  let rest = number;
  let digits = '';
  for (let index = 0; index < HALF_LENGTH; index += 1) {
    digits += BASE62[rest % BASE62.length];
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** The names by which keys are derived have a version (`management-token/v1`), so that a key can be replaced. */
export function createSecretLinks(keys: { token: Buffer; shortCode: Buffer }): SecretLinks {
  const [tokenKey, shortCodeKey] = [createSecretKey(keys.token), createSecretKey(keys.shortCode)];
  const macOf = (id: Uint8Array) => createHmac('sha256', tokenKey).update(id).digest();

  return {
    tokenOf(bookingId) {
      const id = parse(bookingId);
      return Buffer.concat([id, macOf(id)]).toString('base64url');
    },

    bookingOf(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
      const id = bytes.subarray(0, ID_BYTES);
      return timingSafeEqual(bytes.subarray(ID_BYTES), macOf(id)) ? stringify(id) : null;
    },

    shortCodeOf(bookingId) {
      const mac = createHmac('sha256', shortCodeKey).update(parse(bookingId)).digest('hex');
      const number = BigInt(`0x${mac}`);
      return lowDigits(Number(number % HALF)) + lowDigits(Number((number / HALF) % HALF));
    },

    shortCodeHash: (code) => createHash('sha256').update(code).digest('base64url'),
  };
}

/** The links and codes made with the service's secret key. */
export const secretLinksOf = (secretKey: string): SecretLinks =>
  createSecretLinks({
    token: deriveKey(secretKey, 'management-token/v1'),
    shortCode: deriveKey(secretKey, 'short-code/v1'),
  });
