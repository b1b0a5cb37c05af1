import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The repository's folder. */
export const ROOT = resolve(import.meta.dirname, '../../..');
/** All our source files, from the root. */
export const FILES = globSync('{src,projections,web,scripts,tests}/**/*.{ts,tsx,mjs}', { cwd: ROOT })
  .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
  .sort();
/** Those that aren't tests. */
export const CODE = FILES.filter((file) => !file.startsWith('tests/'));

const sources = new Map(FILES.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
export const sourceOf = (file: string) => sources.get(file) ?? '';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

/** Module names as written in a file. */
export const specifiersOf = (file: string): string[] =>
  [...sourceOf(file).matchAll(IMPORT)].map(([, stated, dynamic]) => stated ?? dynamic ?? '');

/** Files of ours that a file imports, from the root; packages are left out. */
export const importsOf = (file: string): string[] =>
  specifiersOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(ROOT, resolve(ROOT, dirname(file), name.replace(/\?.*$/, ''))));

export const isIn = (file: string, ...folders: readonly string[]) =>
  folders.some((folder) => file === folder || file.startsWith(`${folder}/`));

/** Every way from a file or folder back to itself, as `a → b → a`. */
export function cyclesOf(all: readonly string[], importedBy: (one: string) => readonly string[]): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (one: string, path: readonly string[]) => {
    if (path.includes(one)) cycles.push([...path.slice(path.indexOf(one)), one].join(' → '));
    if (done.has(one) || path.includes(one)) return;
    for (const to of importedBy(one)) visit(to, [...path, one]);
    done.add(one);
  };
  for (const one of all) visit(one, []);
  return cycles;
}
