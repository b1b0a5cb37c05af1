import type { EventStore, Position } from '../../eventsourcing/event-store.ts';
import type { PoolUse } from '../postgres/pool.ts';

/** How far a position is behind the log. */
export interface LogLag {
  /** Events after it, looked for among the next `LAG_COUNTED` of the log. */
  readonly events: number;
  /** Age of the first of them, 0 when there is none. */
  readonly seconds: number;
}

/** How far transactions that are still open keep the feed behind the log. */
export interface FeedLag {
  /** Events committed but not to be delivered yet. */
  readonly heldBackEvents: number;
  /** Age of the oldest writing transaction anywhere in the database cluster, 0 when there is none. */
  readonly oldestTransactionSeconds: number;
}

/** Whoever is further behind than this needs no exact number, and each look has to stay cheap. */
export const LAG_COUNTED = 1_000;

/** The event log as the service runs on it: the port, and what operators ask of it. */
export interface EventLog extends EventStore {
  /** Positions of one kind mean nothing to the other. */
  readonly kind: 'Postgres' | 'EventStoreDB';
  /** How far a reader that stands at a position is behind. @throws StoreUnavailable */
  readonly lagAfter: (position: Position) => Promise<LogLag>;
  /** Only of a log whose feed waits for open transactions. @throws StoreUnavailable */
  readonly feedLag?: () => Promise<FeedLag>;
  /**
   * Only of a log that notifies of its appends: from now on it tells `to` instead, in a text that another thread's log is
   * to pass on.
   */
  readonly handOverNotices?: (to: (notice: string) => void) => void;
  /** Only of the same: notifies of what another thread of the process has appended. */
  readonly passOnNotice?: (notice: string) => void;
  /** Only of a log with pools of connections to Postgres. */
  readonly poolUse?: () => readonly PoolUse[];
  /** Only of a server that tells marks: how many were not in the log or behind the one before; none is ever used. */
  readonly refusedCheckpoints?: () => number;
}
