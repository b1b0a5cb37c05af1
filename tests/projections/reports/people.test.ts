import { afterAll, beforeAll, expect, it } from 'vitest';
import { customersReport } from '../../../projections/reports/definitions/customers.ts';
import { rebookingReport } from '../../../projections/reports/definitions/rebooking.ts';
import type { Report } from '../../../projections/reports/report.ts';
import { createTestDatabase, type TestDatabase } from '../../support/server/postgres.ts';
import { bookingRequested, type Fact, onBooking, recorded, slotAt } from '../events.ts';
import { clockAfter, createReportsAsked } from './asked.ts';

let database: TestDatabase;
let asked: Awaited<ReturnType<typeof createReportsAsked>>;
beforeAll(async () => {
  database = await createTestDatabase();
  asked = await createReportsAsked(database);
});
afterAll(() => database.drop());

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` as const;
const NOON = 'T20:00:00.000Z';

/** A completed appointment of a customer, requested at noon of a day. */
function visit(n: number, customer: number, date: string, requestedOn = '2026-09-01'): Fact[] {
  const id = uuid(n);
  return [
    { ...bookingRequested(slotAt(date, 540, 600, id)), at: `${requestedOn}${NOON}` },
    { ...onBooking(id, 'BookingLinked', { customerId: uuid(customer) }), at: `${requestedOn}${NOON}` },
    { ...onBooking(id, 'BookingCompleted', { amountCents: null }), at: `${requestedOn}${NOON}` },
  ];
}

async function totalsOf(report: Report, facts: readonly Fact[], today: string) {
  const late = { ...onBooking(uuid(99), 'BookingErased'), at: `${today}${NOON}` };
  const events = recorded([...facts, late]);
  await asked.tell(events);
  const question = { from: '2026-10-01', to: '2026-10-31', by: 'month', ...clockAfter(events) };
  const { totals } = await asked.figures(report, { ...question, position: events.at(-1)?.position ?? '' });
  return totals;
}

it('customers who came again on the ninetieth day have returned, those who came later have not', async () => {
  const facts = [
    ...visit(1, 51, '2026-10-05'),
    ...visit(2, 51, '2027-01-03'),
    ...visit(3, 52, '2026-10-05'),
    ...visit(4, 52, '2027-01-04'),
  ];
  const totals = await totalsOf(customersReport, facts, '2027-01-30');
  expect(totals).toMatchObject({ visitors: 2, new: 2, returned_within_90_days: 1 });
});

it('how many have returned is unknown until the ninetieth day after the last day is over', async () => {
  const facts = visit(1, 51, '2026-10-05');
  expect(await totalsOf(customersReport, facts, '2027-01-29')).toMatchObject({
    returned_within_90_days: null,
  });
  expect(await totalsOf(customersReport, facts, '2027-01-30')).toMatchObject({ returned_within_90_days: 0 });
});

it('a visit is followed within 14 and 60 days, the last of them included', async () => {
  const facts = [
    ...visit(1, 51, '2026-10-05'),
    ...visit(2, 51, '2026-10-19', '2026-10-05'),
    ...visit(3, 51, '2026-12-18'),
    ...visit(4, 52, '2026-10-05'),
    ...visit(5, 52, '2026-12-05'),
    ...visit(6, 53, '2026-10-05'),
  ];
  expect(await totalsOf(rebookingReport, facts, '2027-01-30')).toEqual({
    visits: 4,
    requested_same_day: 1,
    next_within_14: 1,
    next_within_60: 2,
    none: 1,
  });
});
