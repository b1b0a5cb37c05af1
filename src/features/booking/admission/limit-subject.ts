import { createHmac, createSecretKey } from 'node:crypto';

/** What a limit counts under instead of a phone, an e-mail or an address: its keyed hash. */
export type LimitSubject = (kind: 'phone' | 'email' | 'address', value: string) => string;

export function limitSubjects(key: Buffer): LimitSubject {
  const secret = createSecretKey(key);
  return (kind, value) => createHmac('sha256', secret).update(`${kind}:${value}`).digest('base64url');
}
