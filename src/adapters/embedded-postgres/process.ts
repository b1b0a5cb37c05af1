import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open, readFile, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode, StartupError } from '../startup-error.ts';
import type { ServerUser } from './binaries.ts';
import { chooseEndpoint, type Endpoint, endpointSettings, socketPath } from './endpoint.ts';

/** The folders, files and account of the embedded server. */
export interface ServerFiles {
  /** The database folder itself, absolute, without symbolic links. */
  readonly databaseDir: string;
  /** Folder with `bin/postgres` and `bin/initdb`. */
  readonly programs: string;
  readonly user: ServerUser;
  /** The server's output; overwritten at each start. */
  readonly logFile: string;
}

/** A server process that runs on a database folder. This process has started it, or another one that has ended since. */
interface RunningServer {
  readonly pid: number;
  readonly endpoint: Endpoint;
}

/** The database folder's path for child processes, and the options to start them with. */
export function spawnIn(files: ServerFiles): {
  folder: string;
  options: { cwd: string; env: NodeJS.ProcessEnv; detached: true } & Partial<NonNullable<ServerUser>>;
} {
  return {
    // The server's user may not be allowed to enter the folders above DATA_DIR, and we mustn't change their permissions.
    // Root enters the folder first, and from there Linux resolves this link without the folders above.
    folder: files.user !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : files.databaseDir,
    // Detached: Ctrl-C in a terminal signals the whole foreground group, and the database must outlive Node.
    options: { cwd: files.databaseDir, env: { LC_ALL: 'C', TZ: 'UTC' }, detached: true, ...files.user },
  };
}

/**
 * Starts the server and waits until it takes connections.
 *
 * @param formerly where the server took connections before; it does so again, so that clients find it
 */
export async function startServerProcess(
  files: ServerFiles,
  settings: Readonly<Record<string, string>>,
  formerly?: Endpoint,
): Promise<RunningServer & { child: ChildProcess }> {
  const endpoint = formerly ?? (await chooseEndpoint(files.databaseDir));
  const log = await open(files.logFile, 'w', 0o600);
  const { folder, options } = spawnIn(files);
  const flags = Object.entries({ ...settings, ...endpointSettings(endpoint) }).flatMap(([k, v]) => [
    '-c',
    `${k}=${v}`,
  ]);
  const child = spawn(join(files.programs, 'bin', 'postgres'), ['-D', folder, ...flags], {
    ...options,
    stdio: ['ignore', log.fd, log.fd],
  });
  const failed = once(child, 'error').then(([error]) => error as Error);
  await log.close();
  for (;;) {
    const status = await readLockFile(files.databaseDir);
    if (status?.pid === child.pid && status?.ready && child.pid !== undefined) {
      return { pid: child.pid, endpoint, child };
    }
    if (child.pid === undefined)
      throw new StartupError(`The database did not start: ${(await failed).message}`);
    if (child.exitCode !== null || child.signalCode !== null) throw new ServerDidNotStart(files.logFile);
    await pause(5);
  }
}

/** The server ended before it took connections; the message quotes its last error. */
export class ServerDidNotStart extends StartupError {
  constructor(logFile: string) {
    const lines = readFileSync(logFile, 'utf8').split('\n');
    const complaint = lines.findLast((line) => line.includes('FATAL:'))?.replace(/^.*FATAL: +/, '');
    super(`The database did not start: ${complaint ?? 'it was stopped'} (${logFile})`);
  }
}

/** The server that has this database folder open, if there is one. If there is none, removes stale lock files. */
export async function findRunningServer(databaseDir: string): Promise<RunningServer | undefined> {
  const lock = await readLockFile(databaseDir);
  if (lock !== undefined && (await isServerOf(lock.pid, databaseDir))) {
    return { pid: lock.pid, endpoint: lock.endpoint };
  }
  await removeStale(databaseDir, 'postmaster.pid');
  await removeStale(databaseDir, basename(`${socketPath(databaseDir)}.lock`));
  return undefined;
}

/**
 * Removes a lock file whose process id now belongs to another program, as can happen after a restart of the machine or
 * container. Postgres would refuse to start. If no process has that id, Postgres removes the file itself.
 */
async function removeStale(databaseDir: string, name: string): Promise<void> {
  const file = join(databaseDir, name);
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  if (!Number.isNaN(pid) && isAlive(pid) && !(await isServerOf(pid, databaseDir)))
    await rm(file, { force: true });
}

/** Asks the server to end its sessions and write everything to disk, and waits until it has ended. */
export async function stopServerProcess(pid: number): Promise<void> {
  for (const [signal, patience] of [['SIGINT', 20_000] as const, ['SIGQUIT', 5_000] as const]) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return;
      throw new StartupError(
        `The database server (process ${pid}) could not be stopped: ${errorCode(error)}`,
      );
    }
    for (const end = Date.now() + patience; Date.now() < end; await pause(5)) if (!isAlive(pid)) return;
  }
  throw new StartupError(`The database server (process ${pid}) does not stop.`);
}

async function readLockFile(databaseDir: string) {
  const text = await readFile(join(databaseDir, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw new StartupError(`The database folder ${databaseDir} cannot be read: ${errorCode(error)}`);
  });
  // The lines that Postgres documents: pid, folder, start time, port, socket folder, address, memory, status.
  const [pid, , , port, socketFolder, , , status] = text.split('\n');
  if (!pid) return undefined;
  const endpoint: Endpoint = socketFolder
    ? { kind: 'socket', folder: databaseDir }
    : { kind: 'port', port: Number(port ?? 0) };
  return { pid: Number(pid), endpoint, ready: status?.trim() === 'ready' };
}

async function isServerOf(pid: number, databaseDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === databaseDir;
  } catch (error) {
    return errorCode(error) === 'EACCES';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    // A server that has ended stays a zombie if its new parent process never reaps it.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
