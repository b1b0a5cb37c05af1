import { expect, it, onTestFinished, vi } from 'vitest';
import { listEvents } from '../../../src/contracts/change-feed.ts';
import { LOG_START } from '../../../src/eventsourcing/event-store.ts';
import { createEventPositions } from '../../../src/features/change-feed/event-positions.ts';
import { createFeedReader } from '../../../src/features/change-feed/read-feed.ts';
import { type Fact, onBooking, record } from '../../projections/events.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const UNKNOWN = '00000000-0000-4000-8000-00000000000c';
const confirmed = (id: string) => onBooking(id, 'BookingConfirmed');
const deleted = (id: string) => onBooking(id, 'BookingDeleted', { slotId: A });
const held: Fact = {
  stream: 'agenda-2026-11-24',
  type: 'SlotHeld',
  data: { holdId: A, start: 600, end: 660, expiresAt: '2026-11-20T18:10:00.000Z' },
};
/** An event of a stream that the index leaves out. */
const paused: Fact = { stream: 'sending', type: 'SendingPaused', data: {} };
const painted = onBooking(A, 'BookingPainted');

/** A log with these events, their ids, and a reader of its feed. */
async function givenFeed(facts: readonly Fact[], mostRead?: number) {
  const log = memoryEventStore();
  await record(log, facts);
  const index = { isComplete: true, misses: 0 };
  async function idsAndPositions() {
    const events = new Map<string, string>();
    for await (const batch of log.subscribe({ from: LOG_START, signal: new AbortController().signal })) {
      for (const { id, position } of batch.events) events.set(id, position);
      if (batch.caughtUp) break;
    }
    return events;
  }
  const read = createFeedReader({
    log,
    positionOf: createEventPositions({
      async positionOf(id) {
        if (index.misses > 0) {
          index.misses -= 1;
          return undefined;
        }
        return (await idsAndPositions()).get(id);
      },
      isIndexComplete: async () => index.isComplete,
    }),
    isIndexed: (stream) => stream !== 'sending',
    source: 'https://salon.example',
    ...(mostRead !== undefined && { mostRead }),
  });
  const ids = [...(await idsAndPositions()).keys()];
  return {
    log,
    index,
    ids,
    ask: async (query: Readonly<Record<string, string>> = {}, signal = new AbortController().signal) => {
      const { events, last } = await read(listEvents.query.parse(query), signal);
      return { types: events.map(({ type }) => type), ids: events.map(({ id }) => id), last };
    },
  };
}

it('the feed comes in pieces, in order, each with the id after which the next one begins', async () => {
  const { ask, ids } = await givenFeed([confirmed(A), held, confirmed(B), deleted(A)]);
  const first = await ask({ limit: '2' });
  expect(first).toMatchObject({ ids: [ids[0], ids[2]], last: ids[2] });
  const second = await ask({ limit: '2', after: first.last ?? '' });
  expect(second).toMatchObject({ types: ['appointment.deleted'], ids: [ids[3]], last: ids[3] });
  expect(await ask({ after: second.last ?? '' })).toEqual({ types: [], ids: [], last: ids[3] });
});

it('an empty log has no id after which a next piece begins', async () => {
  const { ask } = await givenFeed([]);
  expect(await ask()).toEqual({ types: [], ids: [], last: undefined });
});

it('the next piece begins after events that were left out for their type, or because they never leave', async () => {
  const { ask, ids } = await givenFeed([confirmed(A), deleted(A), confirmed(B), held]);
  expect(await ask({ types: 'appointment.deleted' })).toMatchObject({ ids: [ids[1]], last: ids[3] });
  expect(await ask({ types: 'service.*' })).toMatchObject({ ids: [], last: ids[3] });
  expect(await ask({ types: 'service.*,appointment.confirmed' })).toMatchObject({ ids: [ids[0], ids[2]] });
});

it('a piece ends with the id of an event that the index finds', async () => {
  const { ask, ids } = await givenFeed([confirmed(A), paused]);
  expect(await ask()).toMatchObject({ ids: [ids[0]], last: ids[0] });
});

it('a request for rare types ends after a limited number of events', async () => {
  const { ask, ids } = await givenFeed([held, held, held, deleted(A)], 2);
  const first = await ask({ types: 'appointment.*', wait: '30' });
  expect(first).toEqual({ types: [], ids: [], last: ids[1] });
  expect(await ask({ after: first.last ?? '' })).toMatchObject({ ids: [ids[3]], last: ids[3] });
});

it('the feed stops before an event of a later release, after the events before it', async () => {
  const { ask, ids } = await givenFeed([confirmed(A), painted, confirmed(B)]);
  expect(await ask()).toMatchObject({ ids: [ids[0]], last: ids[0] });
  for (const query of [{}, { types: 'service.*' }, { wait: '30' }])
    await expect(ask({ after: ids[0] ?? '', ...query })).rejects.toMatchObject({ code: 'feed-stopped' });
});

it('the feed stops at an event of a later release also if no event before it has an id to begin after', async () => {
  const { ask } = await givenFeed([paused, painted]);
  await expect(ask()).rejects.toMatchObject({ code: 'feed-stopped' });
});

it('refuses an event that is not in the log, but only once the index has the whole log', async () => {
  const { ask, ids, index } = await givenFeed([confirmed(A), confirmed(B)]);
  await expect(ask({ after: UNKNOWN })).rejects.toMatchObject({ code: 'unknown-event' });
  index.isComplete = false;
  await expect(ask({ after: UNKNOWN })).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
  // It gets the event while it is waited for.
  index.misses = 1;
  expect(await ask({ after: ids[0] ?? '' })).toMatchObject({ ids: [ids[1]] });
});

it('says that the log cannot be read when nothing comes from it, and does not take that for its end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const read = createFeedReader({
    log: {
      async *subscribe({ signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
    },
    positionOf: async () => LOG_START,
    isIndexed: () => true,
    source: 'https://salon.example',
  });
  const asked = read(listEvents.query.parse({ wait: '30' }), new AbortController().signal);
  const refused = expect(asked).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
  await vi.advanceTimersByTimeAsync(2_000);
  await refused;
});

it('waits for the next event that is asked for', async () => {
  const { ask, ids, log } = await givenFeed([confirmed(A)]);
  const waiting = ask({ after: ids[0] ?? '', types: 'appointment.deleted', wait: '30' });
  await record(log, [held, confirmed(B), deleted(B)]);
  expect(await waiting).toMatchObject({ types: ['appointment.deleted'] });
});

it('ends a wait when its time is over, or when nobody needs the answer any more', async () => {
  const { ask, ids } = await givenFeed([confirmed(A), held]);
  const nothing = { types: [], ids: [], last: ids[1] };
  expect(await ask({ after: ids[0] ?? '', wait: '1' })).toEqual(nothing);
  const leaving = new AbortController();
  const waiting = ask({ after: ids[0] ?? '', wait: '30' }, leaving.signal);
  leaving.abort();
  expect(await waiting).toMatchObject({ ids: [] });
});
