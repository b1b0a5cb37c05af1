import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { book } from '../lab/abuse/book.ts';
import { bareEnvironment } from '../support/machine/bare-environment.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';
import { makeDataDir, startService } from '../support/server/service-process.ts';

/** Runs a script of the clone with these settings and no others. */
async function run(script: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`], {
    env: { ...bareEnvironment(), ...settings },
  }).catch((failed: { stdout: string; stderr: string }) => failed);
  return stdout + stderr;
}

it('gives an installation another secret key, and its personal data opens with that one alone', {
  timeout: 240_000,
}, async () => {
  const dataDir = await makeDataDir();
  onTestFinished(() => dataDir.remove());
  const DATA_DIR = dataDir.path;
  const service = startService({ DATA_DIR });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  await book(await service.opened());
  expect(await run('change-secret-key', { DATA_DIR, SECRET_KEY: TEST_SECRET_KEY })).toContain(
    'Another server',
  );
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(0);

  const old = (await readFile(join(DATA_DIR, 'secret-key'), 'utf8')).trim();
  const other = { DATA_DIR, SECRET_KEY: TEST_SECRET_KEY, OLD_SECRET_KEY: TEST_SECRET_KEY.toLowerCase() };
  expect(await run('change-secret-key', other)).toContain('Nothing was changed');
  expect(await run('verify', { DATA_DIR })).toContain('Verified');

  expect(await run('change-secret-key', { DATA_DIR, SECRET_KEY: TEST_SECRET_KEY })).toMatch(/^2 keys /);
  expect(await run('verify', { DATA_DIR, SECRET_KEY: old })).not.toContain('Verified');
  expect(await run('verify', { DATA_DIR })).toContain('secret-key is missing');
  expect(await run('replay', { DATA_DIR, SECRET_KEY: TEST_SECRET_KEY })).toContain('rebuilt');
  expect(await run('verify', { DATA_DIR, SECRET_KEY: TEST_SECRET_KEY })).toContain('Verified');
});
