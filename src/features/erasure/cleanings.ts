import type { Queryable } from '../../adapters/postgres/pool.ts';
import type { SystemState } from '../../contracts/system/projections.ts';

/** Cleanings: after an erasure, the files are written anew without the bytes that a deletion leaves in them. */

const DAY_MS = 24 * 3_600_000;

/** When what was erased then must be gone from the files. */
export const dueBy = (shreddedAt: Date): Date => new Date(shreddedAt.getTime() + DAY_MS);

/** The result of a cleaning. */
export interface CleaningResult {
  readonly readModels: number;
  /** UTC instant by which Postgres's own log has none of it; null where the server doesn't say. */
  readonly walHeldUntil: string | null;
}

/**
 * Since when something that was erased waits for the next cleaning; null if nothing does.
 *
 * @param until only what was erased by then: an instant as Postgres wrote it
 */
export async function waitingSince(db: Queryable, until = 'infinity'): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date | null }>(
    `select min(shredded_at) as since from sealing.sealing_keys
     where shredded_at > coalesce((select max(began_at) from cleanings), '-infinity') and shredded_at <= $1`,
    [until],
  );
  return rows[0]?.since ?? null;
}

/** Notes a cleaning that has ended. @param beganAt an instant as Postgres wrote it, which is more exact than a Date */
export async function noteCleaning(db: Queryable, beganAt: string, result: CleaningResult): Promise<void> {
  await db.query('insert into cleanings (began_at, ended_at, result) values ($1, now(), $2)', [
    beganAt,
    JSON.stringify(result),
  ]);
}

/** Finds the erasures that wait for a cleaning, and when the last one ended. */
export async function cleaningState(db: Queryable, now: Date): Promise<SystemState['cleaning']> {
  const { rows } = await db.query<{ at: Date | null }>('select max(ended_at) as at from cleanings');
  const since = await waitingSince(db);
  return {
    last: rows[0]?.at?.toISOString() ?? null,
    due_by: since && dueBy(since).toISOString(),
    late: since !== null && dueBy(since) < now,
  };
}
