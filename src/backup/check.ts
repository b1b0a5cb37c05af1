import { createSecretKey } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { SERVICE_MIGRATIONS } from '../adapters/postgres/migrate.ts';
import type { Queryable } from '../adapters/postgres/pool.ts';
import { keepKey } from '../adapters/postgres/rewrap-keys.ts';
import { bindingOf } from '../adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { StartupError } from '../adapters/startup-error.ts';
import { openBox, SealBroken, sealBox } from '../eventsourcing/sealing/sealed-box.ts';
import { numberKeyOf } from '../features/messages/numbers.ts';
import { backupKeyOf } from './back-up.ts';
import { checkFiles, readLines } from './files.ts';
import { type Manifest, readManifest, type StoredEvent, type StoredRow } from './format.ts';
import { createLastEventFinder, type LastEvents, positionsIn } from './positions.ts';

/** A backup of which every byte was compared with what was written. */
export interface CheckedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The last event up to each position in its rows. */
  readonly lastEvents: LastEvents;
  /** Number of keys of personal data, and of those that don't open: they didn't before either. */
  readonly keys: number;
  readonly brokenKeys: number;
  /** A row of the file of keys as it is to be stored, its key wrapped by the present secret key. */
  withRewrappedKey(row: StoredRow): StoredRow;
  /** Keeps what follows from the former secret key and has to stay what it was, once the rows are stored. */
  keepFormerKeys(db: Queryable): Promise<void>;
}

const hexOf = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/**
 * @param secretKey of the installation that it is restored into
 * @param formerKey that the backup was made with, if that is another one
 * @throws StartupError when the backup is cut, altered, of another key or of a newer version of the program
 */
export async function checkBackup(
  folder: string,
  secretKey: string,
  formerKey = secretKey,
): Promise<CheckedBackup> {
  const manifest = await readManifest(folder, backupKeyOf(formerKey));
  await checkFiles(folder, manifest);
  const known = (await readdir(SERVICE_MIGRATIONS[0]?.folder ?? '')).map((file) => basename(file, '.sql'));
  const newer = manifest.migrations.find((name) => !known.includes(name));
  if (newer !== undefined)
    throw new StartupError(
      `The backup is of a newer version of the program (${newer}): restore it with that one.`,
    );

  const masterOf = (key: string) => deriveKey(key, 'sealing-master/v1');
  const [from, to] = [createSecretKey(masterOf(formerKey)), createSecretKey(masterOf(secretKey))];
  const counts = { keys: 0, brokenKeys: 0 };
  const withRewrappedKey = (stored: StoredRow): StoredRow => {
    const { stream, key } = stored.row as { stream: string; key: string | null };
    if (stored.table !== 'sealing.sealing_keys' || key === null) return stored;
    counts.keys += 1;
    try {
      const bytes = openBox(from, bindingOf(stream), Buffer.from(key.slice(2), 'hex'));
      if (formerKey === secretKey) return stored;
      return { ...stored, row: { ...stored.row, key: hexOf(sealBox(to, bindingOf(stream), bytes)) } };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      counts.brokenKeys += 1;
      return stored;
    }
  };
  const keepFormerKeys = async (db: Queryable) => {
    if (formerKey !== secretKey) await keepKey(db, masterOf(secretKey), numberKeyOf(formerKey));
  };
  for await (const rows of readLines<StoredRow>(folder, manifest, 'keys'))
    for (const row of rows) withRewrappedKey(row);

  const positions = new Set<string>();
  for await (const rows of readLines<StoredRow>(folder, manifest, 'state'))
    for (const row of rows) for (const position of positionsIn(row)) positions.add(position);
  const finder = createLastEventFinder(positions);
  for await (const events of readLines<StoredEvent>(folder, manifest, 'log'))
    for (const event of events) finder.pass(event);
  return { folder, manifest, lastEvents: finder.end(), ...counts, withRewrappedKey, keepFormerKeys };
}
