import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { errorCode, StartupError } from '../startup-error.ts';
import { installedPostgres, type ServerUser } from './binaries.ts';
import { type ServerFiles, spawnIn } from './process.ts';

/** The superuser of the cluster. */
export const OWNER = 'salon';
/** The service's account: it owns what the service has created, and nothing else. */
export const SERVICE_ACCOUNT = 'salon_service';
/** The service's database. */
export const DATABASE_NAME = 'salon';

/** Creates the folder if it is missing, so that only this account can enter it, and checks that files can be written in it. */
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
 * @throws StartupError when the folder belongs to another version of Postgres, or to something other than Postgres.
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
 * Makes a new database folder under another name and renames it at the end. So a start that is killed halfway leaves nothing
 * behind that looks like a database.
 */
export async function createDatabaseFolder(
  files: Omit<ServerFiles, 'databaseDir'>,
  databaseDir: string,
  durable: boolean,
): Promise<void> {
  const draft = await mkdtemp(`${databaseDir}.new-`);
  try {
    const secretFile = `${draft}.secret`;
    await writeFile(secretFile, `${newPassword()}\n`, { mode: 0o600 });
    await give(files.user, draft, secretFile);
    await initdb({ ...files, databaseDir: draft }, secretFile, durable ? [] : ['--no-sync']);
    await rename(secretFile, join(draft, OWNER_PASSWORD));
    await rename(draft, databaseDir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    await rm(`${draft}.secret`, { force: true });
    // Another start was faster: its folder is used.
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
  }
}

async function initdb(files: ServerFiles, secretFile: string, flags: readonly string[]): Promise<void> {
  const { folder, options } = spawnIn(files);
  const secret = await open(secretFile, 'r');
  const child = spawn(
    join(files.programs, 'bin', 'initdb'),
    [
      `--pgdata=${folder}`,
      `--username=${OWNER}`,
      // An open file instead of its path, since initdb's user may not be allowed to enter the folders above the file.
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
  throw new StartupError(`The database could not be made in ${dirname(files.databaseDir)}: ${line}`);
}

/** Files with the passwords of both accounts, in the database folder and readable by its owner only. */
const OWNER_PASSWORD = 'password';
const SERVICE_PASSWORD = 'service-password';

const newPassword = () => randomBytes(24).toString('base64url');

async function readPassword(databaseDir: string, name: string): Promise<string> {
  const file = join(databaseDir, name);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new StartupError(`${file} cannot be read (${errorCode(error)}).`);
  }
}

export const ownerPassword = (databaseDir: string): Promise<string> =>
  readPassword(databaseDir, OWNER_PASSWORD);

export const servicePassword = (databaseDir: string): Promise<string> =>
  readPassword(databaseDir, SERVICE_PASSWORD);

const SERVICE_ACCOUNT_SQL = fileURLToPath(new URL('service-account.sql', import.meta.url));

/**
 * Creates or corrects the service's account, and makes it the owner of its database.
 *
 * @param url connection string of the service's database, for the superuser
 */
export async function prepareServiceAccount(url: string, { databaseDir, user }: ServerFiles): Promise<void> {
  const password = await servicePassword(databaseDir).catch(() => newServicePassword(databaseDir, user));
  const client = new pg.Client({ connectionString: url, application_name: 'salon owner' });
  await client.connect();
  try {
    await client.query("select set_config('salon.service_password', $1, false)", [password]);
    await client.query(await readFile(SERVICE_ACCOUNT_SQL, 'utf8'));
  } finally {
    await client.end();
  }
}

/** The file is written under another name and then renamed, so that another start at the same time can't read half a password. */
async function newServicePassword(databaseDir: string, user: ServerUser): Promise<string> {
  const password = newPassword();
  const file = join(databaseDir, SERVICE_PASSWORD);
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  await give(user, `${file}.new`);
  await rename(`${file}.new`, file);
  return password;
}

/** Postgres refuses a folder that other accounts may enter. A copied folder or an unpacked backup often allows it. */
export async function closeToOthers(databaseDir: string): Promise<void> {
  const { mode } = await stat(databaseDir);
  if ((mode & 0o077) !== 0) await chmod(databaseDir, 0o700);
}

async function give(user: ServerUser, ...paths: string[]): Promise<void> {
  if (user !== undefined) for (const path of paths) await chown(path, user.uid, user.gid);
}
