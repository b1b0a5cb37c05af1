/**
 * The values that a link of one of our mails, or the way back from another sign-in service, adds to an address. They are read without
 * the client of the sign-in service, since every visit of the front page looks for one.
 */
export type AuthLink =
  /** A code that the browser which asked for it exchanges for a session. */
  | { readonly kind: 'code'; readonly code: string }
  /** Redeemed only after its reader has confirmed. */
  | {
      readonly kind: 'token';
      readonly type: TokenType;
      readonly tokenHash: string;
      /** The address of the account that an invitation is for, where it has one already. */
      readonly email?: string;
    }
  /** The link was opened before, and what it was for is done. */
  | { readonly kind: 'done' }
  /** The server's code: whoever made the link could have written any message. */
  | { readonly kind: 'error'; readonly code: string };

/**
 * A token that would sign in at once isn't taken, and neither is a session: anybody could send a link with one of their own, and
 * its reader would be signed in to a stranger's account.
 */
const TOKEN_TYPES = ['email_change', 'recovery', 'invite'] as const;
type TokenType = (typeof TOKEN_TYPES)[number];

export function authLinkIn({
  search,
  hash,
}: {
  readonly search: string;
  readonly hash: string;
}): AuthLink | null {
  // Tokens come in the fragment, which browsers send to nobody.
  const given = new URLSearchParams([
    ...new URLSearchParams(search),
    ...new URLSearchParams(hash.replace(/^#/, '')),
  ]);
  const [code, tokenHash] = [given.get('code'), given.get('token_hash')];
  const type = TOKEN_TYPES.find((known) => known === given.get('type'));
  if (given.has('error_code') || given.has('error_description')) {
    return { kind: 'error', code: given.get('error_code') ?? '' };
  }
  if (given.has('message') && given.get('type') === 'signup') return { kind: 'done' };
  const email = given.get('email');
  if (tokenHash && type) return { kind: 'token', type, tokenHash, ...(email && { email }) };
  return code ? { kind: 'code', code } : null;
}
