// Slow because it runs backup and restore as commands, and kills them at each step.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { book } from '../../lab/abuse/book.ts';
import { givenFolder } from '../../support/backup/installation.ts';
import { bareEnvironment } from '../../support/machine/bare-environment.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { makeDataDir, startService } from '../../support/server/service-process.ts';

/** The commands as an operator gives them, on embedded databases. */

const SECRET_KEY = TEST_SECRET_KEY;
const OTHER_KEY = SECRET_KEY.split('').reverse().join('');
const [ADMIN_EMAIL, ADMIN_PASSWORD] = ['owner@example.com', 'Bluebird-7-lantern'];

/** The first words of each step in the output of the commands. */
const BACKUP_PARTS = ['Backing up the state', 'Backing up the log', 'Backing up keys'];
const RESTORE_PARTS = ['Checking the backup', 'Restoring events', 'Restoring tables'];

interface Run {
  readonly child: ChildProcess;
  /** Resolves with what it printed. */
  readonly ended: Promise<string>;
}

function run(script: string, args: readonly string[], settings: Readonly<Record<string, string>>): Run {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { ...bareEnvironment(), SECRET_KEY, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  return { child, ended: once(child, 'close').then(() => printed) };
}

async function givenDataDir(): Promise<string> {
  const dataDir = await makeDataDir();
  onTestFinished(() => dataDir.remove());
  return dataDir.path;
}

/** Kills a command just after the beginning of each of its steps, one run for each step. */
async function killedInEach(parts: readonly string[], start: (part: number) => Run): Promise<void> {
  for (const [index, part] of parts.entries()) {
    const { child, ended } = start(index);
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(part)) child.kill('SIGKILL');
    });
    // If the kill comes too late, the command is complete, and the next runs find nothing to do.
    expect(await ended).toMatch(new RegExp(`${part}|empty installation`));
  }
}

it('backs up beside the running service and restores elsewhere, killed in each part and repeated', {
  timeout: 480_000,
}, async () => {
  const [from, to, folder] = [await givenDataDir(), await givenDataDir(), await givenFolder()];
  const service = startService({ DATA_DIR: from, SECRET_KEY, ADMIN_EMAIL, ADMIN_PASSWORD });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  await book(await service.opened());

  const whole = join(folder, 'whole');
  expect(await run('backup', [whole], { DATA_DIR: from }).ended).toMatch(
    /Backed up as of \S+: \d+ events, \d+ rows, .* most memory \d+ MB/,
  );
  await killedInEach(BACKUP_PARTS, (part) => run('backup', [join(folder, `${part}`)], { DATA_DIR: from }));
  for (const name of await readdir(folder))
    if (!name.includes('unfinished')) expect(await readdir(join(folder, name))).toContain('manifest.json');

  expect(await run('restore', [whole], { DATA_DIR: from }).ended).toContain('Another server');
  service.child.kill('SIGTERM');
  await service.ended();
  expect(await run('restore', [whole], { DATA_DIR: from }).ended).toContain('empty installation');

  const third = { DATA_DIR: await givenDataDir(), SECRET_KEY: OTHER_KEY };
  expect(await run('restore', [whole], third).ended).toContain('--old-key');
  const oldKey = join(folder, 'old-key');
  await writeFile(oldKey, `${SECRET_KEY}\n`);
  const printed = await run('restore', [whole, '--old-key', oldKey], third).ended;
  expect(printed).toContain('Restored as of');
  expect(printed).toContain(`Administrators: ${ADMIN_EMAIL}.`);
  expect(await run('replay', [], third).ended).toContain('rebuilt');
  expect(await run('verify', [], third).ended).toContain('Verified');
  expect(await run('verify', [], { ...third, SECRET_KEY }).ended).toContain('SECRET_KEY is not the key');

  await killedInEach(RESTORE_PARTS, () => run('restore', [whole], { DATA_DIR: to }));
  // The last kill may have come after the last step.
  expect(await run('restore', [whole], { DATA_DIR: to }).ended).toMatch(
    /Restored as of .*\n.*Erasures since: 0|empty installation/,
  );

  const copy = startService({ DATA_DIR: to, SECRET_KEY });
  onTestFinished(() => void copy.child.kill('SIGKILL'));
  await copy.opened();
  await expect.poll(copy.output).toContain('no message leaves it');
  expect(await run('verify', [], { DATA_DIR: to }).ended).toContain('Verified');
  copy.child.kill('SIGTERM');
  await copy.ended();
});

it('asks for the secret key of the backup, and for the former one after a change', async () => {
  const [DATA_DIR, folder] = [await givenDataDir(), await givenFolder()];
  const without = { DATA_DIR, SECRET_KEY: '' };
  expect(await run('restore', [folder], without).ended).toContain('Set SECRET_KEY to the key');
  expect(await run('restore', [folder], { DATA_DIR }).ended).toContain('no whole backup');
  expect(await run('restore', [], { DATA_DIR }).ended).toContain('Usage: npm run restore');
  const register = join(folder, 'register');
  await writeFile(register, '{"bookingId": 1}\n');
  const printed = await run('restore', [folder, '--erasures', register], { DATA_DIR }).ended;
  expect(printed).toContain('Line 1 of the register of erasures');
  expect(await readdir(DATA_DIR)).toEqual([]);
});
