import { untilAborted } from '../../../src/eventsourcing/async/until-aborted.ts';
import { batchLimit } from '../../../src/eventsourcing/batch-limit.ts';
import { eventJson } from '../../../src/eventsourcing/event-json.ts';
import {
  type AppendResult,
  type EventBatch,
  type EventStore,
  type ExpectedRevision,
  LOG_START,
  type NewEvent,
  type Position,
  type RecordedEvent,
  type SubscribeOptions,
  WrongExpectedRevision,
} from '../../../src/eventsourcing/event-store.ts';

/**
 * Called before and after an append is written. A hook that throws `StoreUnavailable` simulates a lost request (before)
 * or a lost response (after); one that waits lets a test do something in between.
 */
interface MemoryEventStoreHooks {
  readonly beforeAppend?: (stream: string, events: readonly NewEvent[]) => void | Promise<void>;
  readonly afterAppend?: (stream: string, events: readonly NewEvent[]) => void | Promise<void>;
}

const hex = (number: number) => number.toString(16).padStart(16, '0');

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

const resultOf = (event: RecordedEvent): AppendResult => ({
  revision: event.revision,
  position: event.position,
});

/** The event log in memory: the semantics of the real ones, without their durability. */
export const memoryEventStore = (hooks: MemoryEventStoreHooks = {}): EventStore => {
  const log: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  let appends = 0;
  let grown = Promise.withResolvers<void>();

  /** The original result when these same events are already at that revision. */
  const resent = (stored: readonly RecordedEvent[], at: number, events: readonly NewEvent[]) => {
    if (!events.every((event, index) => stored[at + index]?.id === event.id)) return undefined;
    const last = stored[at + events.length - 1];
    return last && resultOf(last);
  };

  /** The revision for the first event: with `any` the end of the stream, unless the event is stored already. */
  const nextRevision = (
    stored: readonly RecordedEvent[],
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): number => {
    if (expected === 'no-stream') return 0;
    if (expected !== 'any') return Number(expected) + 1;
    const known = stored.findIndex((event) => event.id === events[0]?.id);
    return known < 0 ? stored.length : known;
  };

  const write = (stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): AppendResult => {
    const payloads = eventJson(stream, events);
    const stored = streams.get(stream) ?? [];
    const next = nextRevision(stored, expected, events);
    if (next !== stored.length) {
      const result = resent(stored, next, events);
      if (result === undefined) throw new WrongExpectedRevision(stream, expected);
      return result;
    }
    appends += 1;
    for (const [index, event] of events.entries()) {
      const recorded = frozen<RecordedEvent>({
        id: event.id,
        type: event.type,
        data: JSON.parse(payloads[index]?.data ?? ''),
        metadata: JSON.parse(payloads[index]?.metadata ?? ''),
        stream,
        revision: BigInt(next + index),
        position: hex(appends) + hex(log.length + 1),
      });
      log.push(recorded);
      stored.push(recorded);
    }
    streams.set(stream, stored);
    grown.resolve();
    grown = Promise.withResolvers();
    return { revision: BigInt(stored.length - 1), position: log.at(-1)?.position ?? LOG_START };
  };

  const indexAfter = (position: Position) =>
    position === LOG_START ? 0 : Number.parseInt(position.slice(16), 16);

  async function* subscribe(options: SubscribeOptions): AsyncGenerator<EventBatch> {
    const { from, streamPrefixes, signal } = options;
    const limit = batchLimit(options.maxBatch);
    const wanted = (event: RecordedEvent) =>
      streamPrefixes?.some((prefix) => event.stream.startsWith(prefix)) ?? true;
    let position = from;
    let announced = false;
    while (!signal.aborted) {
      const change = grown.promise;
      const start = indexAfter(position);
      const window = log.slice(start, start + limit);
      const caughtUp = start + window.length === log.length;
      if (window.length > 0 || !announced) {
        position = window.at(-1)?.position ?? position;
        announced = caughtUp;
        yield { events: window.filter(wanted), position, caughtUp };
      }
      if (caughtUp) await untilAborted(change, signal);
    }
  }

  return {
    append: async (stream, expected, events) => {
      await hooks.beforeAppend?.(stream, events);
      const result = write(stream, expected, events);
      await hooks.afterAppend?.(stream, events);
      return result;
    },
    read: async (stream, from = 0n) => (streams.get(stream) ?? []).slice(Number(from)),
    head: async () => log.at(-1)?.position ?? LOG_START,
    subscribe,
    close: async () => {},
  };
};
