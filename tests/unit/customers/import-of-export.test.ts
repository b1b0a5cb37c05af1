import fc from 'fast-check';
import { expect, it } from 'vitest';
import { customerExportRoutes } from '../../../projections/customers/export-routes.ts';
import type { ListedRow } from '../../../projections/customers/list.ts';
import { customers } from '../../../projections/customers/projection.ts';
import { toE164 } from '../../../src/adapters/phone.ts';
import {
  ChangedNotesField,
  StaffEmailField,
  StaffNameField,
  StaffPhoneField,
} from '../../../src/contracts/fields.ts';
import { type Card, shownBefore } from '../../../src/features/customers/events.ts';
import { distinctPhones } from '../../../src/salon/contacts.ts';
import { importOf } from '../../support/customers/import-file.ts';

/** The file that the service makes of these cards. */
async function exported(cards: readonly Card[]): Promise<string> {
  const rows = cards.map(({ birthdayMonth, birthdayDay, phones, before, ...card }, index) => ({
    ...card,
    phones: [...phones],
    birthday_month: birthdayMonth,
    birthday_day: birthdayDay,
    id: `id-${index}`,
    last_visit: null,
    next_visit: null,
    visits: index,
    spent_cents: 12_345,
    before: shownBefore(before),
    created_at: '2026-11-28T10:00:00.000Z',
  }));
  let text = '';
  const work: Promise<void>[] = [];
  customerExportRoutes({
    on: ((_operation: unknown, handle: (request: object) => Promise<{ body: AsyncIterable<string> }>) => {
      work.push(
        handle({ query: { sort: 'name', search: '' } }).then(async ({ body }) => {
          for await (const part of body) text += part;
        }),
      );
    }) as never,
    customersPage: async () => ({ rows: rows as unknown as ListedRow[], total: rows.length, hasMore: false }),
    appointments: customers,
    timeZone: 'America/Los_Angeles',
    now: () => new Date('2026-11-28T10:00:00Z'),
  });
  await Promise.all(work);
  return text;
}

/** The cards as they come back: all visits, here and before, are visits before. */
const cameBack = (cards: readonly Card[]): Card[] =>
  cards.map(({ before, ...card }, index) => ({
    ...card,
    before: {
      visits: index + (before?.visits ?? 0),
      firstVisit: before?.firstVisit ?? null,
      lastVisit: before?.lastVisit ?? null,
      spentCents: 12_345 + (before?.spentCents ?? 0),
    },
  }));

const typed = (letters: string, maxLength = 20) =>
  fc.string({ unit: fc.constantFrom(...letters), maxLength });
const name = typed('Añn =+-@\'|"`,;:łĐ👩3', 24).map(
  (text) => StaffNameField.safeParse(`${text}Al`).data ?? 'Ann Lee',
);
const notes = typed('x1=+-@\'"\\,;\n\r\t|:áあ👩‍🎤 ', 40).map((text) => ChangedNotesField.parse(text));
const phone = fc
  .constantFrom('(925) 555-01', '+1 925 555 01', '925.555.01', '+447911 1234', '+49151123456', '1 925-555-01')
  .chain((start) => fc.integer({ min: 10, max: 99 }).map((end) => StaffPhoneField.parse(`${start}${end}`)))
  .map((text) => ({ phone: text, phoneE164: toE164(text, 'US') }));
const email = typed("abc.+-_'=", 10).map(
  (text) => StaffEmailField.safeParse(`${text}@x.example`).data ?? 'a@x.example',
);
const birthday = fc.oneof(
  fc.constant({ birthdayMonth: null, birthdayDay: null }),
  fc.record({
    birthdayMonth: fc.constantFrom(null, 1, 7, 12),
    birthdayDay: fc.constantFrom(null, 1, 12, 31),
  }),
);
const before = fc.option(
  fc.record({
    visits: fc.constantFrom(null, 0, 12),
    firstVisit: fc.constantFrom(null, '2019-02-28'),
    lastVisit: fc.constantFrom(null, '2019-02-28', '2025-08-03'),
    spentCents: fc.constantFrom(null, 5, 94_050),
  }),
  { nil: undefined },
);
const cards = fc.array(
  fc
    .record({
      name,
      notes,
      emails: fc.uniqueArray(email, { maxLength: 4, selector: (text) => text.toLowerCase() }),
      phones: fc.array(phone, { maxLength: 4 }),
      birthday,
      before,
    })
    .map(
      ({ birthday: day, before: known, phones, emails, ...card }): Card => ({
        ...card,
        ...(known && { before: known }),
        ...day,
        phones: distinctPhones(phones),
        emails: emails.length + phones.length === 0 ? ['a@x.example'] : emails,
      }),
    ),
  { minLength: 1, maxLength: 5 },
);

it('a file of our own brings the same cards again', async () => {
  await fc.assert(
    fc.asyncProperty(cards, async (all) => {
      const { rows, refused, remarks } = await importOf(await exported(all));
      expect(refused).toEqual([]);
      expect(remarks).toEqual([]);
      expect(rows.map(({ card }) => card)).toEqual(cameBack(all));
    }),
    { numRuns: 300 },
  );
});

it.each([
  ...[
    "'=1+1",
    "''=1",
    "'",
    "'@x",
    '@x',
    '=) late',
    '- tea',
    '+1',
    "'tis",
    '\t=1',
    'a\r\nb',
    'a\n=1+1',
    '"',
    '\\"',
    ',',
    '\uff1d1',
    "'\uff201",
  ],
])('a note such as %j comes back', async (text) => {
  const note = ChangedNotesField.parse(text);
  const card = {
    name: 'Ann Lee',
    emails: ['a@x.example'],
    phones: [],
    birthdayMonth: null,
    birthdayDay: null,
    notes: note,
  };
  const file = await exported([card]);
  // Nothing in the file begins as a formula.
  expect(file.match(/(?:^|,)"[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/m)).toBeNull();
  expect((await importOf(file)).rows[0]?.card).toEqual(cameBack([card])[0]);
});
