import type { Pool } from 'pg';
import type { StoredRow } from '../../projections/engine/projection.ts';
import { LIVE_SCHEMA, type Projection, sqlName } from '../../projections/engine/projection.ts';

/** Every row of a read model by table, in key order. */
export async function rowsIn(
  pool: Pool,
  projection: Projection,
  schema: string = LIVE_SCHEMA,
): Promise<Readonly<Record<string, readonly StoredRow[]>>> {
  const byTable: Record<string, readonly StoredRow[]> = {};
  for (const table of projection.tables) {
    const { rows } = await pool.query<{ row: StoredRow }>(
      `select to_jsonb(t) as row from ${sqlName(projection, table, schema)} t order by ${table.key}`,
    );
    byTable[table.name] = rows.map(({ row }) => row);
  }
  return byTable;
}

/** The columns with statistics, as `table.column`, of the tables and indexes that requests read. */
export async function analyzed(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename || '.' || attname as name from pg_stats where schemaname = $1",
    [LIVE_SCHEMA],
  );
  return rows.map(({ name }) => name);
}
