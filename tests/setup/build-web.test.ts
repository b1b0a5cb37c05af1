import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Stands in for vite: writes what the build looks for, and counts. */
const VITE = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
  mkdirSync('web/dist/client', { recursive: true });
  mkdirSync('web/dist/server', { recursive: true });
  writeFileSync('web/dist/server/prerender.js', '');
  appendFileSync('builds', '.');`;

let clone: string;
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'salon-build-'));
  const files = {
    'node_modules/vite/package.json': '{ "type": "module" }',
    'node_modules/vite/bin/vite.js': VITE,
    'package-lock.json': '{ "packages": {} }',
    'node_modules/.package-lock.json': '{ "packages": {} }',
    'tsconfig.json': '{}',
    'web/index.html': '',
    'src/contracts/salon/salon.ts': '',
    'src/salon/money.ts': '',
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(clone, file)), { recursive: true });
    await writeFile(join(clone, file), text);
  }
  await mkdir(join(clone, 'node_modules/.bin'));
  await symlink(process.execPath, join(clone, 'node_modules/.bin/node'));
  await cp(join(ROOT, 'scripts'), join(clone, 'scripts'), { recursive: true });
});
afterAll(() => rm(clone, { recursive: true, force: true }));

/** Builds again, and counts all builds so far. */
async function builds(): Promise<number> {
  await promisify(execFile)(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: clone });
  return (await readFile(join(clone, 'builds'), 'utf8')).length;
}

it('builds the site again when its sources or its build have changed, and only then', async () => {
  expect(await builds()).toBe(1);
  expect(await builds()).toBe(1);
  const sources = [
    'web/index.html',
    'src/contracts/salon/salon.ts',
    'src/salon/money.ts',
    'package-lock.json',
    'tsconfig.json',
    'scripts/build-web.mjs',
  ];
  for (const [index, source] of sources.entries()) {
    await appendFile(join(clone, source), '\n');
    expect([source, await builds()]).toEqual([source, index + 2]);
  }
  await appendFile(join(clone, 'scripts/verify.ts'), '\n');
  expect(await builds()).toBe(sources.length + 1);
});
