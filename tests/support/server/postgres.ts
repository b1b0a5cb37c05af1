import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { SERVICE_ACCOUNT } from '../../../src/adapters/embedded-postgres/cluster.ts';
import { migrate, SERVICE_MIGRATIONS } from '../../../src/adapters/postgres/migrate.ts';
import { createPool } from '../../../src/adapters/postgres/pool.ts';
import { queryOnce } from './query-once.ts';

/** An empty database of a test's own in the run's shared server. */
export interface TestDatabase {
  /** Connection string, as `DATABASE_URL` takes it. */
  readonly url: string;
  /** A pool on it, closed by `drop`. */
  readonly pool: pg.Pool;
  /** Makes the tables that every process of the service needs; those of the event log are the log's to make. */
  migrate(): Promise<void>;
  /** Ends every session on the database, others' included, and removes it. */
  drop(): Promise<void>;
}

/**
 * Makes an empty database that belongs to the service's account, usually once for each test file in `beforeAll`, with `drop` in `afterAll`. The
 * server doesn't wait for the disk: a test that needs durability opens its own with `openEmbedded`.
 *
 * @param template a database that it is to be a copy of, such as `templateWithTables` makes it
 */
export async function createTestDatabase(template = 'template1'): Promise<TestDatabase> {
  const owner = inject('postgresOwnerUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // The files are copied as such: to write their pages to the log, too, takes fifteen times as long.
  await queryOnce(
    owner,
    `create database ${name} owner ${SERVICE_ACCOUNT} template ${template} strategy file_copy`,
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const pool = createPool({ url: url.href, name: 'test', statementTimeoutMs: 0 });
  return {
    url: url.href,
    pool,
    migrate: () => migrate(url.href, SERVICE_MIGRATIONS),
    drop: async () => {
      await pool.end();
      await queryOnce(owner, `drop database ${name} with (force)`);
    },
  };
}

/** A database with the service's tables, for the tests of a file. */
export function givenDatabase(): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase());
    await database.migrate();
  });
  afterAll(() => database.drop());
  return database;
}
