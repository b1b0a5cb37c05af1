import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPORTS } from '../../../projections/reports/all.ts';
import type { Report } from '../../../projections/reports/report.ts';
import { BY_STYLIST } from '../../../projections/reports/stylists.ts';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { ALL_TESTS } from '../../support/run/all-tests.ts';
import { createTestDatabase, type TestDatabase } from '../../support/server/postgres.ts';
import { recorded } from '../events.ts';
import { COUNTED, calendarKeys, isCalendar } from './counts.ts';
import { type Asked, createReported, type Reported } from './reported.ts';
import { PERIOD, worlds } from './world.ts';

/** Each report says what a count straight from the events says, at every position, and its drill-down adds up. */

let database: TestDatabase;
let reported: Reported;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.migrate();
  reported = await createReported(database.pool);
});
afterAll(() => database.drop());

const reports = REPORTS.filter(({ name }) => COUNTED[name]);
const FROM = [PERIOD.from, PERIOD.from, '2026-10-28', '2026-11-01', '2027-03-14'];
const TO = ['2026-11-01', '2026-11-30', '2027-03-14', PERIOD.to, PERIOD.to];

const question = fc.record({
  from: fc.constantFrom(...FROM),
  to: fc.constantFrom(...TO),
  by: fc.nat(20),
  column: fc.nat(20),
  row: fc.nat(200),
});
type Drawn = typeof question extends fc.Arbitrary<infer T> ? T : never;

const periodOf = ({ from, to }: Drawn) => (from <= to ? { from, to } : { from: to, to: from });
const askedOf = ({ by: groupings }: Report, drawn: Drawn): Asked => ({
  ...periodOf(drawn),
  by: groupings[drawn.by % groupings.length]?.key ?? '',
});

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

async function expectAsCounted(report: Report, asked: Asked, events: readonly RecordedEvent[]) {
  const { rows, totals } = await reported.ask(report, asked, events.at(-1)?.position ?? '');
  const figures = rows.map(({ key, label: _, ...row }) => [key, row] as const);
  const counted = COUNTED[report.name]?.(asked, events);
  expect({ rows: Object.fromEntries(figures), totals }).toEqual({
    rows: Object.fromEntries(counted?.rows ?? []),
    totals: counted?.totals,
  });
  const keys = rows.map(({ key }) => key);
  const first = report.columns.find(({ isHidden }) => !isHidden);
  if (isCalendar(asked.by)) expect(keys).toEqual(calendarKeys(asked));
  else
    expect(rows.map((row) => row[first?.key ?? ''])).toEqual(
      rows.map((row) => Number(row[first?.key ?? ''])).toSorted((one, other) => other - one),
    );
  return { rows, totals };
}

/** The values behind a number add up to it. */
async function expectAddsUp(report: Report, asked: Asked, drawn: Drawn, events: readonly RecordedEvent[]) {
  const position = events.at(-1)?.position ?? '';
  const { rows, totals } = await reported.ask(report, asked, position);
  const listed = report.columns.filter(({ adds, isHidden }) => adds !== undefined && !isHidden);
  const column = listed[drawn.column % listed.length]?.key ?? '';
  const row = rows[drawn.row % Math.max(rows.length, 1)];
  const numbers = [
    { key: undefined, figure: totals[column] },
    ...(row ? [{ key: row.key, figure: row[column] }] : []),
  ];
  for (const { key, figure } of numbers) {
    const behind = await reported.behind(report, column, asked, position, key);
    expect(sum(behind.map(({ value }) => value))).toBe(figure);
    expect(new Set(behind.map(({ id }) => id)).size).toBe(behind.length);
    const order = behind.map(({ date, start, id }) => `${date} ${String(start).padStart(4, '0')} ${id}`);
    expect(order).toEqual(order.toSorted());
  }
}

/** Two reports that count the same thing agree. */
async function expectAlike(drawn: Drawn, events: readonly RecordedEvent[]) {
  const position = events.at(-1)?.position ?? '';
  const totals = async (name: string, by: string) => {
    const report = reports.find((other) => other.name === name);
    if (!report) throw new Error(`no report ${name}`);
    return (await reported.ask(report, { ...periodOf(drawn), by }, position)).totals;
  };
  const [all, revenue, byCategory, byService, services, cancellations, utilisation] = await Promise.all([
    totals('appointments', 'year'),
    totals('revenue', 'year'),
    totals('revenue', 'category'),
    totals('revenue', 'service'),
    totals('services', 'service'),
    totals('cancellations', 'reason'),
    totals('utilisation', 'weekday'),
  ]);
  // A count is the sum of its rows, and an appointment with several services is in several of them.
  const { unpriced: _, ...amounts } = revenue;
  for (const grouped of [byCategory, byService]) expect(grouped).toMatchObject(amounts);
  expect(services.earned_cents).toBe(revenue.earned_cents);
  expect(cancellations.lost_cents).toBe(revenue.lost_cents);
  expect(cancellations.cancelled).toBe(all.cancelled);
  expect(services.minutes).toBe(all.minutes);
  const occupied = (utilisation.booked_minutes ?? 0) + (utilisation.outside_hours_minutes ?? 0);
  // Nobody is occupied in the gap of a service.
  if (events.some(({ data }) => 'parts' in data)) expect(occupied).toBeLessThanOrEqual(all.minutes ?? 0);
  else expect(occupied).toBe(all.minutes);
}

/** Every appointment is somebody's, so the sums of all stylists are those of the salon. */
async function expectAllStylistsTogether(drawn: Drawn, events: readonly RecordedEvent[]) {
  const position = events.at(-1)?.position ?? '';
  const byStylist = reports.filter(({ by }) => by.includes(BY_STYLIST));
  const report = byStylist[drawn.column % byStylist.length];
  if (!report) throw new Error('no report has rows by stylist');
  const ask = (by: string) => reported.ask(report, { ...periodOf(drawn), by }, position);
  const [stylists, months] = [await ask(BY_STYLIST.key), await ask('month')];
  expect(stylists.totals).toEqual(months.totals);
  for (const { key } of report.columns.filter(({ adds }) => adds !== undefined))
    expect(sum(stylists.rows.map((row) => Number(row[key])))).toBe(stylists.totals[key]);
}

it('each report equals a count straight from the events, at any position', async () => {
  await fc.assert(
    fc.asyncProperty(
      worlds,
      question,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (facts, drawn, progress) => {
        const events = recorded(facts);
        await reported.project(events);
        for (const end of [Math.ceil(progress * events.length), events.length]) {
          const before = events.slice(0, end);
          for (const report of reports) await expectAsCounted(report, askedOf(report, drawn), before);
          const report = reports[drawn.column % reports.length];
          if (report) await expectAddsUp(report, askedOf(report, drawn), drawn, before);
        }
        await expectAlike(drawn, events);
        await expectAllStylistsTogether(drawn, events);
      },
    ),
    { numRuns: ALL_TESTS ? 200 : 40 },
  );
});
