import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AuthEmail } from '../../src/contracts/accounts/auth.ts';
import { EmailField, StaffEmailField } from '../../src/contracts/fields.ts';
import { asciiEmail, sameEmail } from '../../src/salon/email.ts';
import { mailHref } from '../../web/admin/ui/mail-href.ts';
import { REFUSED_EMAILS, TAKEN_EMAILS } from '../support/typed/emails.ts';

describe.each(Object.entries({ EmailField, StaffEmailField, AuthEmail }))('%s', (_name, field) => {
  it.each(TAKEN_EMAILS)('takes %s as it is', (email) => expect(field.parse(email)).toBe(email));
  it.each(REFUSED_EMAILS)('refuses %j', (email) => expect(field.safeParse(email).success).toBe(false));
});

it('takes every address that the standard of browsers takes', () => {
  const standard = fc.stringMatching(
    /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,20}@[a-zA-Z0-9]{1,5}(?:-[a-zA-Z0-9]{1,5})?(?:\.[a-zA-Z0-9]{1,10}){0,3}$/,
  );
  fc.assert(fc.property(standard, (email) => EmailField.parse(email) === email));
});

it('loses what a copy brings along that nobody sees', () => {
  for (const typed of [
    '\u200b ada@example.com\n',
    'ada\u200d@exam\u200cple.com',
    '\ufeffada@example\u00ad.com',
  ])
    expect(EmailField.parse(typed)).toBe('ada@example.com');
});

it.each([
  ['Ada@Example.com ', 'ada@example.com'],
  ['ada@ПРИМЕР.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ['ada@BÜCHER.example', 'ada@bücher.example'],
  ['ada@bu\u0308cher.example', 'ada@bücher.example'],
  ['ada@例え。テスト', 'ada@例え.テスト'],
])('%s and %s are one mailbox', (one, other) => expect(sameEmail(one)).toBe(sameEmail(other)));

it('leaves what is no address as it is', () => {
  for (const typed of ['', 'ada', 'ada@', 'ada@пример.рф/x', 'ada@..рф\u0000'])
    expect(asciiEmail(typed)).toBe(typed);
});

it.each([
  ['#1mom@example.com', 'mailto:%231mom@example.com'],
  ['o&leary@example.com', 'mailto:o%26leary@example.com'],
  ['a?b=c@example.com', 'mailto:a%3Fb%3Dc@example.com'],
  ['ada@example.com', 'mailto:ada@example.com'],
])('a press on %s writes to the whole address', (email, href) => {
  expect(mailHref(email)).toBe(href);
  expect(decodeURIComponent(new URL(href).pathname)).toBe(email);
});
