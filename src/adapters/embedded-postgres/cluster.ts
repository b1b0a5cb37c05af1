import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, StartupError } from '../startup-error.ts';
import { installedPostgres, type ServerUser } from './binaries.ts';
import { type ServerPlace, spawnIn } from './process.ts';

/** The one database account, and the database it works in. */
export const DATABASE_USER = 'salon';
export const DATABASE_NAME = 'salon';

/** Makes the folder when it is missing, for this account alone, and proves that it can be written. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const probe = await mkdtemp(join(dataDir, '.probe-'));
    await rm(probe, { recursive: true });
  } catch (error) {
    throw new StartupError(`DATA_DIR ${dataDir} cannot be written (${errorCode(error) ?? error}).`);
  }
}

/**
 * Whether the folder holds a database that this server can open; false when there is none yet.
 *
 * @throws StartupError for a folder of another Postgres version, or of something else.
 */
export async function holdsDatabase(databaseDir: string): Promise<boolean> {
  const expected = installedPostgres().version.split('.')[0];
  let found: string;
  try {
    found = (await readFile(join(databaseDir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw new StartupError(`The database folder ${databaseDir} cannot be read (${errorCode(error)}).`);
    }
    if ((await stat(databaseDir).catch(() => undefined)) === undefined) return false;
    throw new StartupError(`${databaseDir} exists but is not a database folder: move it away.`);
  }
  if (found !== expected) {
    throw new StartupError(
      `The database in ${databaseDir} was made by Postgres ${found}, this is Postgres ${expected}: upgrade it or move it away.`,
    );
  }
  return true;
}

/**
 * Makes a new database folder beside its place and moves it there in one step, so that a start killed half-way
 * leaves nothing that looks like a database.
 */
export async function createDatabaseFolder(
  place: Omit<ServerPlace, 'databaseDir'>,
  databaseDir: string,
  durable: boolean,
): Promise<void> {
  const draft = await mkdtemp(`${databaseDir}.new-`);
  try {
    const secretFile = `${draft}.secret`;
    const secret = randomBytes(24).toString('base64url');
    await writeFile(secretFile, `${secret}\n`, { mode: 0o600 });
    await give(place.user, draft, secretFile);
    await initdb({ ...place, databaseDir: draft }, secretFile, durable ? [] : ['--no-sync']);
    await rename(secretFile, passwordFile(draft));
    await rename(draft, databaseDir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    await rm(`${draft}.secret`, { force: true });
    // Another start was faster: its folder is as good as this one.
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
  }
}

async function initdb(place: ServerPlace, secretFile: string, flags: readonly string[]): Promise<void> {
  const { folder, options } = spawnIn(place);
  const secret = await open(secretFile, 'r');
  const child = spawn(
    join(place.programs, 'bin', 'initdb'),
    [
      `--pgdata=${folder}`,
      `--username=${DATABASE_USER}`,
      // An open file, since its user may not be allowed to walk the path to it.
      '--pwfile=/dev/fd/3',
      '--auth=scram-sha-256',
      '--locale=C',
      '--encoding=UTF8',
      '--no-instructions',
      ...flags,
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe', secret.fd] },
  );
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const [code] = await once(child, 'close').finally(() => secret.close());
  if (code === 0) return;
  const line = complaint.split('\n').findLast((text) => /error|fatal/i.test(text)) ?? complaint.trim();
  throw new StartupError(`The database could not be made in ${dirname(place.databaseDir)}: ${line}`);
}

/** The account's password, made with the folder and kept in it, readable by its owner alone. */
export async function readPassword(databaseDir: string): Promise<string> {
  try {
    return (await readFile(passwordFile(databaseDir), 'utf8')).trim();
  } catch (error) {
    throw new StartupError(`${passwordFile(databaseDir)} cannot be read (${errorCode(error)}).`);
  }
}

/** Postgres insists on a folder that others cannot enter; a copy or an unpacked backup often is not. */
export async function closeToOthers(databaseDir: string): Promise<void> {
  const { mode } = await stat(databaseDir);
  if ((mode & 0o077) !== 0) await chmod(databaseDir, 0o700);
}

function passwordFile(databaseDir: string): string {
  return join(databaseDir, 'password');
}

async function give(user: ServerUser, ...paths: string[]): Promise<void> {
  if (user !== undefined) for (const path of paths) await chown(path, user.uid, user.gid);
}
