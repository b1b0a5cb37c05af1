import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { storedLogId } from '../adapters/event-log/log-identity.ts';
import { errorCode } from '../adapters/startup-error.ts';
import { instantAs } from '../salon/instant-text.ts';
import { salonDate, salonMinutes } from '../salon/salon-time.ts';
import { DRAFT } from './back-up.ts';
import { forgetBackup } from './known-backups.ts';
import { backupsIn } from './of-logs.ts';

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

/** The day of the newest backup of the night among these names; null if there is none. */
export const lastNight = (names: readonly string[]): string | null =>
  names
    .filter((name) => NIGHT.test(name))
    .sort()
    .at(-1) ?? null;

/** Whether the night has come to the time of its backup, and that isn't there yet. */
export async function isBackupDue(folder: string, now: Date, timeZone: string): Promise<boolean> {
  if (salonMinutes(now, timeZone) < FROM) return false;
  return !(await namesIn(folder)).includes(salonDate(now, timeZone));
}

/** The name of a backup that is made now. */
export const backupName = (now: Date, timeZone: string, isOfNight: boolean): string =>
  instantAs(now, timeZone, isOfNight ? 'yyyy-MM-dd' : "yyyy-MM-dd 'at' HHmm");

/** How many bytes this process may still write on the disk that has a folder. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Staff read this on the page System, its name first. */
class TooLittleSpace extends Error {
  override readonly name = 'Too little space';
}

/** @param roundedTo a tenth of a megabyte below or above: never as much room as is needed, where there isn't */
const megabytes = (bytes: number, roundedTo: 'floor' | 'ceil'): string =>
  `${(Math[roundedTo](bytes / 100_000) / 10).toLocaleString('en')} MB`;

/** @throws TooLittleSpace when less than twice the size of the last backup is free */
async function assertRoom(last: string, free: number): Promise<void> {
  const files = await readdir(last);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(last, file))).size));
  const needed = 2 * sizes.reduce((sum, size) => sum + size, 0);
  if (free >= needed) return;
  throw new TooLittleSpace(
    `only ${megabytes(free, 'floor')} are free on the disk, and a backup needs twice the size of the last one, ${megabytes(needed, 'ceil')}. Make room there.`,
  );
}

interface KeptBackups {
  readonly pool: Pool;
  readonly folder: string;
  /** How many of each kind are kept. */
  readonly keep: number;
  /** Tells the room on the disk, where a backup must not take the last of it from the database. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

/**
 * Makes a backup of such a name, and then removes the oldest ones of its kind. It counts and removes those of the same log alone: a
 * service that was started without its database must not push out the backups that bring it back.
 *
 * @param backUp makes it in a new folder
 * @throws TooLittleSpace before anything is written
 */
export async function keepBackup(
  { pool, folder, keep, freeBytes }: KeptBackups,
  name: string,
  backUp: (target: string) => Promise<unknown>,
): Promise<void> {
  const names = await namesIn(folder);
  const kind = [NIGHT, ASKED].find((pattern) => pattern.test(name));
  const isOfService = (one: string) => [NIGHT, ASKED].some((pattern) => pattern.test(one));
  // A killed process left these drafts: only one process at a time makes them.
  const drafts = names.filter((one) => one.includes(DRAFT) && isOfService(one.split(DRAFT, 1)[0] ?? ''));
  for (const draft of drafts) await rm(join(folder, draft), { recursive: true, force: true });
  const logId = await storedLogId(pool);
  if (!names.includes(name)) {
    const last = (await backupsIn(folder, logId)).own.filter(isOfService).sort().at(-1);
    if (freeBytes && last !== undefined) await assertRoom(join(folder, last), await freeBytes(folder));
    await backUp(join(folder, name));
  }
  const kept = (await backupsIn(folder, logId)).own.filter((one) => kind?.test(one)).sort();
  for (const old of kept.slice(0, Math.max(0, kept.length - keep))) {
    await rm(join(folder, old), { recursive: true, force: true });
    await forgetBackup(pool, join(folder, old));
  }
}
