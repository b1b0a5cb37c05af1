import pg from 'pg';
import { inject, type TestContext } from 'vitest';
import type { EventLog } from '../../../src/adapters/event-log/event-log.ts';
import { eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import { postgresEventStore } from '../../../src/adapters/postgres-log/log.ts';
import { eventStoreDbDouble } from '../eventstoredb-double/double.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The event log of a test's servers; each is a project of `vitest.config.ts`. */
    readonly eventLog: 'Postgres' | 'EventStoreDB';
  }
}

/** The event log of one server or of several that share it. */
export interface LogUnderTest {
  readonly settings: Readonly<Record<string, string>>;
  /** A way to it beside the servers; the caller closes it. */
  open(): EventLog;
  /** Does something while nobody can reach the log. */
  whileGone(work: () => Promise<void>): Promise<void>;
  /** Does something while appends are taken and not answered. */
  whileStuck(work: () => Promise<void>): Promise<void>;
  stop(): void;
}

/** Makes an empty log: in the test's database, or in a protocol double of EventStoreDB's. */
export const makeLogUnderTest = (
  databaseUrl: string,
  kind: EventLog['kind'] = inject('eventLog'),
): Promise<LogUnderTest> => (kind === 'EventStoreDB' ? inDouble() : inPostgres(databaseUrl));

async function inPostgres(url: string): Promise<LogUnderTest> {
  return {
    settings: {},
    open: () => postgresEventStore({ url, connections: 2 }),
    whileGone: (work) => whileDatabaseGone(url, work),
    async whileStuck(work) {
      const blocker = new pg.Client({ connectionString: url });
      await blocker.connect();
      // This mode lets everyone read and gives the transaction no id, which would hold up every log of the cluster.
      await blocker.query('begin; lock table log.events in exclusive mode');
      try {
        await work();
      } finally {
        await blocker.query('rollback');
        await blocker.end();
      }
    },
    stop: () => {},
  };
}

async function inDouble(): Promise<LogUnderTest> {
  const double = await eventStoreDbDouble();
  // A real log is never empty: the server writes for itself, too.
  for (let n = 0; n < 3; n += 1) double.writeSystemEvent();
  return {
    settings: { EVENTSTORE_URL: double.url },
    open: () => eventStoreDb({ url: double.url }),
    async whileGone(work) {
      double.stop();
      try {
        await work();
      } finally {
        await double.start();
      }
    },
    async whileStuck(work) {
      const { beforeAppend } = double.faults;
      const released = Promise.withResolvers<void>();
      double.faults.beforeAppend = () => released.promise;
      try {
        await work();
      } finally {
        double.faults.beforeAppend = beforeAppend;
        released.resolve();
      }
    },
    stop: () => double.stop(),
  };
}

/** Does something while nobody may connect to a database. */
export async function whileDatabaseGone(url: string, work: () => Promise<void>): Promise<void> {
  const beside = new URL(url);
  const name = beside.pathname.slice(1);
  beside.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: beside.href });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} with allow_connections false`);
    await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
      name,
    ]);
    await work();
  } finally {
    await admin.query(`alter database ${name} with allow_connections true`);
    await admin.end();
  }
}

/** Skips a test that speaks of the other log alone, and says so. */
export function onlyOn(log: 'Postgres' | 'EventStoreDB', { skip }: TestContext, because: string): void {
  skip(inject('eventLog') !== log, because);
}
