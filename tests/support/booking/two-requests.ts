import { isDeepStrictEqual } from 'node:util';
import type { EventStore, RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { RuleBroken } from '../../../src/eventsourcing/streams/decider.ts';
import { agendaDecider } from '../../../src/features/booking/agenda/decider.ts';
import { type AgendaEvent, agendaStream } from '../../../src/features/booking/agenda/events.ts';
import { type AgendaState, emptyDay } from '../../../src/features/booking/agenda/state.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { Refused } from '../../../src/http/refusal.ts';
import { FIRST_STYLIST, type Stylist } from '../../../src/salon/team.ts';
import { createTestSalon, service, TUESDAY } from '../salon/test-salon.ts';
import { violationsOf } from '../server/server-proof.ts';
import { type AskedUndo, createTestUndo } from '../undo/test-undo.ts';
import {
  halves,
  lateUndos,
  otherShapes,
  otherThanHeld,
  otherTimes,
  stateOf,
  unseen,
  wrongEnds,
} from './protocol-promises.ts';
import { ask, bookingOf, type Wish } from './protocol-wishes.ts';

/** Two requests that meet in two processes. */
export interface Meeting {
  /** Answered before. */
  readonly given: readonly Wish[];
  /** Instant of all this, if it isn't days before the appointments. */
  readonly at?: string;
  readonly first: Wish;
  /** Happens once the first one has stopped. */
  readonly meanwhile?:
    | 'ten minutes pass'
    | 'color costs more'
    | 'color takes longer'
    | 'color gets a gap'
    | 'the first stylist is let go'
    | 'Ann is let go';
  readonly second: Wish | 'the first one again';
  /** The first stylist, Ann and Bea; the first one alone if left out. */
  readonly team?: true;
}

/**
 * The first request stops at a point and the second one at one of its own; then the first one goes on, and then the second one. Points
 * are before it begins (0), before its first append (1), after that (2), before its second append (3), and so on.
 */
export interface Schedule {
  readonly first: number;
  /** Null if it doesn't stop. */
  readonly second: number | null;
  /** The one that is killed where it stops. */
  readonly killed?: 'first' | 'second';
}

/** Whether each request has come to the point where it was to stop. */
interface Reached {
  readonly first: boolean;
  readonly second: boolean;
}

/** As long as `cut` and `color`, but with a gap. */
const TINT = { ...service('tint', 90, 9000), gap: { start: 30, end: 60 } };
const DAYS_BEFORE = '2026-11-20T18:00:00Z';
const PATIENCE_MS = 60_000;
/** Refusals that mean that the protocol got in its own way. */
export const [ANN, BEA] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000b1'];
const UNFAIR = new Set(['slot-id-used', 'idempotency-key-reused', 'not-a-walk-in-time']);

/** A process that stops once at a point of its requests' appends; once killed, it stays there for ever. */
function stoppingAt(log: EventStore, point: number | null) {
  let at = 0;
  let isKilled = false;
  const stopped = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const never = new Promise<never>(() => {});
  const pass = async () => {
    if (isKilled) await never;
    if (at++ !== point) return;
    stopped.resolve();
    await resumed.promise;
    if (isKilled) await never;
  };
  const store: EventStore = {
    ...log,
    async read(stream, from) {
      if (isKilled) await never;
      return log.read(stream, from);
    },
    async append(stream, expected, events) {
      await pass();
      const result = await log.append(stream, expected, events).then(
        (done) => ({ done }),
        (error: unknown) => ({ error }),
      );
      await pass();
      if ('error' in result) throw result.error;
      return result.done;
    },
  };
  return {
    store,
    begin: pass,
    stopped: stopped.promise,
    isReached: () => point !== null && at > point,
    goOn(how: 'killed' | 'alive') {
      isKilled = how === 'killed';
      resumed.resolve();
    },
  };
}

/** The slots and holds of the day by the log. */
function dayOf(events: readonly RecordedEvent[]): Pick<AgendaState, 'taken' | 'holds'> {
  const { taken, holds } = events
    .filter(({ stream }) => stream === agendaStream(TUESDAY))
    .map((event) => event as unknown as AgendaEvent)
    .reduce(agendaDecider.evolve, emptyDay());
  return { taken, holds };
}

/** A log of its own in a log that many tests share. */
export function apartIn(log: EventStore, name: string): EventStore {
  const streams = new Set<string>();
  const inner = (stream: string) => {
    streams.add(stream);
    return `${stream}-of-${name}`;
  };
  const read: EventStore['read'] = async (stream, from) =>
    (await log.read(inner(stream), from)).map((event) => ({ ...event, stream }));
  return {
    ...log,
    read,
    append: (stream, expected, events) => log.append(inner(stream), expected, events),
    async *subscribe() {
      const events = (await Promise.all([...streams].map((stream) => read(stream)))).flat();
      yield { events, position: await log.head(), caughtUp: true };
    },
  };
}

/** Lets two requests meet, sends everything again once they are over, lets the keeper do its work, and says which promises are broken. */
export async function meet(
  log: EventStore,
  { given, at = DAYS_BEFORE, first, meanwhile, second, team }: Meeting,
  schedule: Schedule,
): Promise<{ readonly broken: readonly unknown[]; readonly reached: Reached }> {
  const wishes = [...given, first, ...(second === 'the first one again' ? [] : [second])];
  const broken: unknown[] = [];
  const answers: unknown[][] = wishes.map(() => []);
  const triedAt: string[] = [];
  let time = Date.parse(at);
  const services = [service('cut', 30, 4500), service('color', 60, 11000), TINT];
  const now = () => new Date(time);
  const stylists: Stylist[] = [
    FIRST_STYLIST,
    ...(team ? [ANN, BEA] : []).map((id, index) => ({ ...FIRST_STYLIST, id, order: index + 1 })),
  ];
  const letGo = (id: string) => {
    const index = stylists.findIndex((stylist) => stylist.id === id);
    stylists[index] = { ...FIRST_STYLIST, ...stylists[index], isActive: false };
  };
  const start = (point: number | null = null) => {
    const stopping = stoppingAt(log, point);
    const salon = createTestSalon(stopping.store, {
      now,
      services,
      patienceMs: PATIENCE_MS,
      stylists: () => stylists,
    });
    let made: AskedUndo | undefined;
    const undo: AskedUndo = (...asked) => {
      made ??= createTestUndo(stopping.store, salon, now).undo;
      return made(...asked);
    };
    return { ...stopping, salon, undo, log };
  };
  type Process = ReturnType<typeof start>;

  const streams = [
    agendaStream(TUESDAY),
    ...new Set(wishes.map((wish, index) => bookingStream(bookingOf(wish, index)))),
  ];
  const events = async () => {
    const all = (await Promise.all(streams.map((stream) => log.read(stream)))).flat();
    return all.sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
  };

  async function send(index: number, process: Process): Promise<void> {
    await process.begin();
    triedAt[index] ??= await log.head();
    try {
      answers[index]?.push(await ask(process, wishes, index, () => undefined));
    } catch (error) {
      const isFair = error instanceof RuleBroken || error instanceof Refused;
      const isOtherBody = wishes.some((wish) => wish.kind === 'enter' && wish.keyOf !== undefined);
      if (!isFair || (UNFAIR.has(error.code) && !(isOtherBody && error.code === 'idempotency-key-reused')))
        broken.push(error);
    }
  }

  const another = start();
  for (const index of given.keys()) await send(index, another);

  const [one, other] = [start(schedule.first), start(schedule.second)];
  const oneDone = send(given.length, one);
  await Promise.race([oneDone, one.stopped]);
  if (meanwhile === 'ten minutes pass') time += 10 * 60_000;
  if (meanwhile === 'color costs more') services[1] = service('color', 60, 12000);
  if (meanwhile === 'color takes longer') services[1] = service('color', 90, 11000);
  if (meanwhile === 'color gets a gap')
    services[1] = { ...service('color', 60, 11000), gap: { start: 15, end: 45 } };
  if (meanwhile === 'the first stylist is let go') letGo('first');
  if (meanwhile === 'Ann is let go') letGo(ANN);
  const otherDone = send(wishes.length - 1, other);
  await Promise.race([otherDone, other.stopped]);
  one.goOn(schedule.killed === 'first' ? 'killed' : 'alive');
  if (schedule.killed !== 'first') await oneDone;
  other.goOn(schedule.killed === 'second' ? 'killed' : 'alive');
  if (schedule.killed !== 'second') await otherDone;

  const alive = [
    another,
    ...(schedule.killed === 'first' ? [] : [one]),
    ...(schedule.killed === 'second' ? [] : [other]),
  ];
  const sendAgain = async () => {
    for (const index of wishes.keys()) await send(index, another);
  };
  await sendAgain();
  for (const _ of ['the keeper sees the last slots', 'it gives them back']) {
    const batch = { events: await events(), position: await log.head(), caughtUp: true };
    await another.salon.keeper.handle(batch);
    time += PATIENCE_MS + 1;
    await another.salon.keeper.due.run();
  }
  const all = await events();
  await sendAgain();

  broken.push(
    ...violationsOf(all, new Date(time + 3_600_000)),
    ...lateUndos(all),
    ...halves(all),
    ...otherShapes(wishes, all),
    ...otherThanHeld(wishes, all),
    ...otherTimes(all),
    ...unseen(wishes, all),
    ...wrongEnds(wishes, all, triedAt),
    ...answers.filter((granted) => new Set(granted.map((answer) => JSON.stringify(answer))).size > 1),
    ...((await events()).length > all.length ? ['a repeat changed something'] : []),
  );
  const day = agendaStream(TUESDAY);
  const inLog = dayOf(all);
  for (const { salon } of alive) {
    const own = await salon.agendas.read(day, ({ state: { taken, holds } }) => ({ taken, holds }));
    if (!isDeepStrictEqual(own, inLog)) broken.push('a process thinks otherwise of the day');
  }
  for (const stream of streams.filter((name) => name !== day)) {
    const inLog = stateOf(all, stream);
    for (const { salon } of alive) {
      const own = await salon.bookingStreams.read(stream, ({ state }) => state);
      if (!isDeepStrictEqual(own, inLog)) broken.push(`a process thinks otherwise of ${stream}`);
    }
  }
  return { broken, reached: { first: one.isReached(), second: other.isReached() } };
}
