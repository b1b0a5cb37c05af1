/**
 * What a link of one of our mails, or the way back from another sign-in service, adds to an address. It is read without
 * the client of the sign-in service, since every visit of the front page asks whether there is one.
 */
export type AuthLink =
  /** To be exchanged by the browser that asked for it. */
  | { readonly kind: 'code'; readonly code: string }
  /** Works in any browser, once. */
  | { readonly kind: 'token'; readonly type: TokenType; readonly tokenHash: string }
  | { readonly kind: 'session'; readonly accessToken: string; readonly refreshToken: string }
  /** The link was opened before, and what it was for is done. */
  | { readonly kind: 'done' }
  | { readonly kind: 'error'; readonly message: string };

const TOKEN_TYPES = ['signup', 'email', 'email_change', 'recovery', 'invite'] as const;
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
  const [accessToken, refreshToken] = [given.get('access_token'), given.get('refresh_token')];
  const type = TOKEN_TYPES.find((known) => known === given.get('type'));
  if (given.has('error_code') || given.has('error_description')) {
    return { kind: 'error', message: given.get('error_description') || 'This link does not work.' };
  }
  if (given.has('message') && type) return { kind: 'done' };
  if (tokenHash && type) return { kind: 'token', type, tokenHash };
  if (accessToken && refreshToken) return { kind: 'session', accessToken, refreshToken };
  return code ? { kind: 'code', code } : null;
}
