import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { retrying } from '../../eventsourcing/async/retrying.ts';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { IDLE_TRANSACTION_MS } from '../postgres/pool.ts';
import { StartupError } from '../startup-error.ts';
import { installedPostgres, runnablePostgres, serverUser } from './binaries.ts';
import {
  closeToOthers,
  createDatabaseFolder,
  DATABASE_NAME,
  holdsDatabase,
  OWNER,
  ownerPassword,
  prepareDataDir,
  prepareServiceAccount,
  SERVICE_ACCOUNT,
  servicePassword,
} from './cluster.ts';
import { connectionString, type Endpoint } from './endpoint.ts';
import {
  findRunningServer,
  ServerDidNotStart,
  type ServerFiles,
  startServerProcess,
  stopServerProcess,
} from './process.ts';

export interface EmbeddedOptions {
  /** If another process runs a server on this folder, use that server instead of refusing. For commands run beside the service. */
  readonly attach?: boolean;
  /** False only for throw-away databases: the server doesn't wait for the disk, and a loss of power may destroy the data. */
  readonly durable?: boolean;
  /** Called when a start takes longer than usual, with a line that tells people so. */
  readonly report?: (line: string) => void;
  /** Called once when the server has ended by itself and couldn't be started again. */
  readonly onLost?: (error: Error) => void;
}

export interface EmbeddedPostgres {
  /** Connection string of the service's database, for the account that the service works as. */
  readonly url: string;
  /** Connection string for the superuser, who can create another database, for example. */
  readonly ownerUrl: string;
  /** True when the server belongs to another process, so that it goes on running after `stop`. */
  readonly attached: boolean;
  /** Process id of the server, which changes if it has to be started again. */
  pid(): number;
  /** Stops the server by a "fast shutdown", which ends all sessions. Close the pools first. */
  stop(): Promise<void>;
  /** Asks the server to stop and doesn't wait for it; for a process that ends at once. */
  abandon(): void;
}

const DURABLE = {
  // A service needs some 70; an operator's commands that run beside it may need as many again.
  max_connections: '200',
  shared_buffers: '128MB',
  wal_compression: 'on',
  // Segments that wait to be used again would keep what was erased.
  wal_recycle: 'off',
  jit: 'off',
  // This also applies to sessions that aren't of our pools.
  idle_in_transaction_session_timeout: `${IDLE_TRANSACTION_MS}ms`,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and the details of errors contain personal data; neither is written to the log file.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};
const THROW_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // At a higher level, locking a table takes a transaction id, and an open transaction delays the logs of all databases.
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/**
 * A start is repeated because its reason to fail may pass: another program has taken the free port meanwhile, sessions of a
 * killed server are still ending, or another start was faster. The waits become longer than a server takes to start, since starts that
 * meet stop each other's.
 */
const STARTING = {
  firstMs: 20,
  longestMs: 1_000,
  tries: 20,
  retries: (error: unknown) => error instanceof ServerDidNotStart,
};
const RESTARTING = { firstMs: 200, longestMs: 200, tries: 50, retries: () => true };

/**
 * Opens the database under `dataDir`; the first start creates it.
 *
 * If the process that started the server was killed and the server still runs, the server is stopped and started again. All
 * committed data is recovered.
 *
 * @throws StartupError with a message of one line when another process owns the folder or the folder can't be used.
 */
export async function openEmbedded(
  { dataDir }: { readonly dataDir: string },
  { attach = false, durable = true, report = () => {}, onLost = () => {} }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  // This check comes first: on a machine without an embedded Postgres, the error must say that, and nothing about the folder.
  installedPostgres();
  await prepareDataDir(resolve(dataDir));
  const files = await openFiles(await realpath(dataDir), durable, report);
  const password = await ownerPassword(files.databaseDir);
  const settings = durable ? DURABLE : { ...DURABLE, ...THROW_AWAY };
  const ownersUrl = (endpoint: Endpoint, database: string) =>
    connectionString(endpoint, { user: OWNER, password, database });

  return retrying(null, STARTING, async () => {
    const running = await findRunningServer(files.databaseDir);
    if (running !== undefined) {
      const ownership = await becomeOwner(ownersUrl(running.endpoint, 'postgres')).catch(() => undefined);
      if (ownership === 'taken') {
        if (!attach) throw new StartupError(`Another server is using ${dataDir}: stop it, or set DATA_DIR.`);
        return {
          url: await serviceUrl(running.endpoint, files),
          ownerUrl: ownersUrl(running.endpoint, DATABASE_NAME),
          attached: true,
          pid: () => running.pid,
          stop: async () => {},
          abandon: () => {},
        };
      }
      report('The last run was cut short: recovering its database…');
      await stopServerProcess(running.pid);
      await ownership?.end().catch(() => {});
    }
    return runServer(files, settings, ownersUrl, onLost);
  });
}

async function openFiles(
  dataDir: string,
  durable: boolean,
  report: (line: string) => void,
): Promise<ServerFiles> {
  const databaseDir = join(dataDir, 'postgres');
  const exists = await holdsDatabase(databaseDir);
  const user = await serverUser(databaseDir);
  const programs = await runnablePostgres(user);
  const files = { programs, user, logFile: join(dataDir, 'postgres.log') };
  if (!exists) {
    report('First start: making the database…');
    await createDatabaseFolder(files, databaseDir, durable);
  }
  await closeToOthers(databaseDir);
  return { ...files, databaseDir: await realpath(databaseDir) };
}

/** Takes the owner's lock on a new connection, which keeps it; `taken` when another process holds the lock. */
async function becomeOwner(url: string): Promise<pg.Client | 'taken'> {
  const client = new pg.Client({ connectionString: url, application_name: 'salon owner', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    ADVISORY_LOCKS.embeddedOwner,
  ]);
  if (rows[0]?.mine === true) return client;
  await client.end();
  return 'taken';
}

/** Creates the service's database and account where they are missing. */
async function prepareDatabase(owner: pg.Client, url: string, files: ServerFiles): Promise<void> {
  const known = await owner.query('select from pg_database where datname = $1', [DATABASE_NAME]);
  if (known.rowCount === 0) await owner.query(`create database ${DATABASE_NAME}`);
  await prepareServiceAccount(url, files);
}

/** Connection string for the service's account, whose password is in the folder. */
async function serviceUrl(endpoint: Endpoint, { databaseDir }: ServerFiles): Promise<string> {
  const password = await servicePassword(databaseDir);
  return connectionString(endpoint, { user: SERVICE_ACCOUNT, password, database: DATABASE_NAME });
}

async function runServer(
  files: ServerFiles,
  settings: Readonly<Record<string, string>>,
  ownersUrl: (endpoint: Endpoint, database: string) => string,
  onLost: (error: Error) => void,
): Promise<EmbeddedPostgres> {
  let server = await startServerProcess(files, settings);
  let owner = await ownNewServer(ownersUrl(server.endpoint, 'postgres'), files);
  const stopping = new AbortController();
  await prepareDatabase(owner, ownersUrl(server.endpoint, DATABASE_NAME), files).catch(
    async (error: unknown) => {
      await owner.end();
      await stopServerProcess(server.pid);
      throw error;
    },
  );

  // The connection ends when the server ends, and also when the server restarts all sessions because one has crashed.
  const restartOnEnd = () => owner.once('end', () => !stopping.signal.aborted && void restart());
  const restart = () =>
    retrying(stopping.signal, RESTARTING, async () => {
      if (server.child.exitCode !== null || server.child.signalCode !== null) {
        server = await startServerProcess(files, settings, server.endpoint);
      }
      owner = await ownNewServer(ownersUrl(server.endpoint, 'postgres'), files);
      restartOnEnd();
    }).catch((error: unknown) => onLost(error instanceof Error ? error : new Error(String(error))));
  restartOnEnd();

  return {
    url: await serviceUrl(server.endpoint, files),
    ownerUrl: ownersUrl(server.endpoint, DATABASE_NAME),
    attached: false,
    pid: () => server.pid,
    stop: async () => {
      stopping.abort();
      await owner.end().catch(() => {});
      await stopServerProcess(server.pid);
    },
    abandon: () => {
      stopping.abort();
      server.child.kill('SIGINT');
    },
  };
}

/** Becomes the owner of a server that this process has just started. Fails if another start took the server for one without an owner. */
async function ownNewServer(url: string, files: ServerFiles): Promise<pg.Client> {
  const owner = await becomeOwner(url).catch(() => undefined);
  if (owner === undefined || owner === 'taken') throw new ServerDidNotStart(files.logFile);
  return owner;
}
