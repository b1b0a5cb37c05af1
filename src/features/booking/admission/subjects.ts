import { createHmac, createSecretKey } from 'node:crypto';

/** The keyed hash that stands for a phone, e-mail or address in the counts. */
export type LimitSubject = (...what: readonly string[]) => string;

export function limitSubjects(key: Buffer): LimitSubject {
  const secret = createSecretKey(key);
  return (...what) => createHmac('sha256', secret).update(JSON.stringify(what)).digest('base64url');
}

/** At these providers the dots of an address mean nothing, and both names are one. */
const IGNORE_DOTS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * An e-mail address as it counts: without what its owner can vary, so that one mailbox counts as one. For counting
 * only, since a provider may understand the local part in its own way.
 */
export function countedEmail(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/s.exec(email.toLowerCase()) ?? [];
  const [name = ''] = local.split('+');
  const provider = IGNORE_DOTS.get(domain);
  return provider === undefined ? `${name}@${domain}` : `${name.replaceAll('.', '')}@${provider}`;
}
