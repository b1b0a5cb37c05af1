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
