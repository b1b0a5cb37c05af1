import { expect, it } from 'vitest';
import { emailsOf, phonesOf } from '../../../../web/admin/customers/contacts.ts';

const ADA = {
  email: 'ada@example.com',
  phone: '(925) 555-0101',
  other_emails: ['ada@work.example'],
  other_phones: ['(510) 555-0166'],
};
const OTHER = { email: 'Ada@Work.example', phone: '+1 510 555 0166', other_emails: [], other_phones: [] };
const NOBODY = { email: null, phone: null, other_emails: [], other_phones: ['+44 20 7946 0123'] };

it('tells each contact of one person once, however it is typed, those in use first', () => {
  expect(emailsOf(ADA, OTHER, NOBODY)).toEqual(['ada@example.com', 'ada@work.example']);
  expect(phonesOf(ADA, OTHER, NOBODY)).toEqual(['(925) 555-0101', '(510) 555-0166', '+44 20 7946 0123']);
  expect(phonesOf(OTHER, ADA)).toEqual(['+1 510 555 0166', '(925) 555-0101']);
  expect([emailsOf(NOBODY), phonesOf({ ...NOBODY, other_phones: [] })]).toEqual([[], []]);
});
