import type { Pool } from 'pg';
import { allProjections } from '../../projections/all.ts';
import { APPOINTMENTS_TABLE } from '../../projections/appointments/projection.ts';
import { assertNoFormerTables } from '../../projections/engine/rebuild/unused-tables.ts';
import type { Config } from '../adapters/config.ts';
import { createPool, type Queryable } from '../adapters/postgres/pool.ts';
import type { SystemState } from '../contracts/system/projections.ts';
import type { SecretLinks } from '../features/booking/appointment/secret-links.ts';
import { salonDate, salonMinutes } from '../salon/salon-time.ts';
import { eraseKeysIn } from './erase-keys.ts';
import { rewriteKeys, walHeldUntil } from './rewrite-keys.ts';

/** Cleanings: after an erasure, the files are written anew without the bytes that a deletion leaves in them. */

const DAY_MS = 24 * 3_600_000;

/** The instant by which data that was erased then must be gone from the files. */
export const dueBy = (shreddedAt: Date): Date => new Date(shreddedAt.getTime() + DAY_MS);

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

export interface CleaningDeps {
  readonly config: Pick<Config, 'backupDir'>;
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly links: SecretLinks;
  /** Rebuilds a read model beside its live tables. */
  rebuild(readModel: string, signal: AbortSignal): Promise<void>;
  /** Gets a line before each step. */
  report(line: string): void;
}

/**
 * Writes anew what may keep bytes of the erased: the read models with personal data, the table of keys, and the keys in backups. Readers
 * wait for an exchange of tables at most. If it is cut short, nothing is noted, and the next one does all of it.
 *
 * @throws Error also when nothing that waits can be cleaned yet
 */
export async function clean(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const { config, databaseUrl, secretKey, links, report } = deps;
  const pool = createPool({ url: databaseUrl, name: 'cleaning', max: 2, statementTimeoutMs: 0 });
  const step = (line: string) => {
    signal.throwIfAborted();
    report(line);
  };
  try {
    // A transaction that is still open may have shredded a key. The key's time is then that of the transaction's beginning, and it isn't
    // visible yet when the keys are read below.
    const { rows: began } = await pool.query<{ at: string; by: string }>(
      `select (xact_start - interval '1 microsecond')::text as at, application_name as by from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' order by xact_start limit 1`,
    );
    const { at: beganAt = '', by } = began[0] ?? {};
    if ((await waitingSince(pool, beganAt)) === null) throw new Error(`an older transaction is open: ${by}`);
    const { rows } = await pool.query<{ stream: string; at: string }>(
      "select stream, to_json(shredded_at)#>>'{}' as at from sealing.sealing_keys where shredded_at <= $1",
      [beganAt],
    );
    const shredded = new Map(rows.map(({ stream, at }) => [stream, at]));
    const projections = allProjections(links);
    const personal = projections.filter(({ readsPersonal }) => readsPersonal);
    await assertNoFormerTables(pool, projections);
    for (const { name } of personal) {
      step(`Erased data: the read model ${name} is built anew.`);
      await deps.rebuild(name, signal);
    }
    step('Erased data: the table of keys is written anew.');
    await rewriteKeys(pool, signal);
    const walHeld = await walHeldUntil(pool);
    step('Erased data: keys are removed from backups.');
    if (config.backupDir !== undefined)
      await eraseKeysIn(config.backupDir, shredded, { pool, secretKey, before: beganAt, report });
    step('Erased data: all files are clean.');
    await noteCleaning(pool, beganAt, {
      readModels: personal.length,
      walHeldUntil: walHeld?.toISOString() ?? null,
    });
  } finally {
    await pool.end();
  }
}

/** In minutes after the salon's midnight. */
const NIGHT = { from: 2 * 60, to: 6 * 60 };
const HOUR_MS = 3_600_000;
/** An installation that doesn't run at night cleans in the first hour without bookings after so long, and at last in any hour. */
const PATIENCE_MS = { quiet: 20 * HOUR_MS, any: 23 * HOUR_MS };

async function isHourFree(pool: Pool, date: string, minutes: number): Promise<boolean> {
  const { rows } = await pool.query(
    `select from ${APPOINTMENTS_TABLE} where appointment_date = $1 and status in ('pending', 'confirmed')
       and start_minute < $2 + 60 and end_minute > $2 limit 1`,
    [date, minutes],
  );
  return rows.length === 0;
}

/** Whether something that was erased is to be cleaned from the files now: within a day, at an hour without bookings if there is one. */
export async function isCleaningDue(pool: Pool, now: Date, timeZone: string): Promise<boolean> {
  const since = await waitingSince(pool);
  if (since === null) return false;
  const age = now.getTime() - since.getTime();
  const minutes = salonMinutes(now, timeZone);
  const isNight = minutes >= NIGHT.from && minutes < NIGHT.to;
  if (age >= PATIENCE_MS.any) return true;
  return (isNight || age >= PATIENCE_MS.quiet) && (await isHourFree(pool, salonDate(now, timeZone), minutes));
}
