import { describe, expect, it } from 'vitest';
import { authLinkIn } from '../../../web/session/link.ts';

const at = (address: string) => authLinkIn(new URL(address, 'http://localhost'));

describe('what a link of a mail adds to an address', () => {
  it('is the code of a sign-in that this or another browser began', () => {
    expect(at('/?code=abc')).toEqual({ kind: 'code', code: 'abc' });
  });

  it.each(['signup', 'email', 'email_change', 'recovery', 'invite'])('is a token for %s', (type) => {
    const link = { kind: 'token', type, tokenHash: 'abc' };
    expect(at(`/auth#token_hash=abc&type=${type}`)).toEqual(link);
    expect(at(`/auth?token_hash=abc&type=${type}`)).toEqual(link);
  });

  it('is a session, of a client that has no verifier', () => {
    expect(at('/#access_token=a&refresh_token=r&token_type=bearer')).toEqual({
      kind: 'session',
      accessToken: 'a',
      refreshToken: 'r',
    });
  });

  it('is an error, which counts more than anything else there', () => {
    const message = 'Email link is invalid or has expired';
    const error =
      'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
    expect(at(`/#${error}`)).toEqual({ kind: 'error', message });
    expect(at(`/?${error}&code=abc`)).toEqual({ kind: 'error', message });
    expect(at('/#error_code=otp_expired')).toEqual({ kind: 'error', message: 'This link does not work.' });
  });

  it('is done, where the link was opened before', () => {
    expect(at('/#message=This+address+is+confirmed+already.&type=signup')).toEqual({ kind: 'done' });
  });

  it.each([
    '/',
    '/#message=Call+this+number',
    '/?code=',
    '/#code',
    '/?utm_source=code',
    '/#main',
    '/auth?tab=signup&next=/admin',
    '/auth#token_hash=abc&type=other',
    '/auth#token_hash=&type=recovery',
    '/#access_token=a',
    '/?error=none',
  ])('is nothing in %s', (address) => {
    expect(at(address)).toBe(null);
  });
});
