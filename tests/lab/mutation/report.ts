import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from './equivalents.ts';
import type { Mutant } from './mutants.ts';
import { ROOT } from './sandbox.ts';
import { TARGETS } from './targets.ts';

/** What a run of one part came to. */
export interface PartResult {
  readonly part: string;
  /** Day of the run. */
  readonly date: string;
  readonly tried: number;
  readonly survivors: readonly Omit<Mutant, 'text'>[];
}

const KEPT = join(import.meta.dirname, 'last.json');
const REPORT = join(ROOT, 'docs', 'mutation.md');

const percent = (share: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * share) / whole).toFixed(1)} %`;

/** `| part | date | tried | caught | equivalent | of the others |` */
export function rowOf({ part, date, tried, survivors }: PartResult): string {
  const equivalent = survivors.filter((survivor) => reasonOf(survivor) !== undefined).length;
  const caught = tried - survivors.length;
  const cells = [part, date, tried, caught, percent(caught, tried), equivalent];
  return `| ${[...cells, survivors.length - equivalent, percent(caught, tried - equivalent)].join(' | ')} |`;
}

const code = (text: string) => `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;

/** Every part's last result, of this run or of one before, as a page. */
function page(results: readonly PartResult[]): string {
  const survivors = results.flatMap((result) => result.survivors);
  const equivalents = survivors.flatMap((survivor) => {
    const reason = reasonOf(survivor);
    return reason === undefined ? [] : [{ ...survivor, reason }];
  });
  const others = survivors.filter((survivor) => reasonOf(survivor) === undefined);
  return `# Mutation tests

What \`npm run lab mutation\` printed last, part by part. It changes one small thing at a time in the core (a comparison, a
number, a condition, a statement that is left out, an operator in SQL) and runs the tests that are about that file. A
change that no test notices is a rule that no test holds, unless the program does the same after it: these are listed as
equivalent, each with the reason. \`tests/lab/mutation/targets.ts\` has the parts with their files and tests.

| part | date | changes | caught | of all | equivalent | not caught | caught of those that make a difference |
| --- | --- | --- | --- | --- | --- | --- | --- |
${results.map(rowOf).join('\n')}

## Equivalent

| where | change | why it makes no difference |
| --- | --- | --- |
${equivalents.map(({ file, line, change, reason }) => `| ${file}:${line} | ${code(change)} | ${reason} |`).join('\n')}

## Not caught

${others.length === 0 ? 'None.' : others.map(({ file, line, change }) => `- ${file}:${line} ${code(change)}`).join('\n')}
`;
}

async function kept(): Promise<readonly PartResult[]> {
  try {
    return JSON.parse(await readFile(KEPT, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Keeps a part's result in the place of its last one and writes the page. */
export async function keep(result: PartResult): Promise<void> {
  const known = new Map((await kept()).map((each) => [each.part, each]));
  known.set(result.part, result);
  const results = TARGETS.flatMap(({ name }) => known.get(name) ?? []);
  await writeFile(KEPT, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(REPORT, page(results));
}
