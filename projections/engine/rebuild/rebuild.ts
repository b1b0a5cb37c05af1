import { ADVISORY_LOCKS } from '../../../src/adapters/postgres/advisory-locks.ts';
import type { Position } from '../../../src/eventsourcing/event-store.ts';
import { LIVE_SCHEMA, type Projection, REBUILD_SCHEMA } from '../projection.ts';
import { completeTables, dropTables, registeredModel } from '../registry.ts';
import { type FillDeps, fill, RebuildFailed } from './fill.ts';
import { whileFilling } from './filling-lock.ts';
import { switchOver } from './switch-over.ts';

export interface RebuildProgress {
  /** Events of the read model's streams that are applied. */
  readonly done: number;
  /** How many were applied to the live tables; 0 when unknown. */
  readonly total: number;
  readonly eventsPerSecond: number;
  /** Null when unknown. */
  readonly secondsLeft: number | null;
}

interface RebuildOptions {
  onProgress?(progress: RebuildProgress): void;
  readonly signal?: AbortSignal;
}

/** Another process is rebuilding the read model. */
export class RebuildRunning extends RebuildFailed {}

function progressSince(began: number, done: number, total: number): RebuildProgress {
  const eventsPerSecond = (done * 1_000) / (performance.now() - began);
  const secondsLeft = total > 0 ? Math.max(0, total - done) / eventsPerSecond : null;
  return { done, total, eventsPerSecond, secondsLeft };
}

/**
 * Rebuilds a read model in tables beside the live ones, which are still read and written, and switches to them in one
 * transaction once they have reached the same position.
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
  return whileFilling(pool, async (session) => {
    const { rows } = await session.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as held',
      [ADVISORY_LOCKS.rebuild, name],
    );
    if (!rows[0]?.held) throw new RebuildRunning(`${name} is being rebuilt already`);
    const total = (await registeredModel(pool, LIVE_SCHEMA, name))?.events ?? 0;
    let isComplete = false;
    try {
      const projector = await fill(deps, REBUILD_SCHEMA, projection, {
        signal,
        onBatch: ({ checkpoint }) => onProgress?.(progressSince(began, checkpoint.events, total)),
        async trySwitchOver(built) {
          if (!isComplete) await completeTables(pool, REBUILD_SCHEMA, projection);
          isComplete = true;
          return switchOver(deps, built);
        },
      });
      const { events, position } = projector.checkpoint;
      return { events, position, seconds: (performance.now() - began) / 1000 };
    } catch (failure) {
      // An erasure wouldn't reach the personal data in these tables. Dropped in the session with the lock, or not at all: without
      // the lock, they may be another rebuild's.
      await dropTables(session, REBUILD_SCHEMA, projection).catch(() => {});
      throw failure;
    }
  });
}
