import fc from 'fast-check';
import { describe, it, vi } from 'vitest';
import { checkWorld } from '../../support/customers/registrar-checks.ts';
import type { Wish } from '../../support/customers/registrar-wishes.ts';
import { createRegistrarWorld, type Move } from '../../support/customers/registrar-world.ts';
import { ALL_TESTS } from '../../support/run/all-tests.ts';

/*
 * Each guard of the protocol was removed by hand, one at a time, and the tests run with 400 to 500 random worlds of two
 * processes, kills, stalls, a lost table and racing staff. What failed:
 *
 *   a link found in the log is the decision                                          property
 *   a booking that is gone and has no link gets none                                 registrar.test
 *   the erased hold nothing from the erasure's position on                           property
 *   what was decided counts as held                                                  property
 *   saved, then written                                                              property
 *   the checkpoint is compared                                                       property
 *   whoever loads the table writes what is open                                      property
 *   an event about a card is written once                                            property
 *   a link is written once                                                           property
 *   each append at the revision read                                                 registrar.test
 *   a customer's events in the order of their bookings                               property
 *   its own event takes over, so that a later edit counts                            property
 *   contacts rank by the booking's request                                           property, registrar.test
 *   a card event of somebody erased is passed over                                   property
 *   a stranger's booking teaches nothing; only what was lacking is learnt            property
 *   a confirmation teaches                                                           property
 *   … the customer to whom staff had linked it                                       registrar.test
 *   … but not the customer whom the booking registered                               registrar.test
 *   … and not once more after staff have undone it                                   registrar.test
 *   the shredder waits for the registrar's saved position                            property, shredder.test
 *   … for decisions about the erased customers                                       shredder.test
 *   … for decisions about a booking, and about others of its customer                shredder.test
 *   … and erases what is linked to the erased later                                  property
 *   … and what was linked to them at that position, whatever came after              property
 *   the event before the key                                                         property
 */

// Waiting between two tries is the only real time in the commands; without it each step is a step of the test.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async () => {},
}));

const EMAILS = ['ann@example.com', 'bob@example.com'];
const PHONES = ['+19255550101', '+19255550102'];
const oneOf = (contacts: readonly string[]) =>
  fc.option(fc.constantFrom(...contacts), { nil: null, freq: 3 });
const customer = fc.nat({ max: 3 });
const booking = fc.nat({ max: 9 });
const book: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('book'),
  email: oneOf(EMAILS),
  phone: oneOf(PHONES),
  byStaff: fc.boolean(),
  picks: fc.option(customer, { nil: null, freq: 2 }),
});
const edit: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('edit'),
  customer,
  emails: fc.subarray(EMAILS),
  phones: fc.subarray(PHONES),
});
const add: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('add'),
  emails: fc.subarray(EMAILS),
  phones: fc.subarray(PHONES),
});
const wish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 6, arbitrary: book },
  { weight: 3, arbitrary: edit },
  { weight: 2, arbitrary: add },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('confirm', 'unconfirm'), booking }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), booking }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('link'), booking, customer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge'), customer, into: customer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('split'), merge: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase'), customer }) },
) as fc.Arbitrary<Wish>;
const wishes = fc
  .tuple(book, fc.array(wish, { minLength: 3, maxLength: 12, size: 'max' }))
  .map(([first, rest]) => [first, ...rest]);

const MOVES: readonly [Move['kind'], number][] = [
  ['open-gate', 10],
  ['begin', 6],
  ['registrar', 6],
  ['run-staff', 4],
  ['keep-up', 2],
  ['shredder', 4],
  ['kill', 1],
  ['lose-table', 1],
  ['shred-and-lose', 2],
];
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.oneof(...MOVES.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  process: fc.nat({ max: 1 }),
  n: fc.nat({ max: 20 }),
});
const schedule = fc.array(move, { minLength: 30, maxLength: 100, size: 'max' });

describe('the registrar', () => {
  it('finds each booking its one customer under any interleaving of staff, kills, stalls and lost tables', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, schedule, async (wanted, steps) => {
        const world = createRegistrarWorld(wanted);
        for (const step of steps) await world.step(step);
        await checkWorld(world);
      }),
      { numRuns: Number(process.env.PROTOCOL_RUNS ?? (ALL_TESTS ? 150 : 50)), endOnFailure: true },
    );
  });
});
