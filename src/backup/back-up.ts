import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { EventLog } from '../adapters/event-log/event-log.ts';
import { storedLogId } from '../adapters/event-log/log-identity.ts';
import { rowsOf } from '../adapters/postgres/cursor.ts';
import { createPool, withTransaction } from '../adapters/postgres/pool.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { errorCode, StartupError } from '../adapters/startup-error.ts';
import { LOG_START } from '../eventsourcing/event-store.ts';
import { writeLines } from './files.ts';
import { FILES, type FileEntry, type FileName, FORMAT, finishBackup, type Manifest } from './format.ts';
import { noteBackup } from './known-backups.ts';
import { createProgress } from './progress.ts';
import { type LogLines, linesOfLog, linesOfPostgres } from './read-log.ts';
import { KEPT_TABLES } from './tables.ts';

export interface BackupDeps {
  readonly log: Pick<EventLog, 'kind' | 'head' | 'subscribe'>;
  readonly databaseUrl: string;
  readonly secretKey: string;
  now(): Date;
  /** Ends the backup, of which nothing is left then. */
  readonly signal?: AbortSignal;
  /** Gets a line of progress now and then. */
  report(line: string): void;
}

/** The name of a draft, which never looks like a backup. */
export const DRAFT = '.unfinished-';
const IS_DRAFT = /\.unfinished-\w{6}$/;

/** A backup at work writes all the time, so a draft in which nothing changed for so long was left by a process that was killed. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Removes the drafts in a folder that were left. One that can't be read or removed, or becomes a backup meanwhile, stays. */
async function removeAbandoned(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const drafts = names.filter((name) => IS_DRAFT.test(name));
  const removed = drafts.map(async (name) => {
    const draft = join(folder, name);
    const files = ['', ...(await readdir(draft))];
    const changes = await Promise.all(files.map(async (file) => (await stat(join(draft, file))).mtimeMs));
    if (now.getTime() - Math.max(...changes) > ABANDONED_AFTER_MS) await rm(draft, { recursive: true });
  });
  await Promise.allSettled(removed);
}

/** The key that backups are signed with. */
export const backupKeyOf = (secretKey: string): Buffer => deriveKey(secretKey, 'backup/v1');

/**
 * Backs everything up that can't be made again, into a new folder, beside a running service. The folder has its name only once
 * everything is on the disk. Drafts of backups that were killed a day ago or more are removed from the folder that it is in.
 *
 * The state of processes is read first, then the log to its end, then keys and accounts: so no checkpoint lies beyond the log's end, and
 * no key is missing that an event was sealed with. Where all of it is in one Postgres, all is read in one snapshot.
 */
export async function backUp(deps: BackupDeps, folder: string): Promise<Manifest> {
  const target = resolve(folder);
  const there = await readdir(target).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw new StartupError(`${target} cannot be used (${errorCode(error)}).`);
  });
  if (there.length > 0) throw new StartupError(`${target} isn't empty: name a new folder.`);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await removeAbandoned(dirname(target), deps.now());
  const draft = await mkdtemp(`${target}${DRAFT}`);
  const pool = createPool({ url: deps.databaseUrl, name: 'backup', max: 1, statementTimeoutMs: 0 });
  try {
    const manifest = await writeFiles(deps, pool, draft);
    // Noted first: a certificate may list a backup that isn't there, but has to list each that is.
    await noteBackup(pool, target, manifest.takenAt);
    await finishBackup(draft, target, manifest, backupKeyOf(deps.secretKey));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await pool.end();
  }
}

const inSnapshot = <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
  withTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    // The wait for a slow disk between two reads is no reason to end it.
    await client.query('set local idle_in_transaction_session_timeout = 0');
    // Locked before the snapshot begins: in a snapshot from before the table is written anew, the new one is empty.
    await client.query('lock table sealing.sealing_keys in access share mode');
    return work(client);
  });

async function* rowLines(client: PoolClient, file: 'state' | 'keys'): AsyncGenerator<readonly string[]> {
  for (const { name, where = 'true' } of KEPT_TABLES.filter((table) => table.file === file)) {
    const rows = rowsOf<[row: string]>(client, `select row_to_json(t)::text from ${name} t where ${where}`);
    for await (const batch of rows) yield batch.map(([row]) => `{"table":"${name}","row":${row}}`);
  }
}

async function aboutTables(client: PoolClient): Promise<Pick<Manifest, 'migrations' | 'logId'>> {
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by name');
  return { migrations: rows.map(({ name }) => name), logId: await storedLogId(client) };
}

async function writeFiles(
  { log, now, signal, report }: BackupDeps,
  pool: Pool,
  draft: string,
): Promise<Manifest> {
  const progress = createProgress('events backed up', report);
  let position = LOG_START;
  async function* counted(read: AsyncIterable<LogLines>): AsyncGenerator<readonly string[]> {
    for await (const { last, lines } of read) {
      signal?.throwIfAborted();
      position = last;
      progress.add(lines.length);
      yield lines;
    }
  }
  const write = (file: FileName, lines: AsyncIterable<readonly string[]>): Promise<FileEntry> =>
    writeLines(join(draft, FILES[file]), lines);

  /** @param snapshot in which all is read; if left out, each part is read in one of its own */
  async function writeAll(snapshot?: PoolClient): Promise<Manifest> {
    const reading: typeof inSnapshot = (of, work) => (snapshot ? work(snapshot) : inSnapshot(of, work));
    const began = now();
    report('Backing up the state of processes…');
    const { about, state } = await reading(pool, async (client) => ({
      about: await aboutTables(client),
      state: await write('state', rowLines(client, 'state')),
    }));
    const takenAt = (snapshot ? began : now()).toISOString();
    report('Backing up the log…');
    const events = await write('log', counted(snapshot ? linesOfPostgres(snapshot) : linesOfLog(log)));
    report('Backing up keys and accounts…');
    const keys = await reading(pool, (client) => write('keys', rowLines(client, 'keys')));
    return {
      format: FORMAT,
      takenAt,
      logKind: log.kind,
      position,
      ...about,
      files: { log: events, state, keys },
    };
  }
  return log.kind === 'Postgres' ? inSnapshot(pool, writeAll) : writeAll();
}
