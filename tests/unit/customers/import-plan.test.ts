import { describe, expect, it } from 'vitest';
import type { HeldRows } from '../../../src/contracts/customers/imports.ts';
import type { Card } from '../../../src/features/customers/events.ts';
import { planRows } from '../../../src/features/customers/imports/plan.ts';
import { importedCustomerId } from '../../../src/features/customers/imports/rows.ts';
import { hashContact } from '../../support/customers/registrar-facts.ts';

const [ANN, BOB, CAT] = ['ann@example.com', 'bob@example.com', 'cat@example.com'];
const MOBILE = '+19255550101';
const CUSTOMER = '00000000-0000-4000-8000-000000000001';
const importId = '00000000-0000-4000-8000-000000000009';
const card = (...contacts: readonly string[]): Card => ({
  name: 'Somebody',
  emails: contacts.filter((contact) => !contact.startsWith('+')),
  phones: contacts
    .filter((contact) => contact.startsWith('+'))
    .map((number) => ({ phone: number, phoneE164: number })),
  birthdayMonth: null,
  birthdayDay: null,
  notes: null,
});

/** What becomes of rows with these contacts, where a customer holds some. */
function planned(
  held: HeldRows,
  rows: readonly (readonly string[])[],
  holding: Readonly<Record<string, string>> = {},
) {
  const holders = new Map(
    Object.entries(holding).map(([contact, customerId]) => [
      hashContact(contact.startsWith('+') ? `phone:${contact}` : `email:${contact}`),
      customerId,
    ]),
  );
  const all = rows.map((contacts, index) => ({ row: index + 1, line: index + 2, card: card(...contacts) }));
  return planRows(all, holders, { importId, held, hash: hashContact }).map(
    ({ plan, card: { emails, phones } }) => [
      plan.do === 'change' ? plan.customerId : plan.do,
      ...emails,
      ...phones.map(({ phone }) => phone),
    ],
  );
}

describe('the plan of an import', () => {
  it('imports whom nobody knows, with all contacts', () => {
    expect(planned('skip', [[ANN, MOBILE], [BOB]])).toEqual([
      ['import', ANN, MOBILE],
      ['import', BOB],
    ]);
  });

  it('skips a row with a contact that a customer holds, or a row above', () => {
    expect(planned('skip', [[ANN, MOBILE], [BOB, MOBILE], [BOB], [CAT]], { [CAT]: CUSTOMER })).toEqual([
      ['import', ANN, MOBILE],
      ['skip', BOB, MOBILE],
      ['import', BOB],
      ['skip', CAT],
    ]);
  });

  it('changes the card of whoever holds the e-mail, else the phone, and takes a contact from nobody', () => {
    const OTHER = '00000000-0000-4000-8000-000000000002';
    const holding = { [ANN]: CUSTOMER, [MOBILE]: OTHER };
    expect(planned('change', [[ANN, BOB, MOBILE], [MOBILE, BOB, CAT], [CAT]], holding)).toEqual([
      [CUSTOMER, BOB],
      [CUSTOMER, CAT],
      [CUSTOMER],
    ]);
    expect(planned('change', [[MOBILE, CAT]], holding)).toEqual([[OTHER, CAT]]);
  });

  it('joins a row to the row above, with the contacts that nobody holds', () => {
    expect(planned('change', [[ANN], [ANN, BOB], [BOB, CAT, MOBILE]], { [MOBILE]: CUSTOMER })).toEqual([
      ['import', ANN, BOB, CAT],
      ['join', ANN, BOB],
      ['join', BOB, CAT, MOBILE],
    ]);
  });

  it('takes customers that its own rows have made for these rows, once its first plan was lost', () => {
    const own = (row: number) => importedCustomerId(importId, row);
    expect(planned('skip', [[ANN], [BOB, ANN], [BOB]], { [ANN]: own(1) })).toEqual([
      ['import', ANN],
      ['skip', BOB, ANN],
      ['import', BOB],
    ]);
  });
});
