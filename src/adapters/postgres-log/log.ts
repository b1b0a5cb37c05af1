import { join } from 'node:path';
import { Client } from 'pg';
import { LOG_START } from '../../eventsourcing/event-store.ts';
import { type EventLog, LAG_COUNTED } from '../event-log/event-log.ts';
import { type Migrations, migrate } from '../postgres/migrate.ts';
import { createPool, KEEP_ALIVE_AFTER_MS, poolUse } from '../postgres/pool.ts';
import { appendCopies, appender } from './append.ts';
import { createAppendNotifier } from './append-notifier.ts';
import { deliveryLag, otherTransactions } from './open-transactions.ts';
import { EVENT_COLUMNS, type EventRow, pairOf, positionOf, queryRows, recordedEvent } from './rows.ts';
import { liveReader, type SubscriptionDeps, subscribe } from './subscription.ts';

interface PostgresEventStoreOptions {
  /** Connection string, in the form that `DATABASE_URL` has. */
  readonly url: string;
  /** Connections for appends and reads of streams; 10 when left out. Subscriptions and the notifier have 5 more. */
  readonly connections?: number | undefined;
}

export interface PostgresEventStore extends EventLog {
  /** Creates the log's tables if they are missing. Call it before anything else. */
  readonly migrate: () => Promise<void>;
  readonly deliveryLag: NonNullable<EventLog['deliveryLag']>;
  readonly poolUse: NonNullable<EventLog['poolUse']>;
}

/** Migrations of the log's table. They are a set of their own, since with EventStoreDB there is no such table. */
export const LOG_MIGRATIONS: Migrations = {
  schema: 'log',
  folder: join(import.meta.dirname, 'migrations'),
};

const SUBSCRIPTION_CONNECTIONS = 4;
const APPEND_TIMEOUT_MS = 5_000;
const SUBSCRIPTION_TIMEOUT_MS = 10_000;
/** If the notifier's connection gives no answer for this long, it counts as dead. */
const NOTIFY_TIMEOUT_MS = 2_000;

const READ = `
  select ${EVENT_COLUMNS} from log.events e where e.stream = $1 and e.revision >= $2::bigint order by e.revision`;

const HEAD =
  'select e.tx, e.global_position from log.events e order by e.tx desc, e.global_position desc limit 1';

type Lag = [events: string, seconds: string | null];

const LAG_AFTER = `
  select count(*), extract(epoch from clock_timestamp() - min(created)) from (
    select e.created from log.events e where (e.tx, e.global_position) > ($1::xid8, $2::bigint)
    order by e.tx, e.global_position limit ${LAG_COUNTED}
  ) ahead`;

/** The number of all events is Postgres's own estimate, since counting them would read the whole index. */
const SIZE = `
  select (select greatest(c.reltuples, pg_stat_get_live_tuples(c.oid))::bigint from pg_class c where c.oid = 'log.events'::regclass),
    (select count(*) from log.events e where (e.tx, e.global_position) >= ($1::xid8, $2::bigint)),
    pg_total_relation_size('log.events')`;

/** The event log in Postgres: one table, its own connections, and subscriptions that miss no commit. */
export const postgresEventStore = (options: PostgresEventStoreOptions): PostgresEventStore => {
  const { url, connections = 10 } = options;
  const pool = createPool({
    url,
    name: 'event log',
    max: connections,
    statementTimeoutMs: APPEND_TIMEOUT_MS,
  });
  const subscriptionPool = createPool({
    url,
    name: 'event log feed',
    max: SUBSCRIPTION_CONNECTIONS,
    statementTimeoutMs: SUBSCRIPTION_TIMEOUT_MS,
  });
  const notifier = createAppendNotifier(
    () =>
      new Client({
        connectionString: url,
        application_name: 'salon event log listener',
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
        connectionTimeoutMillis: NOTIFY_TIMEOUT_MS,
        query_timeout: NOTIFY_TIMEOUT_MS,
      }),
  );
  let closed: Promise<unknown> | undefined;

  const head = async () => {
    const [last] = await queryRows<[tx: string, globalPosition: string]>(pool, 'log-head', HEAD);
    return last ? positionOf(...last) : LOG_START;
  };

  const others = otherTransactions(subscriptionPool);
  const deps: SubscriptionDeps = {
    pool: subscriptionPool,
    others,
    live: liveReader(subscriptionPool, others),
    head,
    notifier,
  };

  return {
    kind: 'Postgres',
    migrate: () => migrate(url, [LOG_MIGRATIONS]),
    append: appender(pool, notifier.appended),
    appendCopies: (events) => appendCopies(pool, events),
    read: async (stream, from = 0n) =>
      (await queryRows<EventRow>(pool, 'log-read', READ, [stream, from.toString()])).map(recordedEvent),
    head,
    subscribe: (options) => subscribe(deps, options),
    deliveryLag: () => deliveryLag(pool),
    lagAfter: async (position) => {
      const [lag] = await queryRows<Lag>(pool, 'log-lag-after', LAG_AFTER, pairOf(position));
      return { events: Number(lag?.[0] ?? 0), seconds: Math.max(0, Number(lag?.[1] ?? 0)) };
    },
    size: async (from) => {
      const [size] = await queryRows<[events: string, since: string, bytes: string]>(
        pool,
        'log-size',
        SIZE,
        pairOf(from),
      );
      return { events: Number(size?.[0] ?? 0), since: Number(size?.[1] ?? 0), bytes: Number(size?.[2] ?? 0) };
    },
    poolUse: () => [poolUse(pool), poolUse(subscriptionPool)],
    close: async () => {
      closed ??= Promise.all([notifier.close(), pool.end(), subscriptionPool.end()]);
      await closed;
    },
  };
};
