import type { Pool, PoolClient } from 'pg';
import { ADVISORY_LOCKS } from '../../src/adapters/postgres/advisory-locks.ts';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { allSettled } from '../../src/eventsourcing/async/all-settled.ts';
import { LOG_START, type Position } from '../../src/eventsourcing/event-store.ts';
import { LIVE_SCHEMA, type Projection, sqlName } from './projection.ts';
import { type StoredTable, storedTables, tableNames } from './stored-tables.ts';

/** The row of `read.models` for a read model's tables in one schema, which its column `place` names. */
export interface RegisteredModel {
  readonly version: number;
  /** Changes whenever the tables are replaced, so that a projector of the older tables notices. */
  readonly build: string;
  /** Everything at or before it is in the rows. */
  readonly position: Position;
  /** How many events of its streams have been applied. */
  readonly events: number;
  /** `stopped` at an event that it can't handle. */
  readonly status: 'running' | 'stopped';
}

/** Another projector has moved the checkpoint, so this one must not write any more. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/**
 * Creates a read model's tables in a schema, and its checkpoint at the start of the log, where they are missing.
 *
 * @param indexes false to leave out what only slows filling down; `completeTables` makes it afterwards
 * @returns what is registered now, which may be another version
 */
export async function createTables(
  pool: Pool,
  schema: string,
  projection: Projection,
  { indexes = true }: { readonly indexes?: boolean } = {},
): Promise<RegisteredModel> {
  await withTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.registry]);
    await client.query(`create schema if not exists ${schema}`);
    for (const table of storedTables(projection)) {
      const columns = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`);
      const name = sqlName(projection, table, schema);
      if (indexes || !table.isWrittenOnce) columns.push(primaryKeyOf(table));
      await client.query(`create table if not exists ${name} (${columns.join(', ')})`);
    }
    if (indexes)
      for (const statement of await indexStatements(client, schema, projection))
        await client.query(statement);
    await client.query(
      `insert into read.models (place, name, version, position) values ($1, $2, $3, $4)
       on conflict (place, name) do nothing`,
      [schema, projection.name, projection.version, LOG_START],
    );
  });
  const registered = await registeredModel(pool, schema, projection.name);
  if (!registered) throw new CheckpointMoved(`the checkpoint of ${projection.name} was removed`);
  return registered;
}

const primaryKeyOf = ({ primaryKey }: StoredTable): string => `primary key (${primaryKey.join(', ')})`;

const hasTrigrams = async (client: Pool | PoolClient): Promise<boolean> =>
  (await client.query("select from pg_extension where extname = 'pg_trgm'")).rows.length > 0;

/** A trigram index collects new entries in a list that each search has to read, so the list is kept short. */
const TRIGRAMS = (column: string) => `using gin (${column} gin_trgm_ops) with (gin_pending_list_limit = 256)`;

/** Makes the statements that create the missing indexes of a read model's tables; those that take longest come first. */
async function indexStatements(
  client: Pool | PoolClient,
  schema: string,
  projection: Projection,
): Promise<readonly string[]> {
  const searched: string[] = [];
  const others: string[] = [];
  for (const table of storedTables(projection)) {
    const name = sqlName(projection, table, schema);
    const named = (end: string | number) => `${table.name}_v${projection.version}_${end}`;
    for (const [index, columns] of (table.indexes ?? []).entries()) {
      const what = columns.startsWith('using ') ? columns : `(${columns})`;
      others.push(`create index if not exists ${named(index + 1)} on ${name} ${what}`);
    }
    if (table.searched !== undefined && (await hasTrigrams(client))) {
      searched.push(`create index if not exists ${named('search')} on ${name} ${TRIGRAMS(table.searched)}`);
    }
  }
  return [...searched, ...others];
}

/** Indexes of tables full of rows that are made at the same time, each by a session of its own. */
const INDEXES_AT_ONCE = 2;
/** A quarter of the usual sample, which takes less time; no query here needs to know the commonest values. */
const STATISTICS_TARGET = 25;

/**
 * Creates the indexes and primary keys that tables were filled without, and gathers statistics, also about what indexes are made of. Postgres
 * would gather them by itself within a minute or so, but until then it plans queries of new tables by guesses, some of
 * which read ten times as much as they need to.
 */
export async function completeTables(pool: Pool, schema: string, projection: Projection): Promise<void> {
  const keys = storedTables(projection)
    .filter(({ isWrittenOnce }) => isWrittenOnce)
    .map((table) => `alter table ${sqlName(projection, table, schema)} add ${primaryKeyOf(table)}`);
  const statements = [...keys, ...(await indexStatements(pool, schema, projection))].values();
  const lane = async () => {
    for (const statement of statements) await pool.query(statement);
  };
  await allSettled(Array.from({ length: INDEXES_AT_ONCE }, lane));
  await analyzeTables(pool, schema, projection);
}

/** Gathers statistics about a read model's tables. */
export async function analyzeTables(pool: Pool, schema: string, projection: Projection): Promise<void> {
  await withTransaction(pool, async (client) => {
    await client.query(`set local default_statistics_target = ${STATISTICS_TARGET}`);
    await client.query(`analyze ${tableNames(projection, schema).join(', ')}`);
  });
}

/**
 * Marks live read models as unbuilt when one of their tables is missing: a new table, filled from the checkpoint on, would lack
 * everything before it.
 */
export async function unregisterIncomplete(pool: Pool, projections: readonly Projection[]): Promise<void> {
  const known = projections.map((projection) => ({
    name: projection.name,
    version: projection.version,
    tables: tableNames(projection),
  }));
  await pool.query(
    `delete from read.models m
     using json_to_recordset($2::json) as known(name text, version integer, tables json)
     where m.place = $1 and m.name = known.name and m.version = known.version and exists (
       select from json_array_elements_text(known.tables) t(name) where to_regclass(t.name) is null)`,
    [LIVE_SCHEMA, JSON.stringify(known)],
  );
}

/** Removes the tables of one version of a read model from a schema, and its checkpoint. */
export async function dropTables(client: PoolClient, schema: string, projection: Projection): Promise<void> {
  await client.query(`drop table if exists ${tableNames(projection, schema).join(', ')}`);
  await client.query('delete from read.models where place = $1 and name = $2', [schema, projection.name]);
}

/** Finds a read model's registration in a schema; undefined when it has no tables there. */
export async function registeredModel(
  client: Pool | PoolClient,
  schema: string,
  name: string,
): Promise<RegisteredModel | undefined> {
  const { rows } = await client.query<RegisteredModel>(
    `select version, build, position, events::float8 as events, status from read.models
     where place = $1 and name = $2`,
    [schema, name],
  );
  return rows[0];
}

/** Registers that a live read model stopped, or runs again. */
export async function noteStatus(
  pool: Pool,
  name: string,
  stop: { readonly error: string; readonly at: Position } | null,
): Promise<void> {
  await pool.query(
    `update read.models set status = $3, error = $4, error_position = $5, updated_at = now()
     where place = $1 and name = $2`,
    [LIVE_SCHEMA, name, stop ? 'stopped' : 'running', stop?.error ?? null, stop?.at ?? null],
  );
}
