import fc from 'fast-check';
import type { Fact } from '../events.ts';
import { createTeller, type What } from './telling.ts';

/** Random salons: what happens in them in half a year, with both days on which the clocks change. */

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
/** The days on which the clocks change, and some around them. */
const FIXED_DAYS = ['2026-11-01', '2026-11-01', '2026-11-02', '2027-03-14', '2027-03-14', '2027-03-31'];
/** The hour that comes twice and the one that is skipped are among them, and every kind of opening hours. */
const STARTS = [30, 60, 75, 90, 120, 150, 180, 540, 555, 600, 610, 630, 700, 1_020, 1_050, 1_380];

/** The frequency of each step. A step that is impossible at its moment is left out. */
const WEIGHTS = {
  request: 14,
  cancel: 7,
  complete: 5,
  reopen: 3,
  confirm: 4,
  move: 4,
  lengthen: 2,
  reshape: 2,
  link: 8,
  reinstate: 2,
  delete: 1,
  erase: 1,
  consent: 1,
  merge: 2,
  split: 1,
  changeService: 2,
  switchService: 1,
  removeService: 1,
  addService: 2,
  changeHours: 2,
  switchHours: 2,
  removeHours: 1,
  addHours: 2,
  block: 2,
  unblock: 1,
  blockTime: 3,
  moveTime: 2,
  unblockTime: 1,
  setDayHours: 3,
  clearDayHours: 1,
  addStylist: 3,
  setWeek: 2,
  switchStylist: 1,
} satisfies Record<What, number>;

const bookedService = fc.record({
  n: fc.nat(3),
  minutes: fc.constantFrom(15, 45, 60, 90),
  priceCents: fc.constantFrom(0, 3_500, 3_500, 9_999, 101),
});

const step = fc.record({
  what: fc.oneof(
    ...Object.entries(WEIGHTS).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what as What) })),
  ),
  one: fc.nat(11),
  other: fc.nat(11),
  day: fc.oneof(fc.constantFrom(...FIXED_DAYS), fc.constantFrom(-1, 0, 0, 1, 2, 7, 20)),
  start: fc.constantFrom(...STARTS),
  services: fc.uniqueArray(bookedService, { minLength: 1, maxLength: 3, selector: ({ n }) => n }),
  cents: fc.option(fc.constantFrom(0, 1, 2_000, 4_550, 10_000), { nil: null }),
  /** Milliseconds after the step before; the clocks of processes differ a little. */
  later: fc.oneof(
    fc.integer({ min: -3 * SECOND_MS, max: 10 * SECOND_MS }),
    fc.integer({ min: 0, max: 40 * HOUR_MS }),
    fc.integer({ min: 0, max: 40 * HOUR_MS }),
    fc.integer({ min: 0, max: 14 * DAY_MS }),
  ),
});

/** The events of random salons in the order of the log; some instants are seconds earlier than the one before. */
export const worlds: fc.Arbitrary<readonly Fact[]> = fc
  .array(step, { minLength: 10, maxLength: 70, size: 'max' })
  .map((steps) => {
    const teller = createTeller();
    for (const one of steps) teller.step(one);
    return teller.facts;
  });

/** The period of the reports on these worlds. */
export const PERIOD = { from: '2026-10-20', to: '2027-04-20' } as const;
