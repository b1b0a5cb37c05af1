import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Contents, MANIFEST } from './format.ts';

/** The fields that tell backups apart. The seal isn't looked at: another salon's may be made with another key. */
const Told = z.object({ logId: Contents.shape.logId, takenAt: Contents.shape.takenAt });

/** The backups in a folder, as far as they can be read. */
interface BackupsIn {
  /** The names of this log's. A copy of the log has the same id, and so do its backups. */
  readonly own: readonly string[];
  /** The path of the newest that is another salon's, or this one's from before its log began anew; null if there is none. */
  readonly newestOfAnother: string | null;
}

export async function backupsIn(folder: string, logId: string | null): Promise<BackupsIn> {
  const names = await readdir(folder).catch((): string[] => []);
  const read = names.map(async (name) => {
    try {
      return [{ name, ...Told.parse(JSON.parse(await readFile(join(folder, name, MANIFEST), 'utf8'))) }];
    } catch {
      // It is no backup, or can't be read.
      return [];
    }
  });
  const backups = (await Promise.all(read)).flat();
  const [newest] = backups
    .filter((backup) => backup.logId !== logId)
    .sort((a, b) => b.takenAt.localeCompare(a.takenAt));
  return {
    own: backups.filter((backup) => backup.logId === logId).map(({ name }) => name),
    newestOfAnother: newest ? join(folder, newest.name) : null,
  };
}
