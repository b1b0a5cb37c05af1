import { hkdfSync } from 'node:crypto';

/** Purposes that keys are derived for, with the version of the key. */
type KeyPurpose =
  | 'management-token/v1'
  | 'short-code/v1'
  | 'request-hash/v1'
  | 'booking-limit/v1'
  | 'booking-source/v1'
  | 'customer-contact/v1'
  | 'customer-cursor/v1'
  | 'message-number/v1'
  | 'message-limit/v1'
  | 'booking-code/v1'
  | 'booking-code-contact/v1'
  | 'sealing-master/v1'
  | 'backup/v1'
  | 'account-token/v1'
  | 'refresh-token/v1'
  | 'oidc-checks/v1'
  | 'account-code/v1'
  | 'account-limit/v1'
  | 'sign-in-source/v1';

/** A key of 32 bytes for one purpose, derived from the setting `SECRET_KEY` by HKDF-SHA-256. */
export function deriveKey(secretKey: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'salon-booking', purpose, 32));
}
