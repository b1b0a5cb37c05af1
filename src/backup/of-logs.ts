import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Contents, MANIFEST } from './format.ts';

/** The fields that tell backups apart. The seal isn't looked at: another salon's may be made with another key. */
const Told = z.object({ logId: Contents.shape.logId, takenAt: Contents.shape.takenAt });

async function backupsIn(folder: string) {
  const names = await readdir(folder).catch((): string[] => []);
  const read = names.map(async (name) => {
    try {
      return [{ name, ...Told.parse(JSON.parse(await readFile(join(folder, name, MANIFEST), 'utf8'))) }];
    } catch {
      // It is no backup, or can't be read.
      return [];
    }
  });
  return (await Promise.all(read)).flat();
}

/** The names of a log's backups in a folder. A copy of the log has the same id, and so do its backups. */
export async function backupsOf(logId: string | null, folder: string): Promise<readonly string[]> {
  return (await backupsIn(folder)).filter((backup) => backup.logId === logId).map(({ name }) => name);
}

/** The path of the newest backup in a folder that is another salon's, or this one's from before its log began anew. */
export async function newestOfAnotherLog(logId: string | null, folder: string): Promise<string | null> {
  const others = (await backupsIn(folder)).filter((backup) => backup.logId !== logId);
  const newest = others.sort((a, b) => a.takenAt.localeCompare(b.takenAt)).at(-1);
  return newest === undefined ? null : join(folder, newest.name);
}
