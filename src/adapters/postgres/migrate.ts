import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode, StartupError } from '../startup-error.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { isMissingTable } from './outage.ts';
import { createPool, type Queryable, withTransaction } from './pool.ts';

/** A set of numbered SQL files that create and change permanent tables. Each file is run once. */
export interface Migrations {
  /**
   * The schema of the tables; it is created if it is missing. Its table `migrations` lists the files that were run. The list is
   * in the schema itself, so that it still fits when the schema is dropped or restored.
   */
  readonly schema: string;
  /** The folder of the files, such as `001-what-it-does.sql`. It contains nothing else. */
  readonly folder: string;
  /** If given, only files of these names are run: the tables get the shape that they had then. */
  readonly only?: readonly string[];
}

/** The tables that every process needs in Postgres, wherever the event log is. */
export const SERVICE_MIGRATIONS: readonly Migrations[] = [
  { schema: 'public', folder: join(import.meta.dirname, 'migrations/service') },
  // A set of its own, so that the schema `read` can be dropped and built again from the log.
  { schema: 'read', folder: join(import.meta.dirname, 'migrations/read') },
];

/** The longest wait for another process's migration, or for a table that a transaction uses. */
const LOCK_TIMEOUT_MS = 60_000;
/** Long, since changing a large table may take long. The limit only ends the wait for a server that doesn't answer any more. */
const STATEMENT_TIMEOUT_MS = 600_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs the migrations that were not yet run on the database. Every process calls it when it starts: the first one runs them, and
 * others that start meanwhile wait for it. The files of a set are run in one transaction, so that if the process is killed,
 * either all of them or none were run.
 *
 * @throws StartupError when the database belongs to a newer version of the program, was made by no release of it, or can't be changed
 */
export async function migrate(url: string, sets: readonly Migrations[]): Promise<void> {
  const pool = createPool({ url, name: 'migrations', max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  try {
    for (const set of sets)
      if ((await pendingIn(pool, set)).length > 0)
        await withTransaction(pool, (client) => runPending(client, set));
  } catch (error) {
    throw refusal(error);
  } finally {
    await pool.end();
  }
}

/** Checks that all migrations were run, and changes nothing. @throws StartupError otherwise */
export async function assertMigrated(pool: Queryable, sets: readonly Migrations[]): Promise<void> {
  for (const set of sets) {
    const [missing] = await pendingIn(pool, set);
    if (missing !== undefined)
      throw new StartupError(
        `This database lacks tables of this release (${set.schema}: ${missing}): use the release that it is of, or start this one first.`,
      );
  }
}

/** Names of the files that are still to be run. @throws StartupError when other files were run than this program knows of */
async function pendingIn(db: Queryable, { schema, folder, only }: Migrations): Promise<readonly string[]> {
  const known = (await readdir(folder)).map((file) => basename(file, '.sql')).sort();
  const { rows } = await db
    .query<{ name: string }>(`select name from ${schema}.migrations`)
    .catch((error: unknown) => {
      if (isMissingTable(error)) return { rows: [] };
      throw error;
    });
  const run = rows.map(({ name }) => name);
  const [first = ''] = known;
  if (run.length > 0 && !run.includes(first)) {
    throw new StartupError(
      `No release of this program made this database, so none can open it (${schema}: no ${first}): name an empty one. It is left as it was.`,
    );
  }
  const newer = run.find((name) => !known.includes(name));
  if (newer !== undefined) {
    throw new StartupError(
      `This database was changed by a newer version of the program (${schema}: ${newer}): start that version.`,
    );
  }
  return known.filter((name) => !run.includes(name) && (only?.includes(name) ?? true));
}

async function runPending(client: Queryable, set: Migrations): Promise<void> {
  const { schema, folder } = set;
  // The second setting makes the server end the transaction of a killed process within a second, which releases the lock.
  await client.query(
    `set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local client_connection_check_interval = '1s'`,
  );
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
  await client.query(`
    create schema if not exists ${schema};
    create table if not exists ${schema}.migrations (
      name text primary key,
      run_at timestamptz not null default now()
    )`);
  for (const name of await pendingIn(client, set)) {
    await client.query(await readFile(join(folder, `${name}.sql`), 'utf8'));
    await client.query(`insert into ${schema}.migrations (name) values ($1)`, [name]);
  }
}

function refusal(error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  const code = errorCode(error);
  const reason =
    code === LOCK_NOT_AVAILABLE
      ? 'another process has been changing it for a minute'
      : // The reason leaves out the server's message, which may quote rows.
        (code ?? 'no answer');
  return new StartupError(`The tables of the database could not be brought up to date (${reason}).`, {
    cause: error,
  });
}
