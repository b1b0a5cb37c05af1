import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** A run needs a tenth of it. A container often has 64 MB. */
const ENOUGH_BYTES = 4 * 2 ** 30;
const NAME = 'salon-tests-';

/**
 * A new folder for one run or one test: in memory where there is enough, since a throw-away database spends half of its time in
 * the file system otherwise.
 */
export async function makeFolderInMemory(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  const parent = bavail * bsize < ENOUGH_BYTES ? tmpdir() : MEMORY;
  return mkdtemp(join(parent, `${NAME}${process.pid}-`));
}

/** Gives back the memory of runs that were killed. */
export async function removeFoldersOfTheDead(): Promise<void> {
  for (const name of await readdir(MEMORY).catch(() => [])) {
    const [, pid] = new RegExp(`^${NAME}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
