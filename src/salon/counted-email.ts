/** Providers that ignore the dots in an address. Both names belong to the same provider. */
const IGNORE_DOTS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * The form in which an e-mail address is counted: without the parts that its owner can vary, so that all addresses of one mailbox
 * count together. Use it for counting only, since not every provider treats an address in this way.
 */
export function countedEmail(email: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/s.exec(email.toLowerCase()) ?? [];
  const [name = ''] = local.split('+');
  const provider = IGNORE_DOTS.get(domain);
  return provider === undefined ? `${name}@${domain}` : `${name.replaceAll('.', '')}@${provider}`;
}
