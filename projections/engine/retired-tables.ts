import type { Pool } from 'pg';
import { LIVE_SCHEMA, type Projection, sqlName } from './projection.ts';

/**
 * Removes the live tables of versions that this program doesn't know. They aren't updated since their read model was
 * rebuilt, and would keep personal data that is erased elsewhere.
 */
export async function dropRetiredTables(
  pool: Pool,
  projections: readonly Projection[],
): Promise<readonly string[]> {
  const current = projections.flatMap((projection) =>
    projection.tables.map((table) => sqlName(projection, table)),
  );
  const { rows } = await pool.query<{ name: string }>(
    `select name from (
       select schemaname || '.' || tablename as name from pg_tables where schemaname = $1 and tablename ~ '_v[0-9]+$'
     ) versioned where name <> all($2)`,
    [LIVE_SCHEMA, current],
  );
  for (const { name } of rows) await pool.query(`drop table if exists ${name}`);
  return rows.map(({ name }) => name);
}
