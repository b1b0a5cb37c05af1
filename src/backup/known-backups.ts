import { resolve } from 'node:path';
import type { Queryable } from '../adapters/postgres/pool.ts';

/** The backups that were made, wherever they are: until they are deleted, data of people who are erased later can be opened with them. */

export async function noteBackup(db: Queryable, folder: string, takenAt: string): Promise<void> {
  await db.query(
    `insert into backups (folder, taken_at) values ($1, $2)
     on conflict (folder) do update set taken_at = excluded.taken_at,
       cleaned_at = case when backups.taken_at = excluded.taken_at then backups.cleaned_at end`,
    [resolve(folder), takenAt],
  );
}

export async function forgetBackup(db: Queryable, folder: string): Promise<void> {
  await db.query('delete from backups where folder = $1', [resolve(folder)]);
}

/** When the newest backup was made; null if there is none. */
export async function lastBackup(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>('select max(taken_at) as at from backups');
  return rows[0]?.at ?? null;
}

/** The folders of the backups in a folder. */
export async function backupsIn(db: Queryable, folder: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ folder: string }>(
    "select folder from backups where starts_with(folder, $1 || '/')",
    [resolve(folder)],
  );
  return rows.map((row) => row.folder);
}

/** Notes that nobody who was erased before an instant can be opened with a backup. */
export async function noteCleaned(db: Queryable, folder: string, before: string): Promise<void> {
  await db.query('update backups set cleaned_at = $2 where folder = $1', [resolve(folder), before]);
}
