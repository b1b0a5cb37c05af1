import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEmbedded } from '../../../src/adapters/embedded-postgres/server.ts';
import { reasonOf } from './equivalents.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { keep, type PartResult, rowOf } from './report.ts';
import { makeSandbox, ROOT, removeSandboxes, type Sandbox } from './sandbox.ts';
import { TARGETS, type Target } from './targets.ts';

/**
 * Changes one small thing at a time in the core and runs the tests that are about it. By hand, since it takes a while:
 *
 *   npm run lab mutation [-- --only "slot keeper" --only folds --every 3 --workers 2]
 *
 * Results of parts of which every change was tried are kept in docs/mutation.md.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    every: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
});
const every = Number(values.every);

const filesOf = (patterns: readonly string[]) => globSync([...patterns], { cwd: ROOT }).sort();

async function run(target: Target, sandboxes: readonly Sandbox[]): Promise<PartResult> {
  const { name } = target;
  const [files, tests] = [filesOf(target.files), filesOf(target.tests)];
  const [first] = sandboxes;
  if (!first || files.length === 0 || tests.length === 0) throw new Error(`${name} has no files or no tests`);
  const startedAt = performance.now();
  if (!(await first.passes(tests, 300_000))) throw new Error(`the tests of ${name} fail without any change`);
  const timeoutMs = Math.ceil(15_000 + 5 * (performance.now() - startedAt));

  const mutants: Mutant[] = [];
  for (const file of files) mutants.push(...mutantsOf(file, await readFile(join(ROOT, file), 'utf8')));
  const chosen = mutants.filter((_, index) => index % every === 0);
  const waiting = [...chosen];
  const survivors = new Set<Mutant>();
  await Promise.all(
    sandboxes.map(async (sandbox) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const hasSurvived = await sandbox.whileMutated(mutant, () => sandbox.passes(tests, timeoutMs));
        if (hasSurvived) survivors.add(mutant);
      }
    }),
  );
  return {
    part: name,
    date: new Date().toISOString().slice(0, 10),
    tried: chosen.length,
    survivors: chosen.filter((mutant) => survivors.has(mutant)).map(({ text: _, ...survivor }) => survivor),
  };
}

const targets = TARGETS.filter(({ name }) => values.only?.includes(name) ?? true);
// One server for all runs of the tests: starting it takes longer than most of them do.
const dataDir = await mkdtemp(join(tmpdir(), 'salon-mutation-'));
const server = targets.some(({ needsDatabase }) => needsDatabase)
  ? await openEmbedded({ dataDir }, { durable: false })
  : undefined;
try {
  const env = {
    ...process.env,
    ...(server && { MUTATION_POSTGRES_URL: server.url, MUTATION_POSTGRES_OWNER_URL: server.ownerUrl }),
  };
  const sandboxes = await Promise.all(
    Array.from({ length: Number(values.workers) }, (_, worker) => makeSandbox(worker, env)),
  );
  for (const target of targets) {
    const result = await run(target, sandboxes);
    console.log(rowOf(result));
    for (const survivor of result.survivors) {
      const { file, line, change } = survivor;
      console.log(`  ${file}:${line} ${change}${reasonOf(survivor) === undefined ? '' : ' (equivalent)'}`);
    }
    if (every === 1) await keep(result);
  }
} finally {
  await removeSandboxes();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
