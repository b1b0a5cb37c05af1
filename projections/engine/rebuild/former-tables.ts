import type { Queryable } from '../../../src/adapters/postgres/pool.ts';
import { LIVE_SCHEMA, type Projection, REBUILD_SCHEMA, sqlName, VERIFY_SCHEMAS } from '../projection.ts';
import { storedTables } from '../stored-tables.ts';

/**
 * Asserts that there are no tables of read models but the live ones of this program, since others may have rows from before an erasure:
 * those of an earlier version, and those of a verification.
 */
export async function assertNoFormerTables(db: Queryable, projections: readonly Projection[]): Promise<void> {
  const current = projections.flatMap((projection) =>
    storedTables(projection).map((table) => sqlName(projection, table)),
  );
  const { rows } = await db.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where (schemaname = $1 and tablename ~ '_v[0-9]+$' or schemaname = $2 or schemaname ~ $3)
       and schemaname || '.' || tablename <> all ($4)`,
    [LIVE_SCHEMA, REBUILD_SCHEMA, VERIFY_SCHEMAS, current],
  );
  if (rows.length > 0)
    throw new Error(
      `other tables of read models are there still: ${rows.map(({ name }) => name).join(', ')}`,
    );
}
