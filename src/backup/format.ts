import { createHmac } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode, StartupError } from '../adapters/startup-error.ts';
import type { EventData, EventMetadata, Position } from '../eventsourcing/event-store.ts';

/** The files of a backup beside its manifest. Each holds one JSON value a line, compressed by Brotli. */
export const FILES = { log: 'log.ndjson.br', state: 'state.ndjson.br', keys: 'keys.ndjson.br' } as const;
export type FileName = keyof typeof FILES;

export const MANIFEST = 'manifest.json';

const FileEntry = z.strictObject({
  lines: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileEntry = z.infer<typeof FileEntry>;

/** The format of new backups. A release raises it when it writes what earlier ones can't read, and still reads the former one. */
export const FORMAT = 4;
/** The format of the first release. */
const FIRST_FORMAT = 4;

/** The fields of a manifest. */
export const Contents = z.strictObject({
  format: z.literal(FORMAT),
  /** The moment: everything that was acknowledged before it is in the backup. */
  takenAt: z.iso.datetime(),
  logKind: z.enum(['Postgres', 'EventStoreDB']),
  /** Null where no service has started yet. */
  logId: z.uuid().nullable(),
  /** Position of the last event; the start of the log if there is none. */
  position: z.string(),
  /** The migrations that the tables have seen, so that their rows are read in the shape that they had. */
  migrations: z.array(z.string()),
  files: z.strictObject({ log: FileEntry, state: FileEntry, keys: FileEntry }),
  /** The name of the file of keys, once it was written anew without those of somebody who was erased. */
  keysFile: z
    .string()
    .regex(/^keys-\d+\.ndjson\.br$/)
    .optional(),
});
/** The manifest of a backup that no release made. */
const Earlier = z.object({ format: z.int().lt(FIRST_FORMAT) });
const Signed = z.strictObject({ ...Contents.shape, seal: z.string() });

export type Manifest = z.infer<typeof Contents>;

/** The name that a file has in this backup. */
export const nameOf = ({ keysFile }: Manifest, file: FileName): string =>
  file === 'keys' && keysFile !== undefined ? keysFile : FILES[file];

/** Signs a manifest, and with it the files: only who has the key can make one that counts as genuine. Its field is `seal`. */
const signatureOf = (manifest: Manifest, key: Buffer): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(Contents.parse(manifest)))
    .digest('base64url');

/** Writes all that was written in a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

async function writeManifest(path: string, manifest: Manifest, key: Buffer): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ ...manifest, seal: signatureOf(manifest, key) }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes the manifest into a draft, which becomes the backup by its new name only then. */
export async function finishBackup(
  draft: string,
  folder: string,
  manifest: Manifest,
  key: Buffer,
): Promise<void> {
  await writeManifest(join(draft, MANIFEST), manifest, key);
  await syncFolder(draft);
  await rename(draft, folder);
  await syncFolder(join(folder, '..'));
}

/** Puts another manifest in the place of a backup's, in one step: all files that it names have to be on the disk. */
export async function replaceManifest(folder: string, manifest: Manifest, key: Buffer): Promise<void> {
  const path = join(folder, MANIFEST);
  await writeManifest(`${path}.new`, manifest, key);
  await syncFolder(folder);
  await rename(`${path}.new`, path);
  await syncFolder(folder);
}

/** @throws StartupError when the folder has no backup, or it was altered, or made with another key */
export async function readManifest(folder: string, key: Buffer): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    throw new StartupError(`There is no whole backup in ${folder} (${errorCode(error)}: ${MANIFEST}).`);
  }
  let stored: z.infer<typeof Signed>;
  try {
    const json: unknown = JSON.parse(text);
    if (Earlier.safeParse(json).success)
      throw new StartupError(
        `No release of this program made the backup in ${folder}, so none can restore it. It is left as it was.`,
      );
    stored = Signed.parse(json);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${MANIFEST} in ${folder} isn't one that this version of the program can read.`);
  }
  const { seal, ...manifest } = stored;
  if (seal !== signatureOf(manifest, key)) {
    throw new StartupError(
      `The backup was made with another SECRET_KEY, or ${MANIFEST} was altered. If the key was changed since, give the former one: --old-key <file>.`,
    );
  }
  return manifest;
}

/** A line of the log's file: an event as it is stored, with its position in the log that it comes from. */
export interface StoredEvent {
  readonly position: Position;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: EventData;
  readonly metadata: EventMetadata;
}

/** A line of the other files: a row of a table, as Postgres writes it as JSON. */
export interface StoredRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}
