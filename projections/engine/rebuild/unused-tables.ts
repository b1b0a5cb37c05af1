import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { ADVISORY_LOCKS } from '../../../src/adapters/postgres/advisory-locks.ts';
import { type Queryable, withTransaction } from '../../../src/adapters/postgres/pool.ts';
import { LIVE_SCHEMA, type Projection, REBUILD_SCHEMA, VERIFY_SCHEMAS } from '../projection.ts';
import { tableNames } from '../stored-tables.ts';

/**
 * Tables that nobody reads or writes any more are removed, since the personal data in them is out of reach of an erasure.
 */

const HOUR_MS = 3_600_000;

/** All live tables of this program's read models. */
const tablesOf = (projections: readonly Projection[]): readonly string[] =>
  projections.flatMap((projection) => tableNames(projection));

/**
 * Removes the live tables of versions and read models that this program doesn't know, and their registration: an earlier
 * program that returns builds them again. Does nothing as long as a read model of this program isn't built.
 */
async function dropRetiredTables(pool: Pool, projections: readonly Projection[]): Promise<readonly string[]> {
  return withTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.registry]);
    const { rows: registered } = await client.query<{ name: string; version: number }>(
      'select name, version from read.models where place = $1',
      [LIVE_SCHEMA],
    );
    const isBuilt = ({ name, version }: Projection) =>
      registered.some((model) => model.name === name && model.version === version);
    if (!projections.every(isBuilt)) return [];
    const { rows } = await client.query<{ name: string }>(
      `select name from (
         select schemaname || '.' || tablename as name from pg_tables where schemaname = $1 and tablename ~ '_v[0-9]+$'
       ) versioned where name <> all($2)`,
      [LIVE_SCHEMA, tablesOf(projections)],
    );
    for (const { name } of rows) await client.query(`drop table ${name}`);
    await client.query('delete from read.models where place = $1 and name <> all($2)', [
      LIVE_SCHEMA,
      projections.map(({ name }) => name),
    ]);
    return rows.map(({ name }) => name);
  });
}

/** Removes what rebuilds and verifications left behind that were killed; does nothing while one runs. */
async function dropAbandonedTables(pool: Pool): Promise<readonly string[]> {
  return withTransaction(pool, async (client) => {
    const { rows: locks } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_xact_lock($1) as held',
      [ADVISORY_LOCKS.filling],
    );
    if (!locks[0]?.held) return [];
    const { rows } = await client.query<{ schema: string; tables: string[] }>(
      `select nspname as schema, array(select tablename::text from pg_tables where schemaname = nspname) as tables
       from pg_namespace where nspname = $1 or nspname ~ $2`,
      [REBUILD_SCHEMA, VERIFY_SCHEMAS],
    );
    for (const { schema } of rows) await client.query(`drop schema ${schema} cascade`);
    await client.query('delete from read.models where place <> $1', [LIVE_SCHEMA]);
    return rows.flatMap(({ schema, tables }) => tables.map((table) => `${schema}.${table}`));
  });
}

/**
 * Asserts that there are no tables of read models but the live ones of this program, since others may have rows from before an erasure:
 * those of an earlier version, and those of a verification.
 */
export async function assertNoFormerTables(db: Queryable, projections: readonly Projection[]): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where (schemaname = $1 and tablename ~ '_v[0-9]+$' or schemaname = $2 or schemaname ~ $3)
       and schemaname || '.' || tablename <> all ($4)`,
    [LIVE_SCHEMA, REBUILD_SCHEMA, VERIFY_SCHEMAS, tablesOf(projections)],
  );
  if (rows.length > 0)
    throw new Error(
      `other tables of read models are there still: ${rows.map(({ name }) => name).join(', ')}`,
    );
}

export interface UnusedTablesDeps {
  readonly pool: Pool;
  readonly projections: readonly Projection[];
  readonly logger: Pick<Logger, 'info'>;
  /**
   * How long the read models of this program have been built before the tables of others are removed, in milliseconds; an
   * hour when left out, since processes of the earlier version still read them while a new one is rolled out.
   */
  readonly retireAfterMs?: number;
}

/** Removes unused tables, each kind as soon as it may be and every hour from then on. */
export function createUnusedTables({ pool, projections, logger, retireAfterMs = HOUR_MS }: UnusedTablesDeps) {
  let builtSince: number | null = null;
  let nextSearchAt = 0;

  return {
    /** @param isBuilt whether all read models are projected into tables of this program's versions */
    async sweep(isBuilt: boolean, now: number): Promise<void> {
      if (now >= nextSearchAt) {
        const tables = await dropAbandonedTables(pool);
        if (tables.length > 0)
          logger.info({ tables }, 'The tables of rebuilds or verifications that were killed were removed.');
        nextSearchAt = now + HOUR_MS;
      }
      builtSince = isBuilt ? (builtSince ?? now) : null;
      if (builtSince === null || now - builtSince < retireAfterMs) return;
      const tables = await dropRetiredTables(pool, projections);
      if (tables.length > 0) logger.info({ tables }, 'The tables of earlier versions were removed.');
      builtSince = now;
    },
  };
}
