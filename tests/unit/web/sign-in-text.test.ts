import { describe, expect, it } from 'vitest';
import { SIGN_IN_KINDS } from '../../../src/contracts/accounts/accounts.ts';
import { signInText } from '../../../web/admin/account/sessions/sign-in-text.ts';

describe('the text of a sign-in', () => {
  it.each(SIGN_IN_KINDS)('has words of its own for %s', (kind) => {
    const text = signInText(kind, null);
    expect(text).toMatch(/^(API|[A-Z][a-z])/);
    expect(text).not.toBe(signInText('of a newer server', null));
    expect(SIGN_IN_KINDS.filter((other) => signInText(other, null) === text)).toEqual([kind]);
  });

  it.each([
    ['signed-in', 'password', 'Signed in by password'],
    ['signed-in', 'of a newer server', 'Signed in'],
    ['link-opened', 'recovery', 'Link to a new password opened'],
    ['link-opened', 'invitation', 'Invitation opened'],
    ['link-opened', 'confirmation', 'Link that confirms the address opened'],
    ['wrong-password', 'password', 'Wrong password entered'],
    ['of a newer server', 'password', 'Account used'],
  ])('%s, %s: “%s”', (kind, method, text) => {
    expect(signInText(kind, method)).toBe(text);
  });
});
