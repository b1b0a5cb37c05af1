import { describe, expect, it } from 'vitest';
import { distinctEmails, distinctPhones } from '../../src/salon/contacts.ts';
import { contactsIn } from '../../src/salon/matched-contacts.ts';

const phone = (typed: string, phoneE164: string | null) => ({ phone: typed, phoneE164 });

describe('contacts', () => {
  it('are there once, as they were typed first and in that place', () => {
    expect(distinctEmails(['Ann@example.com', 'b@example.com', 'ann@EXAMPLE.com '])).toEqual([
      'Ann@example.com',
      'b@example.com',
    ]);
    const [first, second] = [phone('(925) 555-0100', '+19255550100'), phone('ask Bea', null)];
    expect(distinctPhones([first, second, phone('925-555-0100', '+19255550100'), second])).toEqual([
      first,
      second,
    ]);
  });

  it('are matched in capitals or small letters, and not at all by a number that can’t be understood', () => {
    const contacts = {
      emails: [' Ann@Example.com'],
      phones: [phone('1', '+19255550100'), phone('ask Bea', null)],
    };
    expect(contactsIn(contacts)).toEqual(['email:ann@example.com', 'phone:+19255550100']);
  });
});
