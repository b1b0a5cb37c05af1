import type { Pool } from 'pg';
import { batchLimit } from '../eventsourcing/batch-limit.ts';
import type { FeedBatch, Position, RecordedEvent, SubscribeOptions } from '../eventsourcing/event-store.ts';
import { untilAborted } from '../eventsourcing/until-aborted.ts';
import { storeError } from './postgres-event-store-errors.ts';
import {
  EVENT_COLUMNS,
  type EventRow,
  pairOf,
  positionOf,
  recordedEvent,
} from './postgres-event-store-rows.ts';
import type { LogSignal } from './postgres-event-store-signal.ts';

/** The net under the notifications, and how soon a lost database is noticed. */
const POLL_MS = 250;

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

interface Window {
  readonly events: readonly RecordedEvent[];
  /** Of the last row looked at; where the look began when there was none. */
  readonly position: Position;
  /** True when there may be more. */
  readonly full: boolean;
}

const windowReader = (pool: Pool, prefixes: readonly string[] | undefined, limit: number) => {
  const statement = prefixes
    ? { name: `log-feed-filtered-${limit}`, text: filteredSql(limit) }
    : { name: `log-feed-${limit}`, text: windowSql(EVENT_COLUMNS, limit) };
  return async (after: Position): Promise<Window> => {
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

/** One loop for history and for live: look, hand over, and wait when there was no more to see. */
export async function* feed(
  pool: Pool,
  changes: LogSignal,
  options: SubscribeOptions,
): AsyncGenerator<FeedBatch> {
  const { signal } = options;
  const read = windowReader(pool, options.streamPrefixes, batchLimit(options.maxBatch));
  let position = options.from;
  let announced = false;
  let heldBack = 1;
  let ahead: Promise<Window> | undefined;
  while (!signal.aborted) {
    const window = await untilAborted(ahead ?? read(position), signal);
    if (window === undefined) return;
    ahead = undefined;
    if (window.full) {
      // One window ahead of the consumer and no more; if the consumer leaves, nobody hears of its failure.
      ahead = read(window.position);
      ahead.catch(() => {});
    }
    if (window.position !== position || !announced) {
      position = window.position;
      announced = !window.full;
      heldBack = 1;
      yield { events: window.events, position, caughtUp: !window.full };
    }
    if (window.full) continue;
    // An event known to be there but not to be seen yet waits for a transaction, mostly one of milliseconds.
    const pending = changes.latest() > position;
    await changes.wait(position, pending ? heldBack : POLL_MS, signal);
    heldBack = pending ? Math.min(heldBack * 2, POLL_MS) : 1;
  }
}
