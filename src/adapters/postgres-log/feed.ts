import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { batchLimit } from '../../eventsourcing/batch-limit.ts';
import {
  type FeedBatch,
  LOG_START,
  type Position,
  type RecordedEvent,
  type SubscribeOptions,
} from '../../eventsourcing/event-store.ts';
import { untilAborted } from '../../eventsourcing/until-aborted.ts';
import type { AppendNotifier } from './append-notifier.ts';
import { storeError } from './errors.ts';
import { EVENT_COLUMNS, type EventRow, pairOf, positionOf, recordedEvent } from './rows.ts';

/** How often a subscription reads without having been notified; also how soon a lost database is noticed. */
const POLL_MS = 250;
/** How often at most events are read again that an open transaction holds back. */
const LONGEST_HELD_BACK_MS = 16;
/** After so many events at the live end, the next read waits: what comes meanwhile goes through all readers together. */
const BUSY = { events: 8, pauseMs: 8 };

/** A row of a window. Of those that don't match the filter only the position is sent. */
type FeedRow = EventRow | [tx: string, globalPosition: string, stream: null];

/**
 * The part of the log after a position that is final: a transaction still open anywhere may yet commit events
 * with its own, lower id, so everything from the oldest open one on has to wait for it.
 *
 * The limit is part of the text, since a plan made for an unknown limit sorts the table instead of reading
 * the index.
 */
const windowSql = (columns: string, limit: number) => `
  select ${columns} from log.events e
  where (e.tx, e.global_position) > ($1::xid8, $2::bigint)
    and e.tx < pg_snapshot_xmin(pg_current_snapshot())
  order by e.tx, e.global_position
  limit ${limit}`;

/** The filter comes after the limit, so that a read costs the same however little matches. */
const filteredSql = (limit: number) => `
  select w.tx, w.global_position, e.stream, e.revision, e.event_id, e.type, e.data, e.metadata
  from (${windowSql('*', limit)}) w
  left join lateral (select w.stream, w.revision, w.event_id, w.type, w.data, w.metadata) e
    on w.stream ^@ any ($3::text[])
  order by w.tx, w.global_position`;

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

interface Window {
  readonly events: readonly RecordedEvent[];
  /** Of the last row in the window; where the window begins when there was none. */
  readonly position: Position;
  /** True when there may be more. */
  readonly full: boolean;
}

type WindowReader = (after: Position) => Promise<Window>;

const windowReader = (pool: Pool, limit: number, prefixes?: readonly string[]): WindowReader => {
  const statement = prefixes
    ? { name: `log-feed-filtered-${limit}`, text: filteredSql(limit) }
    : { name: `log-feed-${limit}`, text: windowSql(EVENT_COLUMNS, limit) };
  return async (after) => {
    try {
      const values = [...pairOf(after), ...(prefixes ? [prefixes] : [])];
      const { rows } = await pool.query<FeedRow>({ ...statement, values, rowMode: 'array' });
      const events: RecordedEvent[] = [];
      for (const row of rows) if (row[2] !== null) events.push(recordedEvent(row));
      const last = rows.at(-1);
      return { events, position: last ? positionOf(last[0], last[1]) : after, full: rows.length === limit };
    } catch (error) {
      throw storeError(error);
    }
  };
};

/**
 * Live subscriptions are at the same position and are woken together, so they share one query for it. One that
 * joins a query already under way may get an older result; it then knows that more is pending, and reads again.
 */
export const liveReader = (pool: Pool) => {
  const running = new Map<string, Promise<Window>>();
  return (limit: number): WindowReader => {
    const read = windowReader(pool, limit);
    return (after) => {
      const key = `${limit} ${after}`;
      const shared = running.get(key) ?? read(after).finally(() => running.delete(key));
      running.set(key, shared);
      return shared;
    };
  };
};

/** Where a feed reads: history filtered by the database, the live end shared and filtered here. */
export interface FeedSource {
  readonly pool: Pool;
  readonly live: ReturnType<typeof liveReader>;
  readonly head: () => Promise<Position>;
  readonly notifier: AppendNotifier;
}

/** One loop for history and for live: read, hand over, and wait when there was no more to read. */
export async function* feed(source: FeedSource, options: SubscribeOptions): AsyncGenerator<FeedBatch> {
  const { signal, streamPrefixes, lazyPosition = false } = options;
  const { notifier } = source;
  const limit = batchLimit(options.maxBatch);
  const readHistory = windowReader(source.pool, limit, streamPrefixes);
  // Who isn't woken with the others can't share their reads.
  const readLive = lazyPosition ? readHistory : source.live(limit);
  const wakingPrefixes = lazyPosition ? streamPrefixes : undefined;
  const matches = ({ stream }: RecordedEvent) =>
    streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true;
  let position = options.from;
  let announced = false;
  let live = false;
  let heldBack = 1;
  let ahead: Promise<Window> | undefined;
  const start = await untilAborted(source.head(), signal);
  while (!signal.aborted) {
    const end = [start ?? LOG_START, notifier.latest(wakingPrefixes)].sort().at(-1) ?? LOG_START;
    const window: Window | undefined = await untilAborted(
      ahead ?? (live ? readLive : readHistory)(position),
      signal,
    );
    if (window === undefined) return;
    ahead = undefined;
    if (window.full) {
      // One window ahead of the consumer and no more; should the consumer leave, its failure is ignored.
      ahead = readHistory(window.position);
      ahead.catch(() => {});
    }
    // What an open transaction holds back isn't delivered yet, so there is no catching up without it.
    const caughtUp = !window.full && window.position >= end;
    const events = live ? window.events.filter(matches) : window.events;
    live = !window.full;
    if (window.position !== position || (caughtUp && !announced)) {
      position = window.position;
      announced = caughtUp;
      heldBack = 1;
      yield { events, position, caughtUp };
    }
    if (window.full) continue;
    if (window.events.length >= BUSY.events) await pause(BUSY.pauseMs, signal);
    // An event known to be there but not to be seen yet waits for a transaction, mostly one of milliseconds.
    const pending = !caughtUp || notifier.latest(wakingPrefixes) > position;
    await notifier.wait(position, pending ? heldBack : POLL_MS, signal, wakingPrefixes);
    heldBack = pending ? Math.min(heldBack * 2, LONGEST_HELD_BACK_MS) : 1;
  }
}
