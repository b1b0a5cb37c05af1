import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { errorCode } from '../adapters/startup-error.ts';
import { salonDate, salonMinutes } from '../salon/salon-time.ts';
import { type BackupDeps, backUp, DRAFT } from './back-up.ts';
import { forgetBackup } from './known-backups.ts';

interface NightlyDeps extends BackupDeps {
  readonly pool: Pool;
  readonly timeZone: string;
  readonly keep: number;
}

const FROM = 3 * 60;
/** Nightly backups are named by their day; others in the folder are left alone. */
const NIGHT = /^\d{4}-\d{2}-\d{2}$/;
const nightsAmong = (names: readonly string[]) => names.filter((name) => NIGHT.test(name)).sort();

/** The day of the newest backup of the night in a folder; null if there is none, or the folder can't be read here. */
export async function lastNightlyBackup(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch((): string[] => []);
  return nightsAmong(names).at(-1) ?? null;
}

/** Makes the backup of the night once it is due, unless it is there already, and then removes the oldest ones. */
export async function nightlyBackup(
  { timeZone, keep, pool, ...deps }: NightlyDeps,
  folder: string,
): Promise<void> {
  const today = salonDate(deps.now(), timeZone);
  if (salonMinutes(deps.now(), timeZone) < FROM) return;
  const names: readonly string[] = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (names.includes(today)) return;
  // Only one process at a time makes drafts, so these are left of a process that was killed.
  const drafts = names.filter((name) => NIGHT.test(name.split(DRAFT, 1)[0] ?? '') && name.includes(DRAFT));
  for (const draft of drafts) await rm(join(folder, draft), { recursive: true, force: true });
  await backUp(deps, join(folder, today));
  deps.report(`The backup of the night is in ${join(folder, today)}.`);
  const nights = nightsAmong(names);
  for (const night of nights.slice(0, Math.max(0, nights.length + 1 - keep))) {
    await rm(join(folder, night), { recursive: true, force: true });
    await forgetBackup(pool, join(folder, night));
  }
}
