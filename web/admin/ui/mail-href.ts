/** The address of a link that writes to somebody. Encoded, since `#` and `&` may stand in an e-mail address. */
export const mailHref = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
