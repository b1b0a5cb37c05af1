/** The addresses that a browser accepts in a field of the type `email` (HTML Standard, "valid e-mail address"). */
const TAKEN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const BEYOND_ASCII = /[^\p{ASCII}]/u;

/** The address with its domain in the letters that mail is sent with: `ada@пример.рф` is `ada@xn--e1afmkfd.xn--p1ai`. */
export function asciiEmail(email: string): string {
  const [, mailbox = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(email) ?? [];
  // A browser has no function for this but the parser of addresses, which would read a port or a path, too.
  if (!BEYOND_ASCII.test(domain) || /[^\p{L}\p{M}\p{N}.\u3002\u30fb-]/u.test(domain)) return email;
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${mailbox}@${new URL(address).hostname}` : email;
}

/** Whether a text is an e-mail address: as a browser decides it, the domain in the letters of any language. */
export const isEmail = (text: string): boolean => TAKEN.test(asciiEmail(text));

/** The form in which two addresses of one mailbox are equal. */
export const sameEmail = (email: string): string => asciiEmail(email.trim()).toLowerCase();
