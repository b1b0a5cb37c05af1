import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { book } from '../../lab/abuse/book.ts';
import { givenFolder } from '../../support/backup/place.ts';
import { bareEnvironment } from '../../support/machine/bare-environment.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { makeDataDir, startService } from '../../support/server/service-process.ts';

/** The commands as an operator gives them, on embedded databases. */

const KILLS = 4;
const SECRET_KEY = TEST_SECRET_KEY;

interface Run {
  readonly child: ChildProcess;
  /** How long it took, and what it printed. */
  readonly ended: Promise<{ readonly ms: number; readonly printed: string }>;
}

function run(script: string, args: readonly string[], settings: Readonly<Record<string, string>>): Run {
  const began = performance.now();
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { ...bareEnvironment(), SECRET_KEY, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  return { child, ended: once(child, 'close').then(() => ({ ms: performance.now() - began, printed })) };
}

async function givenDataDir(): Promise<string> {
  const dataDir = await makeDataDir();
  onTestFinished(() => dataDir.remove());
  return dataDir.path;
}

/** Kills the command at random moments of its way. @param ms how long it takes when nobody does */
async function killedAtRandom(ms: number, start: (turn: number) => Run): Promise<void> {
  for (let turn = 0; turn < KILLS; turn += 1) {
    const { child, ended } = start(turn);
    await Promise.race([sleep(Math.random() * ms), ended]);
    child.kill('SIGKILL');
    await ended;
  }
}

it('backs up beside the running service and restores elsewhere, killed at any moment and repeated', {
  timeout: 480_000,
}, async () => {
  const [from, to, folder] = [await givenDataDir(), await givenDataDir(), await givenFolder()];
  const service = startService({ DATA_DIR: from, SECRET_KEY });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  await book(await service.opened());

  const whole = join(folder, 'whole');
  const backup = await run('backup', [whole], { DATA_DIR: from }).ended;
  expect(backup.printed).toMatch(/Backed up as of \S+: \d+ events, \d+ rows, .* most memory \d+ MB/);
  await killedAtRandom(backup.ms, (turn) => run('backup', [join(folder, `${turn}`)], { DATA_DIR: from }));
  for (const name of await readdir(folder))
    if (!name.includes('unfinished')) expect(await readdir(join(folder, name))).toContain('manifest.json');

  expect((await run('restore', [whole], { DATA_DIR: from }).ended).printed).toContain('Another server');
  service.child.kill('SIGTERM');
  await service.ended();
  expect((await run('restore', [whole], { DATA_DIR: from }).ended).printed).toContain('empty installation');

  const first = await run('restore', [whole], { DATA_DIR: await givenDataDir() }).ended;
  expect(first.printed).toMatch(/Restored as of .*\n.*Erasures since: 0/);
  await killedAtRandom(first.ms, () => run('restore', [whole], { DATA_DIR: to }));
  const { printed } = await run('restore', [whole], { DATA_DIR: to }).ended;
  // A kill may have come after the last step.
  expect(printed).toMatch(/Restored as of|empty installation/);

  const copy = startService({ DATA_DIR: to, SECRET_KEY });
  onTestFinished(() => void copy.child.kill('SIGKILL'));
  await copy.opened();
  expect(copy.output()).toContain('no message leaves it');
  expect((await run('verify', [], { DATA_DIR: to }).ended).printed).toContain('Verified');
  copy.child.kill('SIGTERM');
  await copy.ended();
});

it('asks for the secret key of the backup, and for the former one after a change', async () => {
  const [DATA_DIR, folder] = [await givenDataDir(), await givenFolder()];
  const without = { DATA_DIR, SECRET_KEY: '' };
  expect((await run('restore', [folder], without).ended).printed).toContain('Set SECRET_KEY to the key');
  expect((await run('restore', [folder], { DATA_DIR }).ended).printed).toContain('no whole backup');
  expect((await run('restore', [], { DATA_DIR }).ended).printed).toContain('Usage: npm run restore');
  const register = join(folder, 'register');
  await writeFile(register, '{"bookingId": 1}\n');
  const { printed } = await run('restore', [folder, '--erasures', register], { DATA_DIR }).ended;
  expect(printed).toContain('Line 1 of the register of erasures');
  expect(await readdir(DATA_DIR)).toEqual([]);
});
