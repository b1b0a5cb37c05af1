import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { errorCode, StartupError } from '../adapters/startup-error.ts';
import { backupKeyOf } from '../backup/back-up.ts';
import { checkFile, readTexts, writeLines } from '../backup/files.ts';
import {
  MANIFEST,
  type Manifest,
  nameOf,
  readManifest,
  replaceManifest,
  type StoredRow,
  syncFolder,
} from '../backup/format.ts';
import { backupsIn, forgetBackup, noteBackup, noteCleaned } from '../backup/known-backups.ts';

/** The time at which each erased stream's key was shredded: an instant as Postgres writes it. */
type Shredded = ReadonlyMap<string, string>;

const KEYS_FILE = /^keys(?:-(\d+))?\.ndjson\.br$/;
const KEY_LINE = '{"table":"sealing.sealing_keys"';

/** The line without its key, if its stream's key was shredded since; undefined if there is nothing to change. */
function withoutKey(line: string, shredded: Shredded): string | undefined {
  if (!line.startsWith(KEY_LINE)) return undefined;
  const { table, row } = JSON.parse(line) as StoredRow;
  const shreddedAt = shredded.get(String(row.stream));
  if (shreddedAt === undefined || row.key === null) return undefined;
  return JSON.stringify({ table, row: { ...row, key: null, shredded_at: shreddedAt } });
}

/** Removes files of keys that the manifest doesn't name, which a killed process left. */
async function removeLeft(folder: string, manifest: Manifest): Promise<void> {
  const named = nameOf(manifest, 'keys');
  const names = await readdir(folder);
  const left = names.filter((name) => KEYS_FILE.test(name) && name !== named);
  for (const name of left) await rm(join(folder, name));
  if (left.length > 0) await syncFolder(folder);
}

/**
 * Writes a backup's file of keys anew, without the keys that were shredded since. The new file has another name until the manifest
 * names it, so that the backup is whole at any moment.
 *
 * @returns how many keys were removed
 * @throws StartupError when it isn't a whole backup of this key
 */
export async function eraseKeys(folder: string, shredded: Shredded, key: Buffer): Promise<number> {
  const manifest = await readManifest(folder, key);
  await removeLeft(folder, manifest);
  // A damaged file must not be signed as a whole one.
  await checkFile(folder, manifest, 'keys');
  let erased = 0;
  for await (const lines of readTexts(folder, manifest, 'keys'))
    erased += lines.filter((line) => withoutKey(line, shredded) !== undefined).length;
  if (erased === 0) return 0;

  const next = Number(KEYS_FILE.exec(nameOf(manifest, 'keys'))?.[1] ?? 0) + 1;
  const keysFile = `keys-${next}.ndjson.br`;
  const anew = async function* () {
    for await (const lines of readTexts(folder, manifest, 'keys'))
      yield lines.map((line) => withoutKey(line, shredded) ?? line);
  };
  const keys = await writeLines(join(folder, keysFile), anew());
  const changed = { ...manifest, keysFile, files: { ...manifest.files, keys } };
  await replaceManifest(folder, changed, key);
  await removeLeft(folder, changed);
  return erased;
}

/**
 * Removes the shredded keys from all backups in a folder, and notes for each backup that it was done.
 *
 * @param before the shredding of everything in `shredded` was before this instant
 * @param report gets a line for each backup that can't be changed
 */
export async function eraseKeysIn(
  backupDir: string,
  shredded: Shredded,
  {
    pool,
    secretKey,
    before,
    report,
  }: { pool: Pool; secretKey: string; before: string; report(line: string): void },
): Promise<void> {
  const names = await readdir(backupDir, { withFileTypes: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const present = names.filter((entry) => entry.isDirectory()).map(({ name }) => join(backupDir, name));
  const folders: string[] = [];
  for (const folder of present) {
    // One that can't be read is somebody else's, such as `lost+found`.
    const files = await readdir(folder).catch((): string[] => []);
    if (files.includes(MANIFEST)) folders.push(folder);
  }
  // An empty folder may be one whose disk isn't there.
  if (folders.length === 0) return;
  for (const known of await backupsIn(pool, backupDir))
    if (!present.includes(known)) await forgetBackup(pool, known);
  const key = backupKeyOf(secretKey);
  for (const folder of folders) {
    try {
      await eraseKeys(folder, shredded, key);
      await noteBackup(pool, folder, (await readManifest(folder, key)).takenAt);
      await noteCleaned(pool, folder, before);
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      report(`${folder} still opens whoever was erased since: ${error.message}`);
    }
  }
}
