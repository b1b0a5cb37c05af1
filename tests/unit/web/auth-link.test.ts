import { describe, expect, it } from 'vitest';
import { linkErrorText } from '../../../web/features/auth/link-errors.ts';
import { authLinkIn } from '../../../web/session/link.ts';

const at = (address: string) => authLinkIn(new URL(address, 'http://localhost'));

describe('the part that a mail’s link adds to an address', () => {
  it('is the code of a sign-in that this or another browser began', () => {
    expect(at('/?code=abc')).toEqual({ kind: 'code', code: 'abc' });
  });

  it.each(['email_change', 'recovery', 'invite'])('is a token for %s', (type) => {
    const link = { kind: 'token', type, tokenHash: 'abc' };
    expect(at(`/auth#token_hash=abc&type=${type}`)).toEqual(link);
    expect(at(`/auth?token_hash=abc&type=${type}`)).toEqual(link);
  });

  it('is an error, which counts more than anything else there, and whose words are not taken from it', () => {
    const error = 'error=access_denied&error_code=otp_expired&error_description=Call+this+number';
    expect(at(`/#${error}`)).toEqual({ kind: 'error', code: 'otp_expired' });
    expect(at(`/?${error}&code=abc`)).toEqual({ kind: 'error', code: 'otp_expired' });
    expect(at('/#error_description=Call+this+number')).toEqual({ kind: 'error', code: '' });
  });

  it.each([
    ['otp_expired', 'Email link is invalid or has expired'],
    ['constructor', 'This link does not work.'],
    ['', 'This link does not work.'],
  ])('is an error with words of our own: %s', (code, text) => {
    expect(linkErrorText(code)).toBe(text);
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
    // They would sign in to the account of the link's maker.
    '/#access_token=a&refresh_token=r&token_type=bearer',
    '/auth#token_hash=abc&type=signup',
    '/auth#token_hash=abc&type=email',
    '/?error=none',
  ])('is nothing in %s', (address) => {
    expect(at(address)).toBe(null);
  });
});
