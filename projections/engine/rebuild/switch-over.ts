import type { PoolClient } from 'pg';
import { withTransaction } from '../../../src/adapters/postgres/pool.ts';
import type { Position } from '../../../src/eventsourcing/event-store.ts';
import { LIVE_SCHEMA, type Projection, REBUILD_SCHEMA } from '../projection.ts';
import type { Projector } from '../projector.ts';
import { dropTables } from '../registry.ts';
import { tableNames } from '../stored-tables.ts';
import { type FillDeps, RebuildFailed } from './fill.ts';

/** Locks the tables before the checkpoint, in the order of the live projector's statement: the other order can deadlock. */
async function lockTables(client: PoolClient, projection: Projection): Promise<void> {
  for (const name of tableNames(projection)) {
    const { rows } = await client.query('select 1 where to_regclass($1) is not null', [name]);
    if (rows.length > 0) await client.query(`lock table ${name} in access exclusive mode`);
  }
}

/**
 * Replaces the live tables of the same version with the rebuilt ones, in one transaction. Those of an earlier version stay
 * for the processes that still read them, and aren't updated any more.
 *
 * @returns false when the live tables are at a later position
 */
export async function switchOver(
  { pool, store }: Pick<FillDeps, 'pool' | 'store'>,
  { projection, checkpoint }: Projector,
): Promise<boolean> {
  const { name, version } = projection;
  let switched = false;
  await withTransaction(pool, async (client) => {
    await lockTables(client, projection);
    const { rows } = await client.query<{ schema: string; position: Position }>(
      'select place as schema, position from read.models where name = $1 and place = any($2) for update',
      [name, [LIVE_SCHEMA, REBUILD_SCHEMA]],
    );
    const live = rows.find(({ schema }) => schema === LIVE_SCHEMA);
    // It never goes backwards, since a response may have been read from the live tables at their position. The row stays locked until
    // the switch: the live projector waits, finds its checkpoint moved, and continues in the new tables. A live position past
    // the end of the log is a checkpoint after the last event, which no response has waited for.
    const isBehind = live && live.position > checkpoint.position;
    if (isBehind && (await store.head()) > checkpoint.position) return;
    await dropTables(client, LIVE_SCHEMA, projection);
    await client.query(`create schema if not exists ${LIVE_SCHEMA}`);
    for (const rebuilt of tableNames(projection, REBUILD_SCHEMA))
      await client.query(`alter table ${rebuilt} set schema ${LIVE_SCHEMA}`);
    const moved = await client.query(
      'update read.models set place = $3, updated_at = now() where place = $2 and name = $1 and version = $4',
      [name, REBUILD_SCHEMA, LIVE_SCHEMA, version],
    );
    if (moved.rowCount !== 1) throw new RebuildFailed(`another rebuild of ${name} took over`);
    switched = true;
  });
  return switched;
}
