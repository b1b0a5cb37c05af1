import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import { type AgendaEvent, agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingDecider } from '../../src/features/booking/appointment/decider.ts';
import type { BookingEvent } from '../../src/features/booking/appointment/events.ts';
import { isLive } from '../../src/features/booking/appointment/state.ts';
import { collide, partsOf } from '../../src/salon/parts.ts';
import { forbiddenOn } from '../support/booking/day-oracle.ts';
import { halves, lateUndos, otherShapes } from '../support/booking/protocol-promises.ts';
import type { Wish } from '../support/booking/protocol-wishes.ts';
import {
  ANN,
  BEA,
  BEAS_HOURS,
  createProtocolWorld,
  type Move,
  ON_THE_DAY,
  WINDOW,
} from '../support/booking/protocol-world.ts';
import { ALL_TESTS } from '../support/run/all-tests.ts';
import { TUESDAY } from '../support/salon/test-salon.ts';

// Waiting between two tries is the only real time in the commands; without it each step is a step of the test.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async () => {},
}));

const start = fc.integer({ min: 0, max: 9 }).map((n) => WINDOW.start + n * 30);
const booking = fc.constantFrom(0, 0, 0, 1, 2);
const service = fc.constantFrom('cut', 'color', 'tint');
/** Any earlier wish, whether it is a hold or not: an id that was never a hold's must do no harm. */
const hold = fc.option(fc.nat({ max: 8 }), { nil: undefined });
/** In a salon of one, a wish for another stylist becomes a wish for anyone. */
const stylist = fc.constantFrom(undefined, undefined, undefined, 'first', ANN, BEA);
const create: fc.Arbitrary<Wish> = fc.record({ kind: fc.constant('create'), start, service, hold, stylist });
const holding: fc.Arbitrary<Wish> = fc.record({ kind: fc.constant('hold'), start, service, hold, stylist });
const drop: fc.Arbitrary<Wish> = fc.record({ kind: fc.constant('drop'), hold: fc.nat({ max: 8 }) });
/** The undone wish, counted back from this one; made its index below. */
const undo: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('undo'),
  wish: fc.integer({ min: 1, max: 4 }),
});
const change = (...kinds: readonly ('cancel' | 'reinstate' | 'confirm' | 'remove')[]) =>
  booking.map((index) => kinds.map((kind): Wish => ({ kind, booking: index })));
const length: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('length'),
  booking,
  end: fc.integer({ min: 1, max: 20 }).map((n) => WINDOW.start + n * 15),
});
const services: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('services'),
  booking,
  services: fc.constantFrom(
    ['cut'] as const,
    ['color'] as const,
    ['cut', 'color'] as const,
    ['tint'] as const,
  ),
});
const complete: fc.Arbitrary<Wish> = fc.record({ kind: fc.constant('complete'), booking });
const minutes = fc.constantFrom(30, 60, 90);
const blockTime: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('block-time'),
  start,
  minutes,
  stylist,
});
const moveTime: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('move-time'),
  block: fc.nat({ max: 8 }),
  start,
});
const unblockTime: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('unblock-time'),
  block: fc.nat({ max: 8 }),
});
const setHours: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('set-hours'),
  start,
  minutes: fc.constantFrom(0, 120, 300),
  stylist,
});
const clearHours: fc.Arbitrary<Wish> = fc.record({ kind: fc.constant('clear-hours'), stylist });
/** An appointment becomes shorter, somebody else wants the time, and then it is to have it again. */
const shrunk: fc.Arbitrary<readonly Wish[]> = fc.tuple(
  fc.record({ kind: fc.constant('services' as const), booking, services: fc.constant(['cut'] as const) }),
  create,
  fc.constant<Wish>({ kind: 'undo', wish: 2 }),
);
const reschedule: fc.Arbitrary<Wish> = fc.record({ kind: fc.constant('reschedule'), booking, start });
/** Another stylist at the same start, or at another one. */
const handOver: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constant('reschedule'),
  booking,
  start,
  stylist: fc.constantFrom(null, 'first', ANN, BEA),
});
/** A person's next step, in one or two requests. Single bookings see much change, so that retries come late. */
const plan: fc.Arbitrary<readonly Wish[]> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(create) },
  { weight: 5, arbitrary: fc.tuple(reschedule) },
  { weight: 3, arbitrary: fc.tuple(handOver) },
  { weight: 5, arbitrary: change('cancel', 'reinstate') },
  { weight: 2, arbitrary: fc.oneof(change('cancel'), change('reinstate'), change('confirm')) },
  { weight: 4, arbitrary: fc.oneof(fc.tuple(length), fc.tuple(services)) },
  { weight: 3, arbitrary: fc.tuple(complete) },
  { weight: 3, arbitrary: shrunk },
  { weight: 1, arbitrary: change('remove') },
  { weight: 3, arbitrary: fc.tuple(holding) },
  { weight: 4, arbitrary: fc.tuple(undo) },
  { weight: 1, arbitrary: fc.tuple(drop) },
  { weight: 1, arbitrary: fc.constantFrom<Wish[]>([{ kind: 'block' }], [{ kind: 'unblock', block: 3 }]) },
  { weight: 4, arbitrary: fc.oneof(fc.tuple(blockTime), fc.tuple(moveTime), fc.tuple(unblockTime)) },
  { weight: 1, arbitrary: fc.oneof(fc.tuple(setHours), fc.tuple(clearHours)) },
);
const wishes = fc
  .tuple(create, create, create, fc.array(plan, { maxLength: 7, size: 'max' }))
  .map(([a, b, c, rest]): Wish[] =>
    [a, b, c, ...rest.flat()].map((wish, index) =>
      wish.kind === 'undo' ? { ...wish, wish: Math.max(0, index - wish.wish) } : wish,
    ),
  );
/** The same wish in a salon that doesn't know several stylists. */
function forNobody(wish: Wish): Wish {
  if (!('stylist' in wish)) return wish;
  const { stylist: _, ...rest } = wish;
  return rest as Wish;
}
/** Mostly single gates; now and then a request or a keeper runs through, so that long histories come about too. */
const MOVES: readonly [Move['kind'], number][] = [
  ['open-gate', 8],
  ['begin', 4],
  ['answer-all', 3],
  ['stall', 1],
  ['keep-up', 2],
  ['pass-time', 2],
  ['send-again', 2],
  ['keep', 2],
  ['kill', 1],
  ['let-go', 1],
];
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.oneof(...MOVES.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  process: fc.nat({ max: 1 }),
  n: fc.nat({ max: 20 }),
});
const schedule = fc.array(move, { minLength: 30, maxLength: 100, size: 'max' });
const skew = fc.integer({ min: -180_000, max: 180_000 });

/** Starts of half an hour at which some stylist has no live booking of the log, no block, and open hours. */
function freeByTheLog(events: readonly RecordedEvent[], stylists: readonly string[]): number[] {
  const streams = Map.groupBy(events, ({ stream }) => stream);
  const lived = [...streams]
    .filter(([stream]) => stream.startsWith('booking-'))
    .map(([, history]) =>
      history
        .map((event) => event as unknown as BookingEvent)
        .reduce(bookingDecider.evolve, bookingDecider.initialState()),
    )
    .filter(isLive)
    .map(({ slot }) => slot);
  const blocks = events.filter(({ type }) => type === 'DateBlocked' || type === 'DateUnblocked');
  if (blocks.at(-1)?.type === 'DateBlocked') return [];
  const blocked = [...blockedTimes(events).values()];
  const isFree = (stylist: string, from: number) => {
    const unfree = [
      ...lived.flatMap(partsOf).filter(({ resource }) => resource === stylist),
      ...blocked.filter(({ resource = stylist }) => resource === stylist),
    ];
    const isOpen = [
      windowsAfter(events, undefined) ?? [WINDOW],
      windowsAfter(events, stylist) ?? weekOf(stylist),
    ].every((windows) => windows.some(({ start, end }) => start <= from && from + 30 <= end));
    return isOpen && !unfree.some((slot) => slot.start < from + 30 && from < slot.end);
  };
  const starts = Array.from({ length: (WINDOW.end - WINDOW.start) / 30 }, (_, n) => WINDOW.start + n * 30);
  return starts.filter((from) => stylists.some((stylist) => isFree(stylist, from)));
}

const weekOf = (stylist: string): readonly Time[] => [stylist === BEA ? BEAS_HOURS : WINDOW];

interface Time {
  readonly start: number;
  readonly end: number;
  /** The stylist whose block it is; everybody's if left out. */
  readonly resource?: string | undefined;
}

/** The blocked parts of the day after these events, by their blocks' ids. */
function blockedTimes(events: readonly RecordedEvent[]): ReadonlyMap<string, Time> {
  const times = new Map<string, Time>();
  for (const { type, data } of events as unknown as readonly AgendaEvent[]) {
    if (type === 'TimeBlocked' || type === 'BlockedTimeMoved') {
      const resource = type === 'TimeBlocked' ? data.resource : times.get(data.blockId)?.resource;
      times.set(data.blockId, { start: data.start, end: data.end, resource });
    }
    if (type === 'TimeUnblocked') times.delete(data.blockId);
  }
  return times;
}

/** The hours of the date that the salon, or a stylist, has of its own; undefined without any. */
function windowsAfter(
  events: readonly RecordedEvent[],
  stylist: string | undefined,
): readonly Time[] | undefined {
  const last = (events as unknown as readonly AgendaEvent[]).findLast(
    ({ type, data }) => (type === 'DayHoursSet' || type === 'DayHoursCleared') && data.resource === stylist,
  );
  return last?.type === 'DayHoursSet' ? last.data.windows : undefined;
}

/** Slots that were taken over somebody else's hold while it was live by the taker's clock. */
function takenOverHolds(events: readonly RecordedEvent[]): string[] {
  const found: string[] = [];
  let agenda = agendaDecider.initialState();
  for (const recorded of events.filter(({ stream }) => stream === agendaStream(TUESDAY))) {
    const event = recorded as unknown as AgendaEvent;
    if (event.type === 'SlotTaken') {
      const { slotId, fromHold } = event.data;
      const inTheWay = [...agenda.holds].filter(
        ([holdId, hold]) =>
          holdId !== fromHold &&
          hold.expiresAt > recorded.metadata.at &&
          collide(hold.parts, partsOf(event.data)),
      );
      if (inTheWay.length > 0) found.push(slotId);
    }
    agenda = agendaDecider.evolve(agenda, event);
  }
  return found;
}

describe('the booking protocol', () => {
  it.each([
    ['one stylist', undefined],
    ['three, of whom anyone is the first in order', 'in_order'],
    ['three, of whom anyone is the one with the fewest minutes', 'fewest_minutes'],
  ] as const)(
    'keeps its promises under any interleaving of commands, retries, pauses, kills, keepers and clocks: %s',
    async (_, team) => {
      await fc.assert(
        fc.asyncProperty(
          wishes,
          fc.tuple(skew, skew),
          schedule,
          fc.boolean(),
          async (wished, skews, steps, isToday) => {
            const wanted = team ? wished : wished.map(forNobody);
            const world = createProtocolWorld(wanted, skews, {
              team,
              ...(isToday && { begins: ON_THE_DAY }),
            });
            for (const step of steps) await world.step(step);
            await world.calmDown();
            const events = await world.events();

            expect(world.failures).toEqual([]);
            expect(await world.violations()).toEqual([]);
            expect(takenOverHolds(events)).toEqual([]);
            const day = events.filter(({ stream }) => stream === agendaStream(TUESDAY));
            expect(forbiddenOn(day, [WINDOW], new Set(), { [BEA]: [BEAS_HOURS] })).toEqual([]);
            expect(lateUndos(events)).toEqual([]);
            expect(halves(events)).toEqual([]);
            expect(otherShapes(wanted, events)).toEqual([]);

            for (const [index, answers] of world.answers.entries()) {
              // A refusal isn't remembered, so a retry may be granted later; what was granted stays so, word for word.
              const granted = answers.flatMap((answer) => ('ok' in answer ? [answer.ok] : []));
              const [first] = granted;
              for (const other of granted) expect(other).toEqual(first);
              if (first === undefined) continue;
              const { position, status } = first as { position: string; status?: string };
              // An early end is nothing without the completion that it belongs to.
              if (wanted[index]?.kind === 'complete') expect(status).toBe('completed');
              expect(events.map((event) => event.position)).toContain(position);
              expect(await world.askAgain(index, index)).toEqual({ ok: first });
            }
            expect(await world.events()).toHaveLength(events.length);
            const free = freeByTheLog(events, team ? ['first', ANN, BEA] : ['first']).filter(world.isAhead);
            expect(await world.stillFree()).toEqual(free);
          },
        ),
        { numRuns: Number(process.env.PROTOCOL_RUNS ?? (ALL_TESTS ? 250 : 80)) },
      );
    },
  );
});
