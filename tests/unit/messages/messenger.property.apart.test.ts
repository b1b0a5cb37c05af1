import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { causesOf } from '../../../src/features/messages/decision/booking-view.ts';
import { messagesStream } from '../../../src/features/messages/events.ts';
import { causeStatus, hasEnded, readLedger } from '../../../src/features/messages/ledger/ledger.ts';
import { smsLength } from '../../../src/salon/sms-length.ts';
import { ACTIONS, type Action, bookingIdAt, hashNumber } from '../../support/messages/messages-people.ts';
import { createMessagesProof } from '../../support/messages/messages-proof.ts';
import { BEHAVIOURS } from '../../support/messages/messages-provider.ts';
import { createMessagesWorld, type Move } from '../../support/messages/messages-world.ts';

/*
 * Each guard of the protocol was removed by hand, one at a time, and the tests run with 600 random worlds. What failed:
 *
 *   the claim's id is random                                         property
 *   the claim at the revision read                                   property
 *   reading again after the claim                                    property
 *   at most two seconds from reading to calling                      property
 *   what was taken comes back                                        property
 *   the row in the transaction of the checkpoint                     property
 *   a resend at the revision read                                    property
 *   finding an outcome: no rival with the same words                 find-outcome.test, property
 *   finding an outcome: no id that another attempt has               find-outcome.test, property
 *   finding an outcome: not when there are several                   find-outcome.test
 *   finding an outcome: finding nothing proves nothing               property, find-outcome.test
 *   a delivery's report carries the provider's id                    property, before it was corrected
 *   an outcome that is not found, at the revision read               property
 *   a call without an answer isn't "not sent"                        property
 *   a late give-back doesn't reopen an unknown attempt               ledger.test
 *   the watermark after a restore                                    property, decide-message.test
 *   the same for reminders that were due before it                   decide-message.test
 *   no reminder before its time                                      property, decide-message.test
 *   an open attempt blocks claims for other causes of its booking    none: these causes are told once all the same
 *   two minutes for an attempt's owner; a claim's 30 seconds         none: "never twice" depends on no clock
 *   the messenger's checkpoint is compared; rows that exist stay     none: two messengers are harmless by design
 *   an outcome that is recorded isn't recorded again                 none: the log knows the event by its id
 *   no answer once something was caused or changed after it          answers.test
 *   an answer leaves in doubt what the customer knows                answers.test
 *   an answer by who has seen the ones before it                     answers.test
 */

// Waiting between two tries is the only real time in the commands; without it each step is a step of the test.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async () => {},
}));

const BOOKINGS = 2;
const action = fc.tuple(fc.constantFrom(...ACTIONS), fc.nat({ max: BOOKINGS - 1 }));
const actions: fc.Arbitrary<readonly (readonly [Action, number])[]> = fc
  .array(action, { minLength: 2, maxLength: 8, size: 'max' })
  .map((more) => [['book', 0], ['book', 1], ...more] as const);
const behaviours = fc.array(fc.constantFrom(...BEHAVIOURS), { minLength: 1, maxLength: 4 });

const WEIGHTS: readonly (readonly [Move['kind'], number])[] = [
  ['act', 8],
  ['advance', 12],
  ['messenger', 10],
  ['look', 12],
  ['again', 4],
  ['take', 5],
  ['kill', 2],
  ['report', 4],
  ['accept-late', 2],
  ['list', 2],
  ['resend', 3],
  ['pause', 1],
  ['time', 8],
  ['back-up', 1],
  ['restore', 1],
];
const movesOf = (weights: typeof WEIGHTS): fc.Arbitrary<readonly Move[]> =>
  fc.array(
    fc.record({
      kind: fc.oneof(...weights.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
      process: fc.nat({ max: 1 }),
      n: fc.nat({ max: 30 }),
    }),
    { minLength: 40, maxLength: 120, size: 'max' },
  );

type World = ReturnType<typeof createMessagesWorld>;

/** No cause ever led to two texts that the provider took. */
function checkOnce({ claims, double }: World): void {
  const texts = double.accepted.flatMap(({ attemptId }) => claims.get(attemptId) ?? ['without a claim']);
  expect(texts.filter((cause, index) => texts.indexOf(cause) !== index)).toEqual([]);
  const resends = double.accepted.map(({ attemptId }) => attemptId);
  expect(new Set(resends).size).toBe(resends.length);
}

/** Everything that asked for a text has an end that can be seen, and its row knows. */
async function checkEnds(world: World): Promise<void> {
  const events = await world.events();
  const { watermark } = world.sending();
  for (let index = 0; index < BOOKINGS; index += 1) {
    const of = (stream: string) => events.filter((event) => event.stream === stream);
    const { ledger, requests } = readLedger(of(messagesStream(bookingIdAt(index))));
    const causes = [...causesOf(of(bookingStream(bookingIdAt(index))), 'sms'), ...requests];
    const without = causes.filter(
      ({ id, position }) => position > watermark && !hasEnded(causeStatus(ledger, id)),
    );
    expect(without).toEqual([]);
  }
  const unended = [...world.rows()].filter(([, { ended }]) => !ended);
  expect(unended).toEqual([]);
}

/**
 * A text of the provider's is taken for the attempt that it is, or for none. Only what a restored log has lost may be taken for another
 * attempt at the same words to the same number: nothing is left to tell them apart.
 */
async function checkIds({ events, double }: World, wasRestored: boolean): Promise<void> {
  const all = await events();
  const claims = new Map(
    all.flatMap(({ type, data }) => (type === 'MessageAttempted' ? [[data.attemptId, data.personal]] : [])),
  );
  for (const { type, data } of all) {
    if (type !== 'MessageSent') continue;
    const taken = double.accepted.find(({ sid }) => sid === data.sid);
    if (taken?.attemptId === data.attemptId) continue;
    expect([wasRestored, taken && claims.has(taken.attemptId)]).toEqual([true, false]);
    expect(claims.get(data.attemptId)).toMatchObject({ to: taken?.to, text: taken?.text });
  }
}

/** Each claim says for how many parts the provider charges. */
async function checkSegments({ events }: World): Promise<void> {
  for (const { type, data } of await events())
    if (type === 'MessageAttempted')
      expect(data.segments).toBe(smsLength((data.personal as { readonly text: string }).text).segments);
}

/** Checks the log as `npm run verify` would, days later. */
async function checkProof({ events, sending, now }: World): Promise<void> {
  const proof = createMessagesProof(hashNumber);
  for (const event of await events()) proof.apply(event);
  const { paused, watermark, watermarkAt: since } = sending();
  expect(proof.violations(new Date(now() + 7 * 86_400_000), { paused, watermark, since })).toEqual([]);
}

/** A message is sent again once at most, however many staff ask for it at once. */
async function checkResends({ events }: World): Promise<void> {
  const resent = (await events()).flatMap(({ type, data }) =>
    type === 'MessageRequested' && data.resends !== undefined ? [data.resends] : [],
  );
  expect(new Set(resent).size).toBe(resent.length);
}

const RUNS = { numRuns: Number(process.env.PROTOCOL_RUNS ?? 200), endOnFailure: true };

describe('messages', () => {
  it('leave once or not at all, are never wrong, and have an end, though workers are killed, late or repeat themselves', async () => {
    await fc.assert(
      fc.asyncProperty(actions, behaviours, movesOf(WEIGHTS), async (wanted, answers, moves) => {
        const world = createMessagesWorld(wanted, answers);
        await world.begin();
        for (const move of moves) await world.step(move);
        checkOnce(world);
        await world.calmDown();
        expect(world.failures).toEqual([]);
        checkOnce(world);
        await checkIds(
          world,
          moves.some(({ kind }) => kind === 'restore'),
        );
        await checkSegments(world);
        await checkResends(world);
        await checkEnds(world);
        await checkProof(world);
      }),
      RUNS,
    );
  });

  it("are matched with the provider's list only without any doubt, also where texts are alike", async () => {
    const weights = WEIGHTS.filter(
      ([kind]) => !['act', 'back-up', 'restore', 'resend', 'pause'].includes(kind),
    );
    const alike = [0, 1].flatMap((index): (readonly [Action, number])[] => [
      ['book', index],
      ['cancel-in-own-words', index],
    ]);
    const answers = fc.tuple(...alike.map(() => fc.constantFrom(...BEHAVIOURS)));
    await fc.assert(
      fc.asyncProperty(answers, movesOf(weights), async (behaviours, moves) => {
        const world = createMessagesWorld(alike, behaviours);
        await world.begin();
        for (const _ of alike) await world.step({ kind: 'act', process: 0, n: 0 });
        for (const move of moves) await world.step(move);
        await world.calmDown({ behaving: true });
        expect(world.failures).toEqual([]);
        checkOnce(world);
        await checkIds(world, false);
        await checkEnds(world);
        await checkProof(world);
      }),
      { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 2) },
    );
  });
});
