import type { EventStore, Position } from '../../eventsourcing/event-store.ts';
import type { PoolUse } from '../postgres/pool.ts';

/** How far a position is behind the end of the log. */
export interface LogLag {
  /** Number of events after it, at most `LAG_COUNTED`. */
  readonly events: number;
  /** Age of the first of them, 0 when there is none. */
  readonly seconds: number;
}

/** How far subscriptions are behind the log because of open transactions. */
interface DeliveryLag {
  /** Events committed but not delivered yet. */
  readonly heldBackEvents: number;
  /** Age of the oldest writing transaction anywhere in the database cluster, 0 when there is none. */
  readonly oldestTransactionSeconds: number;
}

/** Lags are counted up to this only, so that counting stays cheap. */
export const LAG_COUNTED = 1_000;

/** The event log as the service runs on it: the port, and diagnostics for operators. */
export interface EventLog extends EventStore {
  /** Positions of one kind mean nothing to the other. */
  readonly kind: 'Postgres' | 'EventStoreDB';
  /** How far a reader at that position is behind. @throws StoreUnavailable */
  readonly lagAfter: (position: Position) => Promise<LogLag>;
  /** Only of a log whose subscriptions wait for open transactions. @throws StoreUnavailable */
  readonly deliveryLag?: () => Promise<DeliveryLag>;
  /**
   * Only of a log that sends notifications of its appends. From now on it hands them to `publishElsewhere`, and another
   * thread's log sends them by `publishNotice`.
   */
  readonly relayNotices?: (publishElsewhere: (notice: string) => void) => void;
  /** Only of the same: sends a notification of appends by another thread of the process. */
  readonly publishNotice?: (notice: string) => void;
  /** Only of the same: notifies subscribers of this process's appends at once, since a request waits for them. */
  readonly hurryNotices?: () => void;
  /** Only of a log with pools of connections to Postgres. */
  readonly poolUse?: () => readonly PoolUse[];
  /** Only of EventStoreDB: how many of the server's checkpoints were invalid, and not used. */
  readonly refusedCheckpoints?: () => number;
}
