import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

/** What a customer's private link is made of; neither part is ever in the log. */
export interface SecretLinks {
  /** The management token of a booking: base64url(booking id, HMAC of it). */
  tokenOf(bookingId: string): string;
  /** The booking a token belongs to; null for anything that isn't a token of ours. */
  bookingOf(token: string): string | null;
  /** Twelve base62 characters for links that must be short. */
  shortCodeOf(bookingId: string): string;
  /** What the read model keeps of a short code: enough to find it, not to use it. */
  shortCodeHash(code: string): string;
}

const ID_BYTES = 16;
const MAC_BYTES = 32;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CODE_LENGTH = 12;

/** Keys are versioned by their derivation (`management-token/v1`), so that one can be replaced. */
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
      let rest = BigInt(`0x${mac}`);
      let code = '';
      for (let place = 0; place < CODE_LENGTH; place += 1) {
        code += BASE62[Number(rest % 62n)];
        rest /= 62n;
      }
      return code;
    },

    shortCodeHash: (code) => createHash('sha256').update(code).digest('base64url'),
  };
}
