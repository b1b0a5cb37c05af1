import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'salon-upload-';
/** Longer than any request takes, with all the time that its body may take to arrive. */
const KEPT_MS = 3_600_000;

/** Makes a folder for what somebody has sent. The caller removes it before it answers; the sweep removes it if the process was killed. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), PREFIX));

/**
 * Removes folders that killed processes have left, once they are an hour old.
 *
 * @param now by the clock of this machine, since files are dated by it
 */
export async function sweepTemporaryFolders(now: Date): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(tmpdir(), name);
    // Another process may have removed it, or another user of this machine may own it.
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (found.mtimeMs < now.getTime() - KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}
