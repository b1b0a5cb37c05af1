import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CustomerList } from '../../src/contracts/customers/customers.ts';
import { eventually } from '../support/machine/eventually.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff } from '../support/staff/staff-bookings.ts';

/** Names with texts that people type for them, in the order of the list. */
const FOLDED: readonly [string, string][] = [
  ['Åse Folded', 'ase'],
  ['Đặng Folded', 'dang'],
  ['Işık Folded', 'isik'],
  ['Łukasz Folded', 'lukasz'],
  ['Mia Folded', 'mia'],
  ['O’Brien Folded', "o'brien"],
  ['Søren–Ola Folded', 'soren-ola'],
  ['Straße Folded', 'strasse'],
  ['Zoë Folded', 'zoe'],
];

let salon: TestSalon;
let staff: StaffApi;
let customers: ReturnType<typeof customersOf>;
let after: string;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  customers = customersOf(salon, staff);
  const inOtherOrder = FOLDED.toSorted(([one], [other]) => (one > other ? -1 : 1));
  for (const [name] of inOtherOrder)
    ({ position: after } = await bookedByStaff(staff, {
      ...customers.stranger(name),
      appointment_date: salon.freshDay(),
    }));
  await eventually(async () => expect(await customers.namesFor('folded')).toHaveLength(FOLDED.length));
});
afterAll(() => salon.stop());

it.each(FOLDED)('staff find %s, and the appointment, by %s', async (name, typed) => {
  const search = `${typed} folded`;
  expect(await customers.namesFor(search)).toEqual([name]);
  // The order of the pickers.
  expect(
    (await customers.list({ search, sort: 'match', limit: '10' })).customers.map((one) => one.name),
  ).toEqual([name]);
  const { json } = await staff.get(`/api/admin/bookings?${new URLSearchParams({ search, after })}`);
  expect(json).toMatchObject({ bookings: [{ customer_name: name }] });
});

it('lists them in the order of their letters, page by page', async () => {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page: CustomerList = await customers.list({
      search: 'folded',
      limit: '2',
      ...(cursor !== null && { cursor }),
    });
    names.push(...page.customers.map(({ name }) => name));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(names).toEqual(FOLDED.map(([name]) => name));
});
