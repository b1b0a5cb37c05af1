import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AuthEmail } from '../../src/contracts/accounts/auth.ts';
import { EmailField, StaffEmailField } from '../../src/contracts/fields.ts';
import { asciiEmail, sameEmail } from '../../src/salon/email.ts';
import { mailHref } from '../../web/admin/ui/mail-href.ts';

/** Some that browsers take in a field of the type `email`, and some whose domain they turn into ASCII first. */
const TAKEN = [
  'o&leary@example.com',
  '#1mom@example.com',
  "d'arcy@example.com",
  'a+b=c@example.com',
  '{ada}|l@example.com',
  '`ada`@example.com',
  'ada!%*?^~$@example.com',
  'a/b@example.com',
  'ada..l@docomo.example',
  '.ada.@example.com',
  '_@example.com',
  'ada@a-b.c-d.example',
  'ada@localhost',
  'ada@127.0.0.1',
  'ADA@EXAMPLE.MUSEUM',
  'ada@xn--e1afmkfd.xn--p1ai',
  'ada@пример.рф',
  'o&leary@bücher.example',
  'ada@例え.テスト',
  'ada@उदाहरण.भारत',
  'ada@مثال.السعودية',
  'ada@שלום.co.il',
  'ada@FASS-Straße.de',
  'ada@café。fr',
  'ada@ｅｘａｍｐｌｅ.com',
];

const NOT_TAKEN = [
  'ada',
  'ada@',
  '@example.com',
  'ada@@example.com',
  'ada@b@example.com',
  'a b@example.com',
  'ada@exam ple.com',
  'ada,bea@example.com',
  'ada;bea@example.com',
  '<ada@example.com>',
  'ada@example..com',
  'ada@.example.com',
  'ada@example.com.',
  'ada@-example.com',
  'ada@example-.com',
  'ada@example.com:25',
  'ada@пример.рф:25',
  'ada@пример.рф/x',
  'ada@пример.рф?x',
  'ada@bea:пример.рф',
  'ada@пример..рф',
  'ada@exa%6dple.рф',
  'ada@[127.0.0.1]',
  'имя@пример.рф',
  '"ada l"@example.com',
  'ada\u0007@example.com',
  `ada@${'x'.repeat(64)}.com`,
];

describe.each(Object.entries({ EmailField, StaffEmailField, AuthEmail }))('%s', (_name, field) => {
  it.each(TAKEN)('takes %s as it is', (email) => expect(field.parse(email)).toBe(email));
  it.each(NOT_TAKEN)('refuses %j', (email) => expect(field.safeParse(email).success).toBe(false));
});

it('takes whatever the standard of browsers takes', () => {
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
