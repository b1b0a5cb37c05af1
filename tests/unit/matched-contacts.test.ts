import { describe, expect, it } from 'vitest';
import { toE164 } from '../../src/adapters/phone.ts';
import { contactsIn, emailContact, phoneContact } from '../../src/salon/matched-contacts.ts';

describe('a mailbox that people enter when they have none', () => {
  it.each([
    'noemail@gmail.com',
    'NoEmail@Salon.example',
    'no-email@salon.example',
    'no.email@yahoo.com',
    'no_email@aol.com',
    'none@none.com',
    'none@gmail.com',
    'NONE+1@gmail.com',
    'no@no.com',
    'no@gmail.com',
    'na@na.na',
    'n/a@salon.example',
    'n.a@salon.example',
    'nomail@mail.com',
    'no-reply@salon.example',
    'donotreply@salon.example',
    'noone@nowhere.com',
    'nobody@example.com',
    'unknown@example.com',
    'refused@example.com',
    'declined@email.com',
    'test@test.com',
    'fake@fake.com',
    'asdf@asdf.com',
    'xxx@gmail.com',
    'a@a.com',
    '123@123.com',
    'jane.doe@noemail.com',
    'mia@no-email.com',
    'mia@none.none',
    'mia@nomail.example',
    'mia@salon.invalid',
  ])('matches nobody: %s', (email) => expect(emailContact(email)).toEqual([]));

  it.each([
    'ada@example.com',
    'ada@test.com',
    'ada@email.com',
    'nora@gmail.com',
    'noel.mailer@gmail.com',
    'nona@gmail.com',
    'nadia@none-such.com',
    'nan.cy@gmail.com',
    'mail@janedoe.com',
    'info@smith.com',
    'smith@smith.com',
    'hello@unknown-pleasures.com',
    'testa@gmail.com',
    'x.y@gmail.com',
    'noemi@gmail.com',
    'ada@пример.рф',
    '#1mom@example.com',
  ])('is not %s', (email) => expect(emailContact(email)).toHaveLength(1));
});

describe('a stored number', () => {
  it.each([
    '+10000000000',
    '+11111111111',
    '+11234567890',
    '+12222222222',
    '+15555555555',
    '+18888888888',
    '+19999999999',
    '+19250550142',
    '+15555550142',
    '+440000000000',
    '+999123456789',
    '+1',
    '',
    'nonsense',
  ])('that nobody has matches nobody: %j', (phoneE164) =>
    expect(phoneContact({ phone: 'as typed', phoneE164 })).toEqual([]),
  );

  it('matches whoever has it: the numbers of films, new area codes, and those abroad', () => {
    const area = '925 510 415 408 650 707 209 212 357 837'.split(' ');
    const films = area.flatMap((code) => ['0100', '0142', '0199'].map((line) => `(${code}) 555-${line}`));
    for (const typed of [
      ...films,
      '+44 20 7946 0018',
      '+33 6 12 34 56 78',
      '+683 4002',
      '+49 1512 3456789',
    ]) {
      const phoneE164 = toE164(typed, 'US');
      expect(phoneContact({ phone: typed, phoneE164 }), typed).toEqual([`phone:${phoneE164}`]);
    }
  });

  it('was none before', () => expect(phoneContact({ phone: 'ask Bea', phoneE164: null })).toEqual([]));
});

it('keeps what is somebody’s of a card, the e-mails first', () => {
  const phones = [
    { phone: '000-000-0000', phoneE164: '+10000000000' },
    { phone: '(925) 555-0142', phoneE164: '+19255550142' },
  ];
  expect(contactsIn({ emails: ['none@x.example', ' Ada@Пример.рф'], phones })).toEqual([
    'email:ada@xn--e1afmkfd.xn--p1ai',
    'phone:+19255550142',
  ]);
});
