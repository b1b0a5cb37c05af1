import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Paths of this repository in backticks, but for patterns and placeholders. */
const NAMED = /`((?:src|web|projections|scripts|tests|docs)\/[^`\s*{<]+)`/g;
/** Paths of the past; the sentence beside each names its commit. */
const IN_HISTORY = ['scripts/pictures', 'scripts/icons.ts', 'docs/pictures.md'];

const documents = ['README.md', ...globSync('{docs,tests/lab}/**/*.md', { cwd: ROOT })];

it.each(documents)('%s names only files that exist', (document) => {
  const named = [...readFileSync(join(ROOT, document), 'utf8').matchAll(NAMED)].map(([, path = '']) => path);
  expect(named.filter((path) => !IN_HISTORY.includes(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});

it('finds the names that it is about', () => {
  expect(readFileSync(join(ROOT, 'docs/walks.md'), 'utf8').match(NAMED)?.length).toBeGreaterThan(40);
});
