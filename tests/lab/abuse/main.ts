import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isKept, keepReport, lineOf } from './report.ts';
import { type Outcome, play } from './run.ts';
import type { Scenario } from './scenario.ts';

/**
 * `npm run abuse [-- word…]`: every scenario in `scenarios/`, or those whose title has one of the words. Exit 1 when another visitor
 * was kept waiting.
 */

const SCENARIOS = join(import.meta.dirname, 'scenarios');
const words = process.argv.slice(2);

const files = (await readdir(SCENARIOS)).sort().map((name) => join(SCENARIOS, name));
const chosen: { readonly file: string; readonly scenario: Scenario }[] = [];
for (const file of files) {
  const { scenarios }: { scenarios: readonly Scenario[] } = await import(file);
  chosen.push(...scenarios.map((scenario) => ({ file, scenario })));
}
const wanted = chosen.filter(
  ({ scenario }) => words.length === 0 || words.some((word) => scenario.title.includes(word)),
);

const outcomes: Outcome[] = [];
for (const { file, scenario } of wanted) {
  const outcome = await play(file, scenario);
  console.log(lineOf(outcome));
  outcomes.push(outcome);
}
if (words.length === 0) await keepReport(outcomes);
process.exitCode = outcomes.length > 0 && outcomes.every(isKept) ? 0 : 1;
