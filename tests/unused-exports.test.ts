import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { FILES, importsOf, isIn, sourceOf } from './support/run/source-files.ts';

const EXPORTED = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm;

/** The server imports it from the built site, so no source file names its exports. */
const ENTRY = 'web/app/prerender.tsx';

const importers = Map.groupBy(
  FILES.flatMap((from) => importsOf(from).map((to) => ({ from, to }))),
  ({ to }) => to,
);

/** Files that import a file, by way of one that exports it again, too. */
function usersOf(file: string): string[] {
  const again = new RegExp(`^export [^;]* from '[^']*/${basename(file)}'`, 'm');
  return (importers.get(file) ?? []).flatMap(({ from }) =>
    again.test(sourceOf(from)) ? usersOf(from) : [from],
  );
}

/** The exports of a file that no importing file names. */
function unusedIn(file: string): string[] {
  const texts = usersOf(file).map(sourceOf).join('\n');
  // A module that is loaded later may be handed on as a whole.
  if (new RegExp(`\\bimport\\('[^']*/${basename(file)}'\\)`).test(texts)) return [];
  return [...sourceOf(file).matchAll(EXPORTED)]
    .map(([, name]) => name)
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(texts))
    .map((name) => `${file} ${name}`);
}

it('exports only what another file uses', () => {
  const exporting = FILES.filter(
    (file) => isIn(file, 'web', 'src', 'projections', 'tests/e2e/support') && file !== ENTRY,
  );
  expect(exporting.length).toBeGreaterThan(500);
  expect(exporting.flatMap(unusedIn)).toEqual([]);
});
