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
import type { LogSignal } from './append-notifier.ts';
import { storeError } from './errors.ts';
import { EVENT_COLUMNS, type EventRow, pairOf, positionOf, recordedEvent } from './rows.ts';

/** The net under the notifications, and how soon a lost database is noticed. */
const POLL_MS = 250;
/** How often at most to look again for events that a transaction still open holds back. */
const LONGEST_HELD_BACK_MS = 16;
/** After so many events at the live end, the next look waits: what comes meanwhile goes through all readers together. */
const BUSY = { events: 8, pauseMs: 8 };

/** A stretch of the log. Rows that the filter leaves out are there as their position alone. */
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

/** The filter comes after the limit, so that a look costs the same however little matches. */
const filteredSql = (limit: number) => `
  select w.tx, w.global_position, e.stream, e.revision, e.event_id, e.type, e.data, e.metadata
  from (${windowSql('*', limit)}) w
  left join lateral (select w.stream, w.revision, w.event_id, w.type, w.data, w.metadata) e
    on w.stream ^@ any ($3::text[])
  order by w.tx, w.global_position`;

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

interface Window {
  readonly events: readonly RecordedEvent[];
  /** Of the last row looked at; where the look began when there was none. */
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
 * Live subscriptions stand at the same place and are woken together, so they share one query for it. One that
 * joins a query already on its way may get an older answer; it then knows that more is pending, and looks again.
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

/** Where a feed looks: history filtered by the database, the live end shared and filtered here. */
export interface FeedSource {
  readonly pool: Pool;
  readonly live: ReturnType<typeof liveReader>;
  readonly head: () => Promise<Position>;
  readonly changes: LogSignal;
}

/** One loop for history and for live: look, hand over, and wait when there was no more to see. */
export async function* feed(source: FeedSource, options: SubscribeOptions): AsyncGenerator<FeedBatch> {
  const { signal, streamPrefixes } = options;
  const { changes } = source;
  const limit = batchLimit(options.maxBatch);
  const readHistory = windowReader(source.pool, limit, streamPrefixes);
  const readLive = source.live(limit);
  const matches = ({ stream }: RecordedEvent) =>
    streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true;
  let position = options.from;
  let announced = false;
  let live = false;
  let heldBack = 1;
  let ahead: Promise<Window> | undefined;
  const start = await untilAborted(source.head(), signal);
  while (!signal.aborted) {
    const end = [start ?? LOG_START, changes.latest()].sort().at(-1) ?? LOG_START;
    const window: Window | undefined = await untilAborted(
      ahead ?? (live ? readLive : readHistory)(position),
      signal,
    );
    if (window === undefined) return;
    ahead = undefined;
    if (window.full) {
      // One window ahead of the consumer and no more; if the consumer leaves, nobody hears of its failure.
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
    const pending = !caughtUp || changes.latest() > position;
    await changes.wait(position, pending ? heldBack : POLL_MS, signal);
    heldBack = pending ? Math.min(heldBack * 2, LONGEST_HELD_BACK_MS) : 1;
  }
}
