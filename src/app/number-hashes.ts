import { createHmac, createSecretKey } from 'node:crypto';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';

/** Keyed hash of a number, which names its stream. */
export function numberHasher(secretKey: string): (number: string) => string {
  const secret = createSecretKey(deriveKey(secretKey, 'message-number/v1'));
  return (number) => createHmac('sha256', secret).update(number).digest('base64url');
}

/** Keyed hash of what texts are counted under. */
export function limitHasher(secretKey: string): (what: string) => string {
  const secret = createSecretKey(deriveKey(secretKey, 'message-limit/v1'));
  return (what) => createHmac('sha256', secret).update(what).digest('base64url');
}
