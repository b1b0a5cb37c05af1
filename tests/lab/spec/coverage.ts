import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_ROWS } from './admin-rows.ts';
import { MESSAGE_ROWS } from './message-rows.ts';
import { PUBLIC_ROWS } from './public-rows.ts';
import type { SpecRow } from './row.ts';
import { RULE_ROWS } from './rule-rows.ts';

/** The test that holds each demand of the specification. */

const ROOT = join(import.meta.dirname, '../../..');

export const SPEC_ROWS: readonly SpecRow[] = [
  ...PUBLIC_ROWS,
  ...ADMIN_ROWS,
  ...RULE_ROWS,
  ...MESSAGE_ROWS,
].sort((a, b) => Number(a.id[0]) - Number(b.id[0]));

/** A test that says which rows it holds. */
export interface TaggedTest {
  readonly file: string;
  readonly title: string;
  readonly rows: readonly string[];
}

const TAG = /^\s*\/\/ Spec: (.+)$/;
const TITLE = /\b(?:it|test|describe)(?:\.\w+)*(?:\(|.*?\]\)\(|<[^>]*>\()\s*(['"`])(.+?)\1[,)]/s;
/** Finds the names in the lists of screens, each of which is tried by a file of `tests/e2e/screens`. */
const SCREEN = /(?:\bname: |\bscreen\()'([^']+)'/;

const isList = (file: string) => file.endsWith('screens.ts');

/** The tests of a file that are tagged: the comment stands above the test. */
export function taggedIn(file: string, source: string): TaggedTest[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    const [, tag] = TAG.exec(line) ?? [];
    if (tag === undefined) return [];
    const below = lines.slice(index + 1, index + 40).join('\n');
    const title = isList(file) ? SCREEN.exec(below)?.[1] : TITLE.exec(below)?.[2];
    if (title === undefined) throw new Error(`${file}:${index + 1}: no test follows the tag`);
    return [{ file, title, rows: tag.split(',').map((row) => row.trim()) }];
  });
}

/** Every tagged test, by file. */
export function taggedTests(): readonly TaggedTest[] {
  const files = globSync(['tests/**/*.test.{ts,tsx}', 'tests/e2e/support/screens/*screens.ts'], {
    cwd: ROOT,
  }).sort();
  return files.flatMap((file) => taggedIn(file, readFileSync(join(ROOT, file), 'utf8')));
}

/** The words of a row that none of the files quotes in which a test is tagged with it. */
export function unquoted({ says = [] }: SpecRow, files: readonly string[]): readonly string[] {
  const sources = files.map((file) => readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'"));
  return says.filter((words) => !sources.some((source) => source.includes(words)));
}

const cell = (text: string) => text.replaceAll('|', '\\|');

/** `result.md`. */
export function coverageText(tests: readonly TaggedTest[]): string {
  const held = SPEC_ROWS.map((row) => ({ row, by: tests.filter(({ rows }) => rows.includes(row.id)) }));
  const withReason = SPEC_ROWS.filter(({ reason }) => reason !== undefined);
  return [
    '# What the specification demands, and which test holds it',
    '',
    'Made by `npm run lab spec` from the comments above the tests (`// Spec: …`) and the rows in `tests/lab/spec/`;',
    'a test fails when a row has neither a test nor a reason, when a tag names no row, or when this file is out of date.',
    '',
    `${SPEC_ROWS.length} rows of sections 2 to 9: ${SPEC_ROWS.length - withReason.length} held by tests, ${withReason.length} with a reason.`,
    '',
    '| row | demand | held by |',
    '|---|---|---|',
    ...held.map(({ row, by }) => {
      const tests = by.map(({ file, title }) => `[${cell(title)}](../${file})`).join('<br>');
      return `| ${row.id} | ${cell(row.title)} | ${row.reason === undefined ? tests : `– ${cell(row.reason)}`} |`;
    }),
    '',
  ].join('\n');
}
