import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { untilAborted } from '../../eventsourcing/async/until-aborted.ts';
import { batchLimit } from '../../eventsourcing/batch-limit.ts';
import {
  type EventBatch,
  LOG_START,
  type Position,
  type RecordedEvent,
  type SubscribeOptions,
} from '../../eventsourcing/event-store.ts';
import type { AppendNotifier } from './append-notifier.ts';
import { feedEnd, type OtherTransactions } from './open-transactions.ts';
import { EVENT_COLUMNS, type EventRow, pairOf, positionOf, queryRows, recordedEvent } from './rows.ts';

/** How often a subscription reads without having been notified. A lost database is noticed after this time, too. */
const POLL_MS = 250;
/** The longest wait between two reads for events that an open transaction holds back. */
const LONGEST_HELD_BACK_MS = 16;
/** When nothing has come for so long, the transaction that holds events back may be one of another database. */
const QUIET_MS = 100;
/** How many full windows are read before the consumer asks for them. */
const WINDOWS_AHEAD = 2;
/** After a live read of so many events the next read waits a little, so that more events are handled together. */
const BUSY = { events: 8, pauseMs: 24 };

/**
 * The events after a position, in an order that is final. An open transaction may still commit events under its own, lower id.
 * So events of the oldest open transaction of this database and of all later ones are held back.
 *
 * The limit is part of the text, since a plan made for an unknown limit sorts the table instead of reading the index.
 */
const windowSql = (columns: string, limit: number) => `
  select ${columns} from log.events e
  where (e.tx, e.global_position) > ($1::xid8, $2::bigint)
    and e.tx < ${feedEnd('$3::xid8[]')}
  order by e.tx, e.global_position
  limit ${limit}`;

/** The end of a window, and the number of its events; no row when the window is empty. Postgres reads only the index for it. */
const windowEndSql = (limit: number) => `
  select tx, global_position, count(*) over () as size
  from (${windowSql('e.tx, e.global_position', limit)}) w
  order by tx desc, global_position desc
  limit 1`;

/** The filter is applied after the limit, so that a read costs the same even if few events match. */
const filteredSql = (limit: number) => `
  select ${EVENT_COLUMNS} from (${windowSql('*', limit)}) e
  where e.stream ^@ any ($4::text[])
  order by e.tx, e.global_position`;

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

interface Window {
  /** The events, or for a full window a promise of them, since they may still be on their way. */
  readonly events: readonly RecordedEvent[] | Promise<readonly RecordedEvent[]>;
  /** Position of the last event in the window, whether that event matches or not. If the window is empty, where it begins. */
  readonly position: Position;
  /** True when there may be more events after this window. */
  readonly full: boolean;
}

type WindowReader = (after: Position) => Promise<Window>;

/** Reads windows of all events. */
function windowReader(pool: Pool, others: OtherTransactions, limit: number): WindowReader {
  const text = windowSql(EVENT_COLUMNS, limit);
  return async (after) => {
    const rows = await queryRows<EventRow>(pool, `log-subscription-${limit}`, text, [
      ...pairOf(after),
      others.ids(),
    ]);
    const events = rows.map(recordedEvent);
    return { events, position: events.at(-1)?.position ?? after, full: events.length === limit };
  };
}

/**
 * Reads windows of the events whose streams match. The end of a window is read first, so that the next window can be read while
 * the events of this one are still on their way.
 */
function filteredReader(
  { pool, others }: Pick<SubscriptionDeps, 'pool' | 'others'>,
  limit: number,
  prefixes: readonly string[],
): WindowReader {
  const endText = windowEndSql(limit);
  const text = filteredSql(limit);
  return async (after) => {
    const from = [...pairOf(after), others.ids()];
    const [end] = await queryRows<[string, string, string]>(pool, `log-window-end-${limit}`, endText, from);
    if (!end) return { events: [], position: after, full: false };
    const [tx, globalPosition, size] = end;
    const position = positionOf(tx, globalPosition);
    const matching = queryRows<EventRow>(pool, `log-subscription-filtered-${limit}`, text, [
      ...from,
      prefixes,
    ]).then((rows) => rows.map(recordedEvent));
    if (Number(size) === limit) {
      // If the consumer stops before it reads these events, nobody handles a failure of the read; it doesn't matter then.
      matching.catch(() => {});
      return { events: matching, position, full: true };
    }
    // More events may have been appended since the end was read.
    const events = await matching;
    const last = events.at(-1)?.position ?? position;
    return { events, position: last > position ? last : position, full: false };
  };
}

/**
 * Live subscriptions are at the same position and are woken together, so they share one query. A subscription that joins a
 * running query may miss newer events. It knows their position from the notification, and reads again.
 */
export const liveReader = (pool: Pool, others: OtherTransactions) => {
  const running = new Map<string, Promise<Window>>();
  return (limit: number): WindowReader => {
    const read = windowReader(pool, others, limit);
    return (after) => {
      const key = `${limit} ${after}`;
      const shared = running.get(key) ?? read(after).finally(() => running.delete(key));
      running.set(key, shared);
      return shared;
    };
  };
};

/** The dependencies of a subscription. The database filters history. Live events are read by a shared query and filtered here. */
export interface SubscriptionDeps {
  readonly pool: Pool;
  readonly others: OtherTransactions;
  readonly live: ReturnType<typeof liveReader>;
  readonly head: () => Promise<Position>;
  readonly notifier: AppendNotifier;
}

/** One loop for history and live events: read, deliver, and wait when there is no more to read. */
export async function* subscribe(
  deps: SubscriptionDeps,
  options: SubscribeOptions,
): AsyncGenerator<EventBatch> {
  const { signal, streamPrefixes, lazyPosition = false } = options;
  const { notifier } = deps;
  const limit = batchLimit(options.maxBatch);
  const readHistory = streamPrefixes
    ? filteredReader(deps, limit, streamPrefixes)
    : windowReader(deps.pool, deps.others, limit);
  // A lazy subscription isn't woken together with the others, so it can't share their reads.
  const readLive = lazyPosition ? readHistory : deps.live(limit);
  const wakingPrefixes = lazyPosition ? streamPrefixes : undefined;
  const matches = ({ stream }: RecordedEvent) =>
    streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true;
  let position = options.from;
  let announced = false;
  let live = false;
  let heldBack = 1;
  let movedAt = performance.now();
  /** Windows that are read ahead. Each is read as soon as the one before it has come. Null after a window that isn't full. */
  let ahead: readonly Promise<Window | null>[] = [];
  const readAhead = (window: Window) => {
    while (ahead.length < WINDOWS_AHEAD) {
      const next = (ahead.at(-1) ?? Promise.resolve(window)).then((last) =>
        last?.full ? readHistory(last.position) : null,
      );
      // If the consumer stops before it reads this window, nobody handles a failure of the read; it doesn't matter then.
      next.catch(() => {});
      ahead = [...ahead, next];
    }
  };
  const start = await untilAborted(deps.head(), signal);
  while (!signal.aborted) {
    const end = [start ?? LOG_START, notifier.latest(wakingPrefixes)].sort().at(-1) ?? LOG_START;
    const [first, ...others] = ahead;
    ahead = others;
    const window: Window | null | undefined = await untilAborted(
      first ?? (live ? readLive : readHistory)(position),
      signal,
    );
    if (window === undefined) return;
    if (window === null) continue;
    if (window.full) readAhead(window);
    // Events that an open transaction holds back belong to the log. Until they are delivered, the subscription isn't caught up.
    const caughtUp = !window.full && window.position >= end;
    const matching = await untilAborted(Promise.resolve(window.events), signal);
    if (matching === undefined) return;
    const events = live ? matching.filter(matches) : matching;
    live = !window.full;
    if (window.position !== position || (caughtUp && !announced)) {
      position = window.position;
      announced = caughtUp;
      heldBack = 1;
      movedAt = performance.now();
      yield { events, position, caughtUp };
    }
    if (window.full) continue;
    if (matching.length >= BUSY.events) await pause(BUSY.pauseMs, signal);
    // It looks without a notification, too, since one may have been lost.
    if (performance.now() - movedAt >= QUIET_MS) await untilAborted(deps.others.look(), signal);
    // If there was a notification of an event that can't be read yet, an open transaction holds it back, mostly for milliseconds.
    const pending = !caughtUp || notifier.latest(wakingPrefixes) > position;
    await notifier.wait(position, pending ? heldBack : POLL_MS, signal, wakingPrefixes);
    heldBack = pending ? Math.min(heldBack * 2, LONGEST_HELD_BACK_MS) : 1;
  }
}
