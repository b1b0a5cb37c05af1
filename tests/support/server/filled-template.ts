import pg from 'pg';
import { inject } from 'vitest';
import { allProjections } from '../../../projections/all.ts';
import { LIVE_SCHEMA } from '../../../projections/engine/projection.ts';
import { createTables } from '../../../projections/engine/registry.ts';
import { SERVICE_ACCOUNT } from '../../../src/adapters/embedded-postgres/cluster.ts';
import { openJobs } from '../../../src/adapters/jobs/jobs.ts';
import { createLogger } from '../../../src/adapters/logger.ts';
import { migrate, SERVICE_MIGRATIONS } from '../../../src/adapters/postgres/migrate.ts';
import { createPool } from '../../../src/adapters/postgres/pool.ts';
import { postgresEventStore } from '../../../src/adapters/postgres-log/log.ts';
import { ACCOUNT_MAILS } from '../../../src/features/accounts/mails/mails.ts';
import { secretLinksOf } from '../../../src/features/booking/appointment/secret-links.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

/** One lock for the processes of a run, which make the template once. */
const LOCK = 7_205_001;

const made = new Map<string, Promise<string>>();

/**
 * A database with all tables of a service on the event log under test, and no rows, so that a test's server starts
 * fast. The first caller makes it.
 *
 * @returns its name, for `createTestDatabase`
 */
export function templateWithTables(): Promise<string> {
  const name = `tables_${inject('eventLog').toLowerCase()}`;
  const making = made.get(name) ?? make(name);
  made.set(name, making);
  return making;
}

async function make(name: string): Promise<string> {
  const owner = new pg.Client({ connectionString: inject('postgresOwnerUrl') });
  await owner.connect();
  try {
    await owner.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await owner.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      // It gets its name once it is complete, since a process may be killed meanwhile.
      const unfinished = `${name}_unfinished`;
      await owner.query(`drop database if exists ${unfinished} with (force)`);
      await owner.query(`create database ${unfinished} owner ${SERVICE_ACCOUNT} strategy file_copy`);
      await fill(unfinished);
      await owner.query(`alter database ${unfinished} rename to ${name}`);
    }
    return name;
  } finally {
    await owner.end();
  }
}

async function fill(name: string): Promise<void> {
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  if (inject('eventLog') === 'Postgres') {
    const log = postgresEventStore({ url: url.href, connections: 1 });
    await log.migrate();
    await log.close();
  }
  await migrate(url.href, SERVICE_MIGRATIONS);
  const pool = createPool({ url: url.href, name: 'template' });
  const jobs = await openJobs({ pool, queue: ACCOUNT_MAILS, logger: createLogger('warn') });
  await jobs.stop();
  const projections = allProjections(secretLinksOf(TEST_SECRET_KEY));
  for (const projection of projections) await createTables(pool, LIVE_SCHEMA, projection);
  await pool.end();
}
