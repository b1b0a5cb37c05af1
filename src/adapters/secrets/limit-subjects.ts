import { createHmac, createSecretKey } from 'node:crypto';

/** The keyed hash that stands for a phone, e-mail or address in the counts. */
export type LimitSubject = (...what: readonly string[]) => string;

export function limitSubjects(key: Buffer): LimitSubject {
  const secret = createSecretKey(key);
  return (...what) => createHmac('sha256', secret).update(JSON.stringify(what)).digest('base64url');
}
