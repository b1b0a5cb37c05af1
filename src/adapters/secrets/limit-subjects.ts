import { createHmac, createSecretKey } from 'node:crypto';

/** Makes the keyed hash under which a phone number, an e-mail address or a network address is counted. */
export type LimitSubject = (...what: readonly string[]) => string;

export function limitSubjects(key: Buffer): LimitSubject {
  const secret = createSecretKey(key);
  return (...what) => createHmac('sha256', secret).update(JSON.stringify(what)).digest('base64url');
}
