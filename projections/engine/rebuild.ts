import type { Position } from '../../src/eventsourcing/event-store.ts';
import { type FillDeps, fill, RebuildFailed } from './fill.ts';
import { LIVE_SCHEMA, type Projection, REBUILD_SCHEMA } from './projection.ts';
import { ADVISORY_LOCKS, createIndexes, registeredModel } from './registry.ts';
import { switchOver } from './switch-over.ts';

export interface RebuildProgress {
  /** Events of the read model's categories. */
  readonly done: number;
  /** As many as were applied to the live tables; 0 when that isn't known. */
  readonly total: number;
  readonly eventsPerSecond: number;
  /** Null when it isn't known. */
  readonly secondsLeft: number | null;
}

export interface RebuildOptions {
  onProgress?(progress: RebuildProgress): void;
  readonly signal?: AbortSignal;
}

/** Another process rebuilds the read model at this moment. */
export class RebuildRunning extends RebuildFailed {}

/** Counts what is done and tells the rest. */
function progressSince(began: number, done: number, total: number): RebuildProgress {
  const eventsPerSecond = (done * 1_000) / (performance.now() - began);
  const secondsLeft = total > 0 ? Math.max(0, total - done) / eventsPerSecond : null;
  return { done, total, eventsPerSecond, secondsLeft };
}

/**
 * Rebuilds a read model beside the live tables, which go on being read and written, and switches in one
 * transaction when it has got as far as they have.
 *
 * @throws RebuildFailed when an event can't be handled, RebuildRunning when another rebuild of it runs
 */
export async function rebuild(
  deps: FillDeps,
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
    if (!rows[0]?.held) throw new RebuildRunning(`${name} is being rebuilt already`);
    const total = (await registeredModel(pool, LIVE_SCHEMA, name))?.events ?? 0;
    let isIndexed = false;
    const projector = await fill(deps, REBUILD_SCHEMA, projection, {
      signal,
      async done(built, caughtUp) {
        onProgress?.(progressSince(began, built.checkpoint.events, total));
        if (!caughtUp) return false;
        if (!isIndexed) await createIndexes(pool, REBUILD_SCHEMA, projection);
        isIndexed = true;
        return switchOver(deps, built);
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
