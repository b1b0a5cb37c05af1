import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutant, mutantsOf } from './mutants.ts';

/**
 * Changes one small thing at a time in the core and runs the tests that are about it: a change that no test
 * notices is a rule that no test holds. By hand, since it takes a while:
 *
 *   npm run mutate [-- --only "slot keeper" --every 3 --workers 2]
 */

interface Target {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly needsDatabase?: true;
}

const TARGETS: readonly Target[] = [
  {
    name: 'deciders',
    files: ['src/features/**/{decider,state}.ts', 'src/features/booking/agenda/events.ts'],
    tests: [
      'tests/unit/*decider*',
      'tests/unit/agenda-*',
      'tests/unit/booking-*',
      'tests/unit/recorded-events*',
      'tests/unit/fold-cost*',
    ],
  },
  {
    name: 'slot keeper',
    files: ['src/features/booking/slot-keeper/*.ts'],
    tests: ['tests/unit/*slot-keeper*', 'tests/unit/protocol*'],
  },
  {
    name: 'process managers',
    files: ['src/eventsourcing/*process-manager.ts'],
    tests: ['tests/unit/*process-manager*', 'tests/unit/*slot-keeper*'],
  },
  {
    name: 'process store',
    files: ['src/adapters/postgres/process-store.ts'],
    tests: ['tests/contract/process-store*'],
    needsDatabase: true,
  },
  {
    name: 'limits',
    files: ['src/adapters/postgres/usage-limit.ts', 'src/features/booking/admission/*.ts'],
    tests: ['tests/contract/usage-limit*', 'tests/unit/*admission*', 'tests/unit/suspicion*'],
    needsDatabase: true,
  },
  {
    name: 'event streams',
    files: ['event-streams', 'stream-fold', 'evolve-from', 'live-projection', 'retrying', 'decider'].map(
      (name) => `src/eventsourcing/${name}.ts`,
    ),
    tests: [
      'tests/unit/retrying*',
      'tests/unit/fold-cost*',
      'tests/unit/recorded-events*',
      'tests/unit/event-streams*',
      'tests/unit/live-*',
      'tests/unit/booking-*',
      'tests/unit/hold-commands*',
    ],
  },
  {
    name: 'log append',
    files: ['src/adapters/postgres-log/append.ts'],
    tests: ['tests/contract/event-store.postgres*', 'tests/contract/postgres-event-log*'],
    needsDatabase: true,
  },
  {
    name: 'folds',
    files: ['projections/*/projection.ts'],
    tests: ['tests/projections/read-models*', 'tests/projections/bookings*'],
    needsDatabase: true,
  },
];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
});
const ROOT = resolve(import.meta.dirname, '../..');
const every = Number(values.every);
const MUTANT_TIMEOUT_MS = 120_000;

/** A copy of the code to be changed, so that nothing here is. */
async function sandbox(worker: number): Promise<string> {
  const folder = join(ROOT, '.data', 'mutation', String(worker));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const part of ['src', 'projections', 'tests', 'scripts', 'docs', 'package.json', 'tsconfig.json']) {
    await cp(join(ROOT, part), join(folder, part), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Whether the tests pass there. */
const passes = (folder: string, { needsDatabase }: Target, tests: readonly string[]) =>
  new Promise<boolean>((done) => {
    const config = needsDatabase
      ? ['--config', 'tests/vitest.config.ts', '--project', 'parts']
      : ['--config', 'tests/mutation/vitest.config.ts'];
    const args = ['run', ...config, '--bail', '1', ...tests];
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    execFile(process.execPath, [vitest, ...args], { cwd: folder, timeout: MUTANT_TIMEOUT_MS }, (error) =>
      done(error === null),
    );
  });

async function survivorsOf(target: Target, folders: readonly string[]) {
  const files = globSync(target.files as string[], { cwd: ROOT }).sort();
  const tests = globSync(target.tests as string[], { cwd: ROOT }).sort();
  const [first] = folders;
  if (!first || files.length === 0 || tests.length === 0)
    throw new Error(`${target.name} has no files or no tests`);
  if (!(await passes(first, target, tests)))
    throw new Error(`the tests of ${target.name} fail without any change`);
  const mutants: Mutant[] = [];
  for (const file of files) mutants.push(...mutantsOf(file, await readFile(join(ROOT, file), 'utf8')));
  const chosen = mutants.filter((_, index) => index % every === 0);
  const waiting = [...chosen];
  const survivors: Mutant[] = [];
  await Promise.all(
    folders.map(async (folder) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const path = join(folder, mutant.file);
        const original = await readFile(path, 'utf8');
        await writeFile(path, mutant.text);
        if (await passes(folder, target, tests)) survivors.push(mutant);
        await writeFile(path, original);
      }
    }),
  );
  return { tried: chosen.length, survivors };
}

const folders = await Promise.all(
  Array.from({ length: Number(values.workers) }, (_, worker) => sandbox(worker)),
);
const rows: string[] = [];
for (const target of TARGETS.filter(({ name }) => values.only === undefined || name === values.only)) {
  const { tried, survivors } = await survivorsOf(target, folders);
  const caught = tried - survivors.length;
  rows.push(`| ${target.name} | ${tried} | ${caught} | ${((100 * caught) / tried).toFixed(1)} % |`);
  console.log(rows.at(-1));
  for (const { file, line, change } of survivors) console.log(`  ${file}:${line} ${change}`);
}
await rm(join(ROOT, '.data', 'mutation'), { recursive: true, force: true });
