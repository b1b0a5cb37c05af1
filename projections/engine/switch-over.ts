import type { PoolClient } from 'pg';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { type FillDeps, RebuildFailed } from './fill.ts';
import { LIVE_SCHEMA, type Projection, REBUILD_SCHEMA, sqlName } from './projection.ts';
import type { Projector } from './projector.ts';
import { dropTables } from './registry.ts';

/** Tables before the checkpoint, as the live projector's statement takes them: the other way round is a deadlock. */
async function lockTables(client: PoolClient, projection: Projection): Promise<void> {
  for (const table of projection.tables) {
    const name = sqlName(projection, table);
    const { rows } = await client.query('select 1 where to_regclass($1) is not null', [name]);
    if (rows.length > 0) await client.query(`lock table ${name} in access exclusive mode`);
  }
}

/**
 * Puts the rebuilt tables in place of the live ones of the same version, in one transaction. Those of an earlier
 * version stay where they are for the processes that still read them, and stand still.
 *
 * @returns false when the live ones have got further meanwhile
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
    // Never backwards: a reader may have been promised the live tables' position. The row stays locked until the
    // switch, so the live projector waits, finds its checkpoint moved, and goes on in the new tables.
    // A live position past the end of the log is a checkpoint between events: none is missing before it, and nobody was
    // promised it.
    const isBehind = live && live.position > checkpoint.position;
    if (isBehind && (await store.head()) > checkpoint.position) return;
    await dropTables(client, LIVE_SCHEMA, projection);
    await client.query(`create schema if not exists ${LIVE_SCHEMA}`);
    for (const table of projection.tables) {
      const rebuilt = sqlName(projection, table, REBUILD_SCHEMA);
      await client.query(`alter table ${rebuilt} set schema ${LIVE_SCHEMA}`);
    }
    const moved = await client.query(
      'update read.models set place = $3, updated_at = now() where place = $2 and name = $1 and version = $4',
      [name, REBUILD_SCHEMA, LIVE_SCHEMA, version],
    );
    if (moved.rowCount !== 1) throw new RebuildFailed(`another rebuild of ${name} took over`);
    switched = true;
  });
  return switched;
}
