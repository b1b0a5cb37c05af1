import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { type BookingEvent, bookingStream } from '../../src/features/booking/appointment/events.ts';
import { isLive } from '../../src/features/booking/appointment/state.ts';
import { stateOf } from '../support/booking/protocol-promises.ts';
import { bookingOf, type Wish } from '../support/booking/protocol-wishes.ts';
import { createProtocolWorld, type Move, WINDOW } from '../support/booking/protocol-world.ts';
import { ALL_TESTS } from '../support/run/all-tests.ts';

// Waiting between two tries is the only real time in the commands; without it each step is a step of the test.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async () => {},
}));

/** The day is nearly over, so that every visit has begun. */
const EVENING = '2026-11-24T22:30:00Z';

const half = fc.integer({ min: 0, max: 5 }).map((n) => WINDOW.start + n * 30);
const service = fc.constantFrom('cut', 'color');
const booking = fc.constantFrom(0, 0, 1);
const enter: fc.Arbitrary<Wish> = fc.record({ kind: fc.constant('enter'), start: half, service });
const finish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('finish'),
  booking,
  version: fc.constantFrom(1, 1, 1, 2, 3),
  start: fc.integer({ min: 0, max: 36 }).map((n) => WINDOW.start + n * 5),
  service,
});
const other: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('complete'), booking }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('length'), booking, end: half.map((start) => start + 45) }),
  },
  { weight: 1, arbitrary: booking.map((index): Wish => ({ kind: 'cancel', booking: index })) },
  { weight: 1, arbitrary: booking.map((index): Wish => ({ kind: 'reinstate', booking: index })) },
  { weight: 2, arbitrary: enter },
);
const wishes = fc
  .tuple(
    enter,
    enter,
    fc.array(fc.oneof({ weight: 3, arbitrary: finish }, other), { maxLength: 6, size: 'max' }),
  )
  .map(([a, b, rest]) => [a, b, ...rest]);

const MOVES: readonly [Move['kind'], number][] = [
  ['open-gate', 10],
  ['begin', 5],
  ['answer-all', 3],
  ['stall', 1],
  ['keep-up', 1],
  ['pass-time', 1],
  ['send-again', 3],
  ['keep', 1],
  ['kill', 2],
];
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.oneof(...MOVES.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  process: fc.nat({ max: 1 }),
  n: fc.nat({ max: 20 }),
});
const schedule = fc.array(move, { minLength: 30, maxLength: 90, size: 'max' });

/** Finishes of which the log has a part alone, or which end elsewhere than their request says. */
function wrongFinishes(wanted: readonly Wish[], events: readonly RecordedEvent[]): string[] {
  const found: string[] = [];
  const byCommand = Map.groupBy(events, ({ stream, metadata }) => `${stream} ${metadata.commandId}`);
  for (const recorded of events) {
    const event = recorded as RecordedEvent & BookingEvent;
    const { stream, metadata } = recorded;
    if (event.type !== 'BookingLengthChanged') continue;
    const together = byCommand.get(`${stream} ${metadata.commandId}`)?.map(({ type }) => type) ?? [];
    const { start, end, from } = event.data;
    const isEarly = together.includes('BookingCompleted');
    if (isEarly && (start !== from.start || end >= from.end)) found.push(`${stream} ends at ${end}`);
  }
  for (const [index, wish] of wanted.entries()) {
    if (wish.kind !== 'finish') continue;
    const started = stateOf(events, bookingStream(bookingOf(wish, index)));
    if (!isLive(started)) continue;
    if (started.slot.start !== wish.start) found.push(`${index} starts at ${started.slot.start}`);
    const finished = events.some(
      ({ type, stream }) =>
        type === 'BookingCompleted' &&
        stream === bookingStream(bookingOf(enterOf(wanted, wish), wish.booking)),
    );
    if (!finished) found.push(`${index} has started, and nothing was finished`);
  }
  return found;
}

/** How many walk-ins have begun at the end of a visit that has become shorter for them. */
const earlyEnds = (wanted: readonly Wish[], events: readonly RecordedEvent[]): number =>
  wanted.filter((wish, index) => {
    if (wish.kind !== 'finish' || !isLive(stateOf(events, bookingStream(bookingOf(wish, index)))))
      return false;
    const visit = bookingStream(bookingOf(enterOf(wanted, wish), wish.booking));
    return events.some(
      ({ stream, type, data }) =>
        stream === visit && type === 'BookingLengthChanged' && data.end === wish.start,
    );
  }).length;

/** Walk-ins whose visit was finished for them alone and which have neither begun nor lost their time to somebody else. */
function leftOff(wanted: readonly Wish[], events: readonly RecordedEvent[]): number[] {
  const finishes = wanted.flatMap((wish, index) => (wish.kind === 'finish' ? [{ wish, index }] : []));
  const isAlone = finishes.length === 1 && !wanted.some(({ kind }) => kind === 'complete');
  if (!isAlone) return [];
  const live = wanted
    .map((wish, index) => stateOf(events, bookingStream(bookingOf(wish, index))))
    .filter(isLive)
    .map(({ slot }) => slot);
  return finishes.flatMap(({ wish, index }) => {
    const finished =
      stateOf(events, bookingStream(bookingOf(enterOf(wanted, wish), wish.booking))).status === 'completed';
    const end = wish.start + (wish.service === 'cut' ? 30 : 60);
    const isTaken = live.some((slot) => slot.start < end && wish.start < slot.end);
    return finished && !isTaken ? [index] : [];
  });
}

const enterOf = (wanted: readonly Wish[], { booking: index }: { readonly booking: number }): Wish =>
  wanted[index] as Wish;

it('finishes a visit and starts a walk-in under any interleaving of requests, retries, pauses, kills and keepers', async () => {
  let started = 0;
  let early = 0;
  await fc.assert(
    fc.asyncProperty(wishes, schedule, async (wanted, steps) => {
      const world = createProtocolWorld(wanted, [0, 0], { begins: EVENING });
      for (const step of steps) await world.step(step);
      await world.calmDown();
      const events = await world.events();
      expect(world.failures).toEqual([]);
      expect(await world.violations()).toEqual([]);
      expect(wrongFinishes(wanted, events)).toEqual([]);
      expect(leftOff(wanted, events)).toEqual([]);
      early += earlyEnds(wanted, events);
      for (const [index, answers] of world.answers.entries()) {
        const granted = answers.flatMap((answer) => ('ok' in answer ? [answer.ok] : []));
        const [first] = granted;
        if (first === undefined) continue;
        if (wanted[index]?.kind === 'finish') started += 1;
        for (const again of granted) expect(again).toEqual(first);
        expect(await world.askAgain(index, index)).toEqual({ ok: first });
      }
      expect(await world.events()).toHaveLength(events.length);
    }),
    { numRuns: Number(process.env.PROTOCOL_RUNS ?? (ALL_TESTS ? 250 : 80)) },
  );
  expect(started, 'walk-ins have started').toBeGreaterThan(0);
  expect(early, 'some where a visit has become shorter').toBeGreaterThan(0);
});
