import type { PoolClient } from 'pg';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { type EventStore, LOG_START, type Position } from '../../src/eventsourcing/event-store.ts';
import { applyOrFindPoison, errorText } from './poison.ts';
import { LIVE, type Place, type Projection, prefixesOf, REBUILD, sqlName } from './projection.ts';
import { createProjector, moveMarks, type Projector, type ProjectorDeps } from './projector.ts';
import { ADVISORY_LOCKS, createTables, dropTables, registeredModel } from './registry.ts';

export interface RebuildDeps extends ProjectorDeps {
  readonly store: Pick<EventStore, 'subscribe' | 'head'>;
}

export interface RebuildProgress {
  /** Events of the read model's categories. */
  readonly done: number;
  /** As many as the live tables have been through; 0 when that isn't known. */
  readonly total: number;
  readonly eventsPerSecond: number;
  /** Null when it can't be told. */
  readonly secondsLeft: number | null;
}

export interface RebuildOptions {
  onProgress?(progress: RebuildProgress): void;
  readonly signal?: AbortSignal;
}

/** The read model can't be built from the log as it is; the live tables stay as they were. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed';
}

/** Fills tables in a place from the start of the log, batch by batch, until `done` says so. */
export async function fill(
  { store, ...deps }: RebuildDeps,
  place: Place,
  projection: Projection,
  { signal, done }: { signal: AbortSignal; done(projector: Projector, caughtUp: boolean): Promise<boolean> },
  upTo?: Position,
): Promise<Projector> {
  await withTransaction(deps.pool, (client) => dropTables(client, place, projection));
  const projector = createProjector(
    deps,
    place,
    projection,
    await createTables(deps.pool, place, projection),
  );
  if (upTo === LOG_START) return projector;
  const feed = store.subscribe({ from: LOG_START, streamPrefixes: prefixesOf([projection]), signal });
  for await (const batch of feed) {
    const isLast = upTo !== undefined && batch.position >= upTo;
    const events = isLast ? batch.events.filter(({ position }) => position <= upTo) : batch.events;
    const position = isLast ? upTo : batch.position;
    if (events.length === 0) await moveMarks(deps.pool, place, [{ projector, events: 0 }], position);
    else {
      const poison = await applyOrFindPoison(projector, events, position);
      if (poison) {
        const { stream, revision } = poison.event;
        throw new RebuildFailed(`${projection.name} at ${stream}@${revision}: ${errorText(poison.error)}`);
      }
    }
    // `upTo` may be a mark that another subscription was told; at the end of the log nothing is missing before it.
    const isAll = isLast || (upTo !== undefined && batch.caughtUp);
    if (isAll || (await done(projector, batch.caughtUp))) return projector;
  }
  throw new RebuildFailed(`the rebuild of ${projection.name} was stopped`);
}

/** Tables before the checkpoint, as the live projector's statement takes them: the other way round is a deadlock. */
async function lockTables(client: PoolClient, projection: Projection): Promise<void> {
  for (const table of projection.tables) {
    const name = sqlName(projection, table, LIVE);
    const { rows } = await client.query('select 1 where to_regclass($1) is not null', [name]);
    if (rows.length > 0) await client.query(`lock table ${name} in access exclusive mode`);
  }
}

/** Puts the rebuilt tables in place of the live ones; false when those have got further meanwhile. */
async function switchOver(
  { pool, store }: Pick<RebuildDeps, 'pool' | 'store'>,
  { projection, checkpoint }: Projector,
): Promise<boolean> {
  const { name, version } = projection;
  let switched = false;
  await withTransaction(pool, async (client) => {
    await lockTables(client, projection);
    const { rows } = await client.query<{ place: Place; version: number; position: Position }>(
      'select place, version, position from read.models where name = $1 and place = any($2) for update',
      [name, [LIVE, REBUILD]],
    );
    const live = rows.find(({ place }) => place === LIVE);
    // Never backwards: a reader may have been promised the live tables' position. The row stays locked until the
    // switch, so the live projector waits, finds its checkpoint moved, and goes on in the new tables.
    // A live position past the end of the log is a mark: no event lies between, and nobody was promised it.
    const isBehind = live && live.position > checkpoint.position;
    if (isBehind && (await store.head()) > checkpoint.position) return;
    await dropTables(client, LIVE, projection);
    await client.query(`create schema if not exists ${LIVE}`);
    for (const table of projection.tables) {
      await client.query(`alter table ${sqlName(projection, table, REBUILD)} set schema ${LIVE}`);
    }
    const moved = await client.query(
      'update read.models set place = $3, updated_at = now() where place = $2 and name = $1 and version = $4',
      [name, REBUILD, LIVE, version],
    );
    if (moved.rowCount !== 1) throw new RebuildFailed(`another rebuild of ${name} took over`);
    switched = true;
  });
  return switched;
}

/**
 * Rebuilds a read model beside the live tables, which go on being read and written, and switches in one
 * transaction when it has got as far as they have.
 *
 * @throws RebuildFailed when an event can't be handled or another rebuild of it runs
 */
export async function rebuild(
  deps: RebuildDeps,
  projection: Projection,
  { onProgress, signal = new AbortController().signal }: RebuildOptions = {},
): Promise<{ readonly events: number; readonly seconds: number; readonly position: Position }> {
  const { pool } = deps;
  const { name } = projection;
  const began = performance.now();
  const lock = await pool.connect();
  try {
    const { rows } = await lock.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as held',
      [ADVISORY_LOCKS.rebuild, name],
    );
    if (!rows[0]?.held) throw new RebuildFailed(`${name} is being rebuilt already`);
    const total = (await registeredModel(pool, LIVE, name))?.events ?? 0;
    const projector = await fill(deps, REBUILD, projection, {
      signal,
      async done(built, caughtUp) {
        const { events } = built.checkpoint;
        const seconds = (performance.now() - began) / 1000;
        const eventsPerSecond = events / seconds;
        const left = total > 0 ? Math.max(0, total - events) / eventsPerSecond : null;
        onProgress?.({ done: events, total, eventsPerSecond, secondsLeft: left });
        return caughtUp && switchOver(deps, built);
      },
    });
    const { events, position } = projector.checkpoint;
    return { events, position, seconds: (performance.now() - began) / 1000 };
  } finally {
    const isFree = await lock.query('select pg_advisory_unlock_all()').then(
      () => true,
      () => false,
    );
    lock.release(!isFree);
  }
}
