import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { errorCode } from '../adapters/startup-error.ts';
import { instantAs } from '../salon/instant-text.ts';
import { salonDate, salonMinutes } from '../salon/salon-time.ts';
import { DRAFT } from './back-up.ts';
import { forgetBackup } from './known-backups.ts';

/** In minutes after the salon's midnight. */
const FROM = 3 * 60;
/** The service names backups of the night by their day, and those that staff ask for by day and time. Others are left alone. */
const NIGHT = /^\d{4}-\d{2}-\d{2}$/;
const ASKED = /^\d{4}-\d{2}-\d{2} at \d{4}$/;

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
}

/** The day of the newest backup of the night in a folder; null if there is none, or the folder can't be read here. */
export async function lastNightlyBackup(folder: string): Promise<string | null> {
  const names = await namesIn(folder).catch((): string[] => []);
  return (
    names
      .filter((name) => NIGHT.test(name))
      .sort()
      .at(-1) ?? null
  );
}

/** Whether the night has come to the time of its backup, and that isn't there yet. */
export async function isBackupDue(folder: string, now: Date, timeZone: string): Promise<boolean> {
  if (salonMinutes(now, timeZone) < FROM) return false;
  return !(await namesIn(folder)).includes(salonDate(now, timeZone));
}

/** The name of a backup that is made now. */
export const backupName = (now: Date, timeZone: string, isOfNight: boolean): string =>
  instantAs(now, timeZone, isOfNight ? 'yyyy-MM-dd' : "yyyy-MM-dd 'at' HHmm");

interface KeptBackups {
  readonly pool: Pool;
  readonly folder: string;
  /** How many of each kind are kept. */
  readonly keep: number;
}

/**
 * Makes a backup of such a name, and then removes the oldest ones of its kind.
 *
 * @param backUp makes it in a new folder
 */
export async function keepBackup(
  { pool, folder, keep }: KeptBackups,
  name: string,
  backUp: (target: string) => Promise<unknown>,
): Promise<void> {
  const names = await namesIn(folder);
  const kind = [NIGHT, ASKED].find((pattern) => pattern.test(name));
  const isOfService = (one: string) => [NIGHT, ASKED].some((pattern) => pattern.test(one));
  // A killed process left these drafts: only one process at a time makes them.
  const drafts = names.filter((one) => one.includes(DRAFT) && isOfService(one.split(DRAFT, 1)[0] ?? ''));
  for (const draft of drafts) await rm(join(folder, draft), { recursive: true, force: true });
  if (!names.includes(name)) await backUp(join(folder, name));
  const kept = [...new Set([...names, name])].filter((one) => kind?.test(one)).sort();
  for (const old of kept.slice(0, Math.max(0, kept.length - keep))) {
    await rm(join(folder, old), { recursive: true, force: true });
    await forgetBackup(pool, join(folder, old));
  }
}
