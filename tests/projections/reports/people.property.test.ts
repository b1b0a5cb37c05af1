import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { customersReport } from '../../../projections/reports/definitions/customers.ts';
import { leadTimeReport } from '../../../projections/reports/definitions/lead-time.ts';
import { rebookingReport } from '../../../projections/reports/definitions/rebooking.ts';
import type { Question, Report } from '../../../projections/reports/report.ts';
import { addSalonDays } from '../../../src/salon/salon-time.ts';
import { ALL_TESTS } from '../../support/run/all-tests.ts';
import { createTestDatabase, type TestDatabase } from '../../support/server/postgres.ts';
import { recorded } from '../events.ts';
import { clockAfter, createReportsAsked } from './asked.ts';
import { customersOf, leadTimeOf, type Rows, rebookingOf, recount } from './people-recount.ts';
import { FIRST_DAY, factsOf, step } from './people-world.ts';

/** The reports on people against a plain recount from the events, in random worlds and at several positions of each. */

let database: TestDatabase;
let asked: Awaited<ReturnType<typeof createReportsAsked>>;
beforeAll(async () => {
  database = await createTestDatabase();
  asked = await createReportsAsked(database);
});
afterAll(() => database.drop());

const REPORTS: readonly (readonly [
  Report,
  (counted: ReturnType<typeof recount>, question: Question) => Rows,
])[] = [
  [customersReport, customersOf],
  [leadTimeReport, leadTimeOf],
  [rebookingReport, rebookingOf],
];

const world = fc.record({
  steps: fc.array(step, { minLength: 40, maxLength: 100, size: 'max' }),
  /** Shares of the log. */
  positions: fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 2, maxLength: 3 }),
  first: fc.nat(60),
  /** Days of the period; or how long ago it ended at the position, around the time that returns are waited for. */
  length: fc.oneof(fc.nat(160), fc.constantFrom('90 days ago', '91 days ago')),
});

async function eachReport(
  { steps, positions, first, length }: typeof world extends fc.Arbitrary<infer Of> ? Of : never,
  compare: (report: Report, question: Question, rows: Rows) => Promise<void>,
): Promise<void> {
  const events = recorded(factsOf(steps));
  await asked.tell(events);
  for (const share of positions) {
    const until = events.slice(0, Math.max(1, Math.ceil(share * events.length)));
    const position = until.at(-1)?.position;
    if (position === undefined) continue;
    const clock = clockAfter(until);
    const from = addSalonDays(FIRST_DAY, first);
    const to =
      typeof length === 'number'
        ? addSalonDays(from, length)
        : addSalonDays(clock.today, -Number.parseInt(length, 10));
    const counted = recount(until);
    for (const [report, expected] of REPORTS)
      for (const { key: by } of report.by) {
        const question = { from: from < to ? from : to, to, by, position, ...clock };
        await compare(report, question, expected(counted, question));
      }
  }
}

it('the reports on people equal a recount from the events', async () => {
  await fc.assert(
    fc.asyncProperty(world, (one) =>
      eachReport(one, async (report, question, expected) => {
        const { rows, totals } = await asked.figures(report, question);
        const found = rows.map(({ key, label: _, ...figures }) => [key, figures]);
        expect({ ...Object.fromEntries(found), all: totals }).toEqual(expected);
      }),
    ),
    { numRuns: ALL_TESTS ? 200 : 40 },
  );
});

it('each number in the reports on people opens to appointments that add up to it', async () => {
  await fc.assert(
    fc.asyncProperty(world, (one) =>
      eachReport(one, async (report, question, expected) => {
        for (const { key: column } of report.columns.filter(({ adds }) => adds !== undefined))
          for (const [key, figures] of Object.entries(expected)) {
            if (figures[column] === null) continue;
            const behind = await asked.behind(report, column, question, key === 'all' ? undefined : key);
            expect([...behind.values()].reduce((sum, value) => sum + value, 0)).toBe(figures[column]);
          }
      }),
    ),
    { numRuns: 5 },
  );
});
