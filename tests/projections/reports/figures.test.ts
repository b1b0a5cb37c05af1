import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPORTS } from '../../../projections/reports/all.ts';
import type { Report } from '../../../projections/reports/report.ts';
import { createTestDatabase, type TestDatabase } from '../../support/server/postgres.ts';
import {
  bookingRequested,
  type Fact,
  HAIRCUT,
  hoursAdded,
  onBooking,
  recorded,
  serviceAdded,
  slotAt,
} from '../events.ts';
import { createReported, type Reported } from './reported.ts';

/** Rules that a reader of the reports may wonder about, each by an example; `recounted.property.test.ts` has all of them. */

let database: TestDatabase;
let reported: Reported;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.migrate();
  reported = await createReported(database.pool);
});
afterAll(() => database.drop());

function reportNamed(name: string): Report {
  const report = REPORTS.find((other) => other.name === name);
  if (!report) throw new Error(`no report ${name}`);
  return report;
}

/** Asks about one day, or a period, after these facts. */
async function asked(name: string, by: string, facts: readonly Fact[], from: string, to = from) {
  const events = recorded(facts);
  await reported.project(events);
  return reported.ask(reportNamed(name), { from, to, by }, events.at(-1)?.position ?? '');
}

const DAY = '2026-11-24';
const HOURS = '44444444-4444-4444-8444-444444444444';
const cancelled = (bookingId: string, at?: string): Fact => ({
  ...onBooking(bookingId, 'BookingCancelled', { slotId: bookingId, reason: 'no_show', notice: 'none' }),
  ...(at !== undefined && { at }),
});

it('counts a minute that was given up twice for the last time before it was taken', async () => {
  const [first, second, third] = [slotAt(DAY, 600, 660), slotAt(DAY, 600, 630), slotAt(DAY, 615, 645)];
  const facts = [
    bookingRequested(first),
    cancelled(first.bookingId),
    bookingRequested(second),
    cancelled(second.bookingId),
    bookingRequested(third),
  ];
  const { totals } = await asked('cancellations', 'reason', facts, DAY);
  expect(totals).toMatchObject({ cancelled: 2, share: 2 / 3, minutes: 90, minutes_refilled: 30 });
  const behind = await reported.behind(
    reportNamed('cancellations'),
    'minutes_refilled',
    { from: DAY, to: DAY, by: 'reason' },
    recorded(facts).at(-1)?.position ?? '',
    'no_show',
  );
  const parts = Object.fromEntries(behind.map(({ id, value }) => [id, value]));
  expect(parts).toEqual({ [first.bookingId]: 15, [second.bookingId]: 15 });
});

it('measures notice by the time that passes, also when the clocks change', async () => {
  // 1:30 AM comes twice on this day, the first time at 8:30 UTC; and two hours after midnight is three o'clock in spring.
  for (const [date, start, at, key] of [
    ['2026-11-01', 90, '2026-11-01T08:30:00.001Z', 'after-start'],
    ['2026-11-01', 90, '2026-11-01T04:30:00.000Z', '4-24h'],
    ['2026-11-01', 90, '2026-11-01T04:30:00.001Z', 'under-4h'],
    ['2026-11-01', 600, '2026-10-31T18:00:00.000Z', '1-7d'],
    ['2026-11-01', 600, '2026-10-31T18:00:00.001Z', '4-24h'],
    ['2027-03-14', 180, '2027-03-14T06:00:00.000Z', '4-24h'],
    ['2027-03-14', 180, '2027-03-14T06:00:00.001Z', 'under-4h'],
    ['2027-03-21', 600, '2027-03-14T17:00:00.000Z', '1-7d'],
    ['2027-03-20', 600, '2027-03-13T17:00:00.000Z', '1-7d'],
    ['2027-03-20', 600, '2027-03-13T16:59:59.999Z', 'over-7d'],
  ] as const) {
    const slot = slotAt(date, start, start + 30);
    const { rows } = await asked(
      'cancellations',
      'notice',
      [bookingRequested(slot), cancelled(slot.bookingId, at)],
      date,
    );
    expect(
      rows.map((row) => row.key),
      `${date} ${start} ${at}`,
    ).toEqual([key]);
  }
});

it('takes the opening hours as they were when each day ended', async () => {
  const changed = (start: number, at: string): Fact => ({
    ...hoursAdded(0, 0, 0, HOURS),
    type: 'HoursChanged',
    data: { hoursId: HOURS, start, end: 720 },
    at,
  });
  const slot = slotAt('2026-11-01', 540, 630);
  const facts = [
    { ...hoursAdded(0, 600, 720, HOURS), at: '2026-10-20T18:00:00.000Z' },
    { ...bookingRequested(slot), at: '2026-10-20T18:00:01.000Z' },
    // A second before the first Sunday ends, at eight hours behind UTC, and when it has ended.
    changed(570, '2026-11-02T07:59:59.000Z'),
    changed(480, '2026-11-02T08:00:00.000Z'),
    {
      stream: 'agenda-2026-11-15',
      type: 'DateBlocked',
      data: { blockId: HOURS, personal: { reason: '' } },
      at: '2026-11-02T09:00:00.000Z',
    },
  ];
  const { rows } = await asked('utilisation', 'week', facts, '2026-11-01', '2026-11-21');
  expect(rows).toMatchObject([
    { key: '2026-11-01', open_minutes: 150, booked_minutes: 60, outside_hours_minutes: 30, share: 60 / 150 },
    { key: '2026-11-08', open_minutes: 240, booked_minutes: 0, outside_hours_minutes: 0, share: 0 },
    { key: '2026-11-15', open_minutes: 0, booked_minutes: 0, outside_hours_minutes: 0, share: null },
  ]);
  const byHour = await asked('utilisation', 'hour', facts, '2026-11-01');
  expect(byHour.rows.slice(8, 12)).toMatchObject([
    { key: '8', label: '8 AM', open_minutes: 0, outside_hours_minutes: 0, share: null },
    { key: '9', open_minutes: 30, booked_minutes: 30, outside_hours_minutes: 30 },
    { key: '10', open_minutes: 60, booked_minutes: 30, outside_hours_minutes: 0 },
    { key: '11', label: '11 AM', open_minutes: 60, booked_minutes: 0 },
  ]);
});

it('takes a date’s own hours instead of the weekly ones, and leaves out its blocked times', async () => {
  const sunday = '2026-11-01';
  const onSunday = (type: string, data: Fact['data'], at = '2026-10-20T18:00:00.000Z'): Fact => ({
    stream: `agenda-${sunday}`,
    type,
    data,
    at,
  });
  const lunch = { blockId: HOURS, start: 660, end: 690 };
  const facts = [
    { ...hoursAdded(0, 600, 720, HOURS), at: '2026-10-20T18:00:00.000Z' },
    { ...bookingRequested(slotAt(sunday, 660, 720)), at: '2026-10-20T18:00:00.000Z' },
    onSunday('TimeBlocked', { ...lunch, personal: { reason: '' } }),
  ];
  const figures = async (...more: readonly Fact[]) => {
    const { totals } = await asked('utilisation', 'week', [...facts, ...more], sunday, sunday);
    return [totals.open_minutes, totals.booked_minutes, totals.outside_hours_minutes];
  };
  expect(await figures()).toEqual([90, 30, 30]);
  const windows = [
    { start: 540, end: 600 },
    { start: 600, end: 680 },
  ];
  expect(await figures(onSunday('DayHoursSet', { windows }))).toEqual([120, 0, 60]);
  expect(await figures(onSunday('DayHoursSet', { windows: [] }))).toEqual([0, 0, 60]);
  // Once the day is over, nothing changes it any more.
  const later = '2026-11-05T18:00:00.000Z';
  expect(
    await figures(
      onSunday('TimeUnblocked', { blockId: HOURS }, later),
      onSunday('DayHoursSet', { windows: [] }, later),
    ),
  ).toEqual([90, 30, 30]);
});

it('shares an amount among services by their prices, and names a removed one as it was called last', async () => {
  const slot = slotAt(DAY, 600, 690);
  const { data, ...fact } = bookingRequested(slot);
  const color = { ...HAIRCUT, id: 'color', name: 'Color', priceCents: 7_000, duration: 30 };
  const perm = { ...HAIRCUT, id: 'perm', name: 'Perm', priceCents: 3_500, duration: 15 };
  const facts = [
    ...['mens-haircut', 'color', 'perm'].map((id) => serviceAdded(id, { name: `The ${id}` })),
    { ...fact, data: { ...data, services: [HAIRCUT, color, perm], totalAmount: '$1.00' } },
    onBooking(slot.bookingId, 'BookingCompleted', { amountCents: 101, method: 'card', tipCents: 50 }),
    { stream: 'service-color', type: 'ServiceRemoved', data: { serviceId: 'color' } },
  ];
  const { rows, totals } = await asked('services', 'service', facts, DAY);
  expect(rows.map(({ key, label, earned_cents, minutes }) => [key, label, earned_cents, minutes])).toEqual([
    ['mens-haircut', 'The mens-haircut', 26, 45],
    ['color', 'The color', 50, 30],
    ['perm', 'The perm', 25, 15],
  ]);
  expect(totals).toMatchObject({ appointments: 3, earned_cents: 101, new_customers: 3, share: 1 });
  const revenue = await asked('revenue', 'service', facts, DAY);
  expect(revenue.rows.map(({ average_cents }) => average_cents)).toEqual([50, 26, 25]);
  // A tip is recorded too, and isn't part of the revenue.
  expect(revenue.rows.map(({ tips_cents }) => tips_cents)).toEqual([25, 13, 12]);
  expect(revenue.totals).toMatchObject({ tips_cents: 50 });
  // One appointment has earned it, however it is divided among the rows.
  expect(revenue.totals).toMatchObject({ earned_cents: 101, average_cents: 101 });
  const byCategory = await asked('services', 'category', facts, DAY);
  expect(byCategory.rows).toMatchObject([
    { key: 'Haircut', appointments: 1, earned_cents: 101, minutes: 90 },
  ]);
});
