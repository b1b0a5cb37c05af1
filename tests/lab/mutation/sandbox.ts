import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Mutant } from './mutants.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, '.data', `mutation-${process.pid}`);
const COPIED = ['src', 'projections', 'tests', 'scripts', 'docs', 'package.json', 'tsconfig.json'];

/** A copy of the code to be changed, so that nothing here is. */
export interface Sandbox {
  /** Whether tests pass there; false after so many milliseconds. */
  passes(tests: readonly string[], timeoutMs: number): Promise<boolean>;
  /** Does something while the copy has one change. */
  whileMutated<T>(mutant: Mutant, work: () => Promise<T>): Promise<T>;
}

/** @param env of the tests */
export async function makeSandbox(worker: number, env: NodeJS.ProcessEnv): Promise<Sandbox> {
  const folder = join(FOLDER, String(worker));
  await mkdir(folder, { recursive: true });
  for (const part of COPIED) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    passes: (tests, timeout) =>
      new Promise((done) => {
        const args = ['run', '--config', 'tests/lab/mutation/vitest.config.ts', '--bail', '1', ...tests];
        const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
        // A change may well make a loop endless, which answers no gentle signal.
        const options = { cwd: folder, timeout, killSignal: 'SIGKILL', env } as const;
        execFile(process.execPath, [vitest, ...args], options, (error) => done(error === null));
      }),

    async whileMutated({ file, text }, work) {
      const path = join(folder, file);
      const original = await readFile(path, 'utf8');
      await writeFile(path, text);
      try {
        return await work();
      } finally {
        await writeFile(path, original);
      }
    },
  };
}

export const removeSandboxes = () => rm(FOLDER, { recursive: true, force: true });
