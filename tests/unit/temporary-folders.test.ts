import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sweepTemporaryFolders, temporaryFolder } from '../../src/adapters/temporary-folders.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'temporary-folders-test-'));
  vi.stubEnv('TMPDIR', root);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
});

it('removes what a killed process has left after an hour, and nothing else', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'body'), 'Name,Email');
  await mkdir(join(root, 'of-somebody-else'));
  await writeFile(join(root, 'salon-upload-list.txt'), '');
  const leftAfter = async (minutes: number) => {
    await sweepTemporaryFolders(new Date(Date.now() + minutes * 60_000));
    return (await readdir(root)).sort();
  };
  const others = ['of-somebody-else', 'salon-upload-list.txt'];
  expect(await leftAfter(59)).toHaveLength(3);
  expect(await leftAfter(61)).toEqual(others);
  expect(await leftAfter(1_000)).toEqual(others);
});
