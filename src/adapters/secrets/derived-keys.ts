import { hkdfSync } from 'node:crypto';

/** What keys are derived for; a new version of one replaces the old one's use, not its name. */
export type KeyPurpose =
  | 'management-token/v1'
  | 'short-code/v1'
  | 'request-hash/v1'
  | 'booking-limit/v1'
  | 'sealing-master/v1';

/** 32 bytes for one purpose, by HKDF-SHA-256 from the `SECRET_KEY` setting. */
export function deriveKey(secretKey: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'salon-booking', purpose, 32));
}
