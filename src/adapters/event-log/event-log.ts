import type { EventStore, Position, RecordedEvent } from '../../eventsourcing/event-store.ts';
import type { PoolUse } from '../postgres/pool.ts';

export interface LogLag {
  /** Number of events after it, at most `LAG_COUNTED`. */
  readonly events: number;
  /** Age of the first of these events, 0 when there is none. */
  readonly seconds: number;
}

/** The delay of subscriptions because of open transactions. */
export interface DeliveryLag {
  /** Events committed but not delivered yet. */
  readonly heldBackEvents: number;
  /** Age of the oldest writing transaction that subscriptions have to wait for, 0 when there is none. */
  readonly oldestTransactionSeconds: number;
  /** The transaction that subscriptions have been waiting for too long, without what it does; null when there is none. */
  readonly waitingFor: {
    /** Its id, as a decimal text. */
    readonly transaction: string;
    readonly since: string;
    /** Null where Postgres doesn't say, as for the process of a prepared transaction. */
    readonly database: string | null;
    readonly application: string | null;
    readonly pid: number | null;
    /** The state in `pg_stat_activity`, such as `idle in transaction`, or `prepared`. */
    readonly state: string | null;
  } | null;
}

/** Events behind a position are counted only up to this number, so that counting stays cheap. */
export const LAG_COUNTED = 1_000;

/** The event log that the service uses: the port `EventStore`, and diagnostics for operators. */
export interface EventLog extends EventStore {
  /** A position in a log of one kind means nothing in a log of the other kind. */
  readonly kind: 'Postgres' | 'EventStoreDB';
  /** The lag of a reader at that position. @throws StoreUnavailable */
  readonly lagAfter: (position: Position) => Promise<LogLag>;
  /**
   * Present only if it is faster than single appends: appends events of any streams that were recorded elsewhere, in this order, where
   * nobody else appends.
   */
  readonly appendCopies?: (events: readonly Omit<RecordedEvent, 'position'>[]) => Promise<void>;
  /** Present only if it is known: about how many events the log has, how many of them from a position on, and its size on the disk. */
  readonly size?: (
    from: Position,
  ) => Promise<{ readonly events: number; readonly since: number; readonly bytes: number }>;
  /** Present only if the log's subscriptions wait for open transactions. @throws StoreUnavailable */
  readonly deliveryLag?: () => Promise<DeliveryLag>;
  /** Present only if the log has pools of connections to Postgres. */
  readonly poolUse?: () => readonly PoolUse[];
  /**
   * Present only if the log may be exchanged for another one while this process runs: a number that grows each time a connection to it is
   * made or lost. As long as it stays the same, the same server answers.
   */
  readonly connections?: () => number;
  /** Present only with EventStoreDB: how many of the server's checkpoints were invalid and therefore not used. */
  readonly refusedCheckpoints?: () => number;
}
