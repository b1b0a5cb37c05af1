import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { retrying } from '../../eventsourcing/async/retrying.ts';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
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
  type ServerPlace,
  startServerProcess,
  stopServerProcess,
} from './process.ts';

export interface EmbeddedOptions {
  /** Use the server another process runs on this folder instead of refusing; for commands beside the service. */
  readonly attach?: boolean;
  /** False only for throw-away databases: no waiting for the disk, and nothing survives a loss of power. */
  readonly durable?: boolean;
  /** Called with a line for people when a start takes longer than usual. */
  readonly report?: (line: string) => void;
  /** Called once when the server has ended by itself and couldn't be started again. */
  readonly onLost?: (error: Error) => void;
}

export interface EmbeddedPostgres {
  /** Connection string of the service's database, for the account that the service works as. */
  readonly url: string;
  /** The same for the superuser, who can create another database, for example. */
  readonly ownerUrl: string;
  /** True when the server belongs to another process and goes on after `stop`. */
  readonly attached: boolean;
  /** Process id of the server, which changes if it has to be started again. */
  pid(): number;
  /** Fast shutdown; close the pools first. */
  stop(): Promise<void>;
  /** Asks for the same without waiting, for a process that ends at once. */
  abandon(): void;
}

const DURABLE = {
  // Of a service some 70, and as many again for an operator's commands beside it.
  max_connections: '200',
  shared_buffers: '128MB',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and the details of an error carry personal data; the log file gets neither.
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
 * The free port may have been taken meanwhile, sessions of a killed server may still be ending, or another start may have
 * been faster.
 */
const STARTING = {
  firstMs: 20,
  longestMs: 200,
  tries: 20,
  retries: (error: unknown) => error instanceof ServerDidNotStart,
};
const RESTARTING = { firstMs: 200, longestMs: 200, tries: 50, retries: () => true };

/**
 * Opens the database under `dataDir`, which the first start creates.
 *
 * A server that outlived its killed owner is stopped and started again, which recovers all that was committed.
 *
 * @throws StartupError in one line when another process owns the folder or it can't be used.
 */
export async function openEmbedded(
  { dataDir }: { readonly dataDir: string },
  { attach = false, durable = true, report = () => {}, onLost = () => {} }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  // First, so that on a machine without an embedded Postgres the error says that, and not what is wrong with the folder.
  installedPostgres();
  await prepareDataDir(resolve(dataDir));
  const place = await openPlace(await realpath(dataDir), durable, report);
  const password = await ownerPassword(place.databaseDir);
  const settings = durable ? DURABLE : { ...DURABLE, ...THROW_AWAY };
  const ownersUrl = (endpoint: Endpoint, database: string) =>
    connectionString(endpoint, { user: OWNER, password, database });

  return retrying(null, STARTING, async () => {
    const running = await findRunningServer(place.databaseDir);
    if (running !== undefined) {
      const ownership = await claim(ownersUrl(running.endpoint, 'postgres')).catch(() => undefined);
      if (ownership === 'taken') {
        if (!attach) throw new StartupError(`Another server is using ${dataDir}: stop it, or set DATA_DIR.`);
        return {
          url: await serviceUrl(running.endpoint, place),
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
    return runServer(place, settings, ownersUrl, onLost);
  });
}

async function openPlace(
  dataDir: string,
  durable: boolean,
  report: (line: string) => void,
): Promise<ServerPlace> {
  const databaseDir = join(dataDir, 'postgres');
  const exists = await holdsDatabase(databaseDir);
  const user = await serverUser(databaseDir);
  const programs = await runnablePostgres(user);
  const place = { programs, user, logFile: join(dataDir, 'postgres.log') };
  if (!exists) {
    report('First start: making the database…');
    await createDatabaseFolder(place, databaseDir, durable);
  }
  await closeToOthers(databaseDir);
  return { ...place, databaseDir: await realpath(databaseDir) };
}

/** Takes the owner's lock on a connection of its own; `taken` when another process holds it. */
async function claim(url: string): Promise<pg.Client | 'taken'> {
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
async function prepareDatabase(owner: pg.Client, url: string, place: ServerPlace): Promise<void> {
  const known = await owner.query('select from pg_database where datname = $1', [DATABASE_NAME]);
  if (known.rowCount === 0) await owner.query(`create database ${DATABASE_NAME}`);
  await prepareServiceAccount(url, place);
}

/** Connection string for the service's account, whose password is in the folder. */
async function serviceUrl(endpoint: Endpoint, { databaseDir }: ServerPlace): Promise<string> {
  const password = await servicePassword(databaseDir);
  return connectionString(endpoint, { user: SERVICE_ACCOUNT, password, database: DATABASE_NAME });
}

async function runServer(
  place: ServerPlace,
  settings: Readonly<Record<string, string>>,
  ownersUrl: (endpoint: Endpoint, database: string) => string,
  onLost: (error: Error) => void,
): Promise<EmbeddedPostgres> {
  let server = await startServerProcess(place, settings);
  let owner = await claimOwn(ownersUrl(server.endpoint, 'postgres'), place);
  const stopping = new AbortController();
  await prepareDatabase(owner, ownersUrl(server.endpoint, DATABASE_NAME), place).catch(
    async (error: unknown) => {
      await owner.end();
      await stopServerProcess(server.pid);
      throw error;
    },
  );

  // The connection ends when the server ends, and also when it restarts its sessions after a crash of one.
  const restartOnEnd = () => owner.once('end', () => !stopping.signal.aborted && void restart());
  const restart = () =>
    retrying(stopping.signal, RESTARTING, async () => {
      if (server.child.exitCode !== null || server.child.signalCode !== null) {
        server = await startServerProcess(place, settings, server.endpoint);
      }
      owner = await claimOwn(ownersUrl(server.endpoint, 'postgres'), place);
      restartOnEnd();
    }).catch((error: unknown) => onLost(error instanceof Error ? error : new Error(String(error))));
  restartOnEnd();

  return {
    url: await serviceUrl(server.endpoint, place),
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

/** Claims a server that this process has just started. It fails when another start took the server for an orphan. */
async function claimOwn(url: string, place: ServerPlace): Promise<pg.Client> {
  const owner = await claim(url).catch(() => undefined);
  if (owner === undefined || owner === 'taken') throw new ServerDidNotStart(place.logFile);
  return owner;
}
