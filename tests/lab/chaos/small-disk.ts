import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../../../src/adapters/startup-error.ts';

const run = promisify(execFile);

/** A disk of its own that can be filled to the last byte. */
export interface SmallDisk {
  readonly path: string;
  fill(): Promise<void>;
  /** Gives back what `fill` has taken. */
  clear(): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts one in memory. @throws Error where mounting isn't allowed, which takes root on Linux */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), 'salon-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  } catch (error) {
    await rmdir(path);
    throw error;
  }
  await chmod(path, 0o755);
  const ballast = join(path, 'ballast');
  return {
    path,
    async fill() {
      const file = await open(ballast, 'a');
      try {
        for (const size of [1 << 20, 1 << 12]) {
          const block = Buffer.alloc(size);
          while (await file.write(block).then(() => true, isFull));
        }
      } finally {
        await file.close();
      }
    },
    clear: () => rm(ballast, { force: true }),
    async remove() {
      await run('umount', [path]);
      await rmdir(path);
    },
  };
}

function isFull(error: unknown): false {
  if (errorCode(error) === 'ENOSPC') return false;
  throw error;
}
