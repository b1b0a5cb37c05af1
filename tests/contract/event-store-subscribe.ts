import { describe, expect, test } from 'vitest';
import {
  LOG_START,
  POSITION_PATTERN,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
} from '../../src/eventsourcing/event-store.ts';
import {
  caughtUpBatch,
  type Delivery,
  deliveredSince,
  deliveryUntil,
  event,
  freshPrefix,
  freshStream,
  ids,
  nextBatch,
  type StoreUnderTest,
} from './log-probe.ts';

const WRITERS = 8;
const APPENDS = 40;

const expectLogOrder = (events: readonly RecordedEvent[]) => {
  const positions = events.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].sort());
  const ends = new Map<string, bigint>();
  for (const { stream, revision } of events) {
    expect(revision).toBe((ends.get(stream) ?? -1n) + 1n);
    ends.set(stream, revision);
  }
};

export const subscribeContract = (store: StoreUnderTest): void => {
  /** Eight writers with a stream each, in appends of one to three events; the ids they wrote. */
  const writeConcurrently = async (prefix: string): Promise<string[]> => {
    const written: string[] = [];
    const writer = async (number: number) => {
      let revision = -1n;
      for (let n = 0; n < APPENDS; n++) {
        const events = Array.from({ length: (n % 3) + 1 }, () => event({ number, n }));
        const [first = event(), ...more] = events;
        const expected = revision < 0n ? 'no-stream' : revision;
        ({ revision } = await store().append(`${prefix}${number}`, expected, [first, ...more]));
        written.push(...ids(events));
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
    return written;
  };

  describe('positions', () => {
    test('are the same from the append, the read, the feed and the head of the log', async () => {
      const stream = freshStream();
      const before = await store().head();
      const { position } = await store().append(stream, 'no-stream', [event(), event()]);
      const read = await store().read(stream);
      expect(read.at(-1)?.position).toBe(position);
      const { events } = await deliveredSince(store(), before);
      expect(events.filter((delivered) => delivered.stream === stream)).toEqual(read);
      expect((await store().head()) >= position).toBe(true);
    });

    test('grow with every append and are 32 hexadecimal digits', async () => {
      const positions: string[] = [];
      for (let n = 0; n < 20; n++) {
        positions.push((await store().append(freshStream(), 'no-stream', [event()])).position);
      }
      expect(positions).toEqual([...new Set(positions)].sort());
      for (const position of [...positions, await store().head()]) expect(position).toMatch(POSITION_PATTERN);
      expect(LOG_START < (positions[0] ?? '')).toBe(true);
    });
  });

  describe('the feed', () => {
    test('delivers history once and in order, from any position', async () => {
      const prefix = freshPrefix();
      const before = await store().head();
      const written = await writeConcurrently(prefix);
      const streamPrefixes = [prefix];
      const { events } = await deliveredSince(store(), before, { streamPrefixes });
      expect(ids(events).sort()).toEqual([...written].sort());
      expectLogOrder(events);
      for (const start of [0, 1, 7, events.length - 2]) {
        const from = events[start]?.position ?? LOG_START;
        const rest = await deliveredSince(store(), from, { streamPrefixes, maxBatch: 10 });
        expect(ids(rest.events)).toEqual(ids(events.slice(start + 1)));
      }
    });

    test('delivers all of eight concurrent writers to two live subscribers, once and in order', async () => {
      const prefix = freshPrefix();
      const from = await store().head();
      const perWriter = Array.from({ length: APPENDS }, (_, n) => (n % 3) + 1).reduce((sum, n) => sum + n, 0);
      const complete = ({ events }: Delivery) => events.length >= perWriter * WRITERS;
      const subscribers = [
        deliveryUntil(store(), { from, streamPrefixes: [prefix] }, complete),
        deliveryUntil(store(), { from, streamPrefixes: [prefix], maxBatch: 7 }, complete),
      ];
      const written = await writeConcurrently(prefix);
      for (const { events, batches } of await Promise.all(subscribers)) {
        expect(ids(events).sort()).toEqual([...written].sort());
        expectLogOrder(events);
        for (const batch of batches) {
          const last = batch.events.at(-1);
          if (last) expect(last.position <= batch.position).toBe(true);
        }
      }
    });

    test('resumes from the mark of any batch without a gap or a repetition', async () => {
      const prefix = freshPrefix();
      let from = await store().head();
      const written = await writeConcurrently(prefix);
      const head = await store().head();
      const seen: RecordedEvent[] = [];
      while (from < head) {
        const part = await deliveryUntil(
          store(),
          { from, maxBatch: 13 },
          ({ batches, position }) => batches.length === 3 || position >= head,
        );
        seen.push(...part.events.filter(({ stream }) => stream.startsWith(prefix)));
        from = part.position;
      }
      expect(ids(seen).sort()).toEqual([...written].sort());
      expectLogOrder(seen);
    });

    test('says when it has caught up, also when there is nothing to deliver', async () => {
      const abort = new AbortController();
      const from = await store().head();
      const options = { from, streamPrefixes: [freshPrefix()], signal: abort.signal };
      const batches = store().subscribe(options)[Symbol.asyncIterator]();
      const first = await caughtUpBatch(batches);
      expect(first.events).toEqual([]);
      expect(first.position >= from).toBe(true);
      abort.abort();
      expect((await batches.next()).done).toBe(true);
    });

    test('delivers everything up to the head before it says so', async () => {
      const prefix = freshPrefix();
      const from = await store().head();
      const written = await writeConcurrently(prefix);
      const { events } = await deliveryUntil(
        store(),
        { from, streamPrefixes: [prefix], maxBatch: 25 },
        ({ batches }) => batches.at(-1)?.caughtUp === true,
      );
      expect(events).toHaveLength(written.length);
    });

    test('delivers only what matches a prefix, taken literally', async () => {
      const [prefix, other] = [freshPrefix(), freshPrefix()];
      const from = await store().head();
      const streams = [`${prefix}a_1`, `x${prefix}1`, `${prefix}ab1`, `${other}1`, prefix.toUpperCase()];
      for (const stream of streams) await store().append(stream, 'no-stream', [event()]);
      const matching = async (...streamPrefixes: string[]) => {
        const { events } = await deliveredSince(store(), from, { streamPrefixes });
        return events.map(({ stream }) => stream);
      };
      expect(await matching(prefix)).toEqual([streams[0], streams[2]]);
      expect(await matching(`${prefix}a_`)).toEqual([streams[0]]);
      expect(await matching(`${prefix}%`, `${prefix}a.`)).toEqual([]);
      expect(await matching(other, `${prefix}ab`)).toEqual([streams[2], streams[3]]);
    });

    test('moves the mark of a live subscription when nothing matches', async () => {
      const abort = new AbortController();
      const from = await store().head();
      const options = { from, streamPrefixes: [freshPrefix()], signal: abort.signal };
      const batches = store().subscribe(options)[Symbol.asyncIterator]();
      await caughtUpBatch(batches);
      for (let n = 0; n < 3; n++) {
        const { position } = await store().append(freshStream(), 'no-stream', [event()]);
        let batch = await nextBatch(batches);
        while (batch.position < position) batch = await nextBatch(batches);
        expect(batch.events).toEqual([]);
      }
      abort.abort();
    });

    test('delivers what matches, and nothing twice, to a reader whose position may be late', async () => {
      const prefix = freshPrefix();
      const from = await store().head();
      const abort = new AbortController();
      const options = { streamPrefixes: [prefix], lazyPosition: true };
      const live = store()
        .subscribe({ ...options, from, signal: abort.signal })
        [Symbol.asyncIterator]();
      await caughtUpBatch(live);
      const wanted: string[] = [];
      const delivered: RecordedEvent[] = [];
      let position = from;
      for (let round = 0; round < 3; round++) {
        for (let n = 0; n < 4; n++) await store().append(freshStream(), 'no-stream', [event()]);
        const own = event();
        wanted.push(own.id);
        await store().append(`${prefix}${round}`, 'no-stream', [own]);
        while (delivered.length < wanted.length) {
          const batch = await nextBatch(live);
          delivered.push(...batch.events);
          expect(batch.position >= (batch.events.at(-1)?.position ?? position)).toBe(true);
          ({ position } = batch);
        }
      }
      abort.abort();
      expect(ids(delivered)).toEqual(wanted);
      const last = event();
      await store().append(`${prefix}last`, 'no-stream', [last]);
      const rest = await deliveryUntil(
        store(),
        { ...options, from: position },
        ({ events }) => events.length > 0,
      );
      expect(ids(rest.events)).toEqual([last.id]);
    });

    test('keeps batches within their bound', async () => {
      const from = await store().head();
      await writeConcurrently(freshPrefix());
      const { batches } = await deliveredSince(store(), from, { maxBatch: 5 });
      expect(Math.max(...batches.map(({ events }) => events.length))).toBeLessThanOrEqual(5);
      await expect(
        deliveryUntil(store(), { from, maxBatch: 0 }, ({ batches }) => batches.length > 0),
      ).rejects.toThrow(RangeError);
    });

    test('waits for a slow consumer and loses nothing', async () => {
      const prefix = freshPrefix();
      const abort = new AbortController();
      const from = await store().head();
      const options = { streamPrefixes: [prefix], maxBatch: 20, signal: abort.signal };
      const feedFrom = (mark: Position) =>
        store()
          .subscribe({ ...options, from: mark })
          [Symbol.asyncIterator]();
      let batches = feedFrom(from);
      let { position } = await caughtUpBatch(batches);
      // Nothing is asked of the subscription while all of this is written.
      const written = await writeConcurrently(prefix);
      const seen: RecordedEvent[] = [];
      while (seen.length < written.length) {
        try {
          const batch = await nextBatch(batches);
          position = batch.position;
          seen.push(...batch.events);
        } catch (error) {
          // A server may give up on so slow a consumer; as every follower does, it goes on from its last position.
          if (!(error instanceof StoreUnavailable)) throw error;
          batches = feedFrom(position);
        }
      }
      expect(ids(seen).sort()).toEqual([...written].sort());
      expectLogOrder(seen);
      abort.abort();
    });

    test('ends without an error when aborted: while waiting, between batches, before the start', async () => {
      const from = await store().head();
      const waiting = new AbortController();
      const batches = store().subscribe({ from, signal: waiting.signal })[Symbol.asyncIterator]();
      await caughtUpBatch(batches);
      const next = batches.next();
      waiting.abort();
      // Other tests' writers are done, so nothing can come in between.
      expect(await next).toEqual({ done: true, value: undefined });

      await store().append(freshStream(), 'no-stream', [event(), event(), event()]);
      const between = await deliveryUntil(store(), { from, maxBatch: 1 }, () => true);
      expect(between.batches).toHaveLength(1);

      const before = store().subscribe({ from, signal: AbortSignal.abort() })[Symbol.asyncIterator]();
      expect((await before.next()).done).toBe(true);
    });

    test('lets a consumer leave in the middle', async () => {
      const from = await store().head();
      await store().append(freshStream(), 'no-stream', [event(), event(), event()]);
      const seen: string[] = [];
      for await (const batch of store().subscribe({
        from,
        maxBatch: 1,
        signal: new AbortController().signal,
      })) {
        seen.push(...ids(batch.events));
        if (seen.length === 2) break;
      }
      expect(seen).toHaveLength(2);
    });
  });
};
