import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The layout of the code, as its imports tell it: who may know whom, and where a thing may stand. */

const ROOT = resolve(import.meta.dirname, '..');
const FILES = globSync('{src,projections,web,scripts,tests}/**/*.{ts,tsx,mjs}', { cwd: ROOT })
  .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
  .sort();
const CODE = FILES.filter((file) => !file.startsWith('tests/'));

const sources = new Map(FILES.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const sourceOf = (file: string) => sources.get(file) ?? '';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

/** Module names as written in a file. */
const specifiersOf = (file: string): string[] =>
  [...sourceOf(file).matchAll(IMPORT)].map(([, stated, dynamic]) => stated ?? dynamic ?? '');

/** Files of ours that a file imports, from the root; packages are left out. */
const importsOf = (file: string): string[] =>
  specifiersOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(ROOT, resolve(ROOT, dirname(file), name.replace(/\?.*$/, ''))));

const isIn = (file: string, ...folders: readonly string[]) =>
  folders.some((folder) => file === folder || file.startsWith(`${folder}/`));

const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1];

/** Every import between two files of ours that a rule doesn't allow, as `from → to`. */
function forbidden(
  from: (file: string) => boolean,
  allowed: (to: string, from: string) => boolean,
): string[] {
  return CODE.filter(from).flatMap((file) =>
    importsOf(file)
      .filter((to) => !allowed(to, file))
      .map((to) => `${file} → ${to}`),
  );
}

const lines = (pattern: RegExp, files: readonly string[]): string[] =>
  files.flatMap((file) =>
    sourceOf(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );

const READ_MODEL_MACHINERY = new Set(['projections/all.ts', 'projections/main.ts']);
const readModels = () =>
  importsOf('projections/all.ts').filter((file) => dirname(file) === 'projections' && isReadModel(file));
/** A read model declares a projection with a table; the machinery beside it declares none. */
const isReadModel = (file: string) =>
  /^export (?:const \w+|function \w+\([^)]*\)): Projection\b/m.test(sourceOf(file));

describe('imports go one way down', () => {
  it('finds the imports it is about', () => {
    expect(importsOf('src/app.ts')).toContain('src/contracts/operations.ts');
    expect(specifiersOf('src/app.ts')).toContain('express');
    expect(CODE.length).toBeGreaterThan(50);
  });

  it('resolves every import to a file with its ending', () => {
    const missing = FILES.flatMap((file) =>
      importsOf(file)
        .filter((to) => !existsSync(join(ROOT, to)))
        .map((to) => `${file} → ${to}`),
    );
    expect(missing).toEqual([]);
  });

  it('lets contracts know nothing but contracts', () => {
    expect(
      forbidden(
        (file) => isIn(file, 'src/contracts'),
        (to) => isIn(to, 'src/contracts'),
      ),
    ).toEqual([]);
  });

  it('lets the event-sourcing machinery know nothing but itself', () => {
    expect(
      forbidden(
        (file) => isIn(file, 'src/eventsourcing'),
        (to) => isIn(to, 'src/eventsourcing'),
      ),
    ).toEqual([]);
  });

  it('keeps adapters and http below features and read models', () => {
    expect(
      forbidden(
        (file) => isIn(file, 'src/adapters', 'src/http'),
        (to) => isIn(to, 'src/adapters', 'src/http', 'src/eventsourcing', 'src/contracts'),
      ),
    ).toEqual([]);
  });

  it("lets a feature know another feature's events and nothing else of it", () => {
    const below = ['src/eventsourcing', 'src/http', 'src/contracts'];
    expect(
      forbidden(
        (file) => featureOf(file) !== undefined,
        (to, from) =>
          featureOf(to) === featureOf(from) ||
          (featureOf(to) !== undefined && basename(to) === 'events.ts') ||
          isIn(to, ...below),
      ),
    ).toEqual([]);
  });

  it('keeps deciders and events free of the outside world', () => {
    const pure = CODE.filter(
      (file) => featureOf(file) && ['decider.ts', 'events.ts'].includes(basename(file)),
    );
    const impure = pure.flatMap((file) =>
      specifiersOf(file)
        .filter((name) => /^(node:(?!util$)|express|pg$|pino)|\/(http|adapters)\//.test(name))
        .map((name) => `${file} → ${name}`),
    );
    expect(pure.length).toBeGreaterThan(4);
    expect(impure).toEqual([]);
    expect(lines(/\bnew Date\(\)|\bDate\.now\(|Math\.random\(|randomUUID\(/, pure)).toEqual([]);
  });

  it("lets read models and their machinery know features by their events only, and the site's code not at all", () => {
    expect(
      forbidden(
        (file) => isIn(file, 'projections'),
        (to) =>
          isIn(to, 'projections', 'src/eventsourcing', 'src/adapters', 'src/http', 'src/contracts') ||
          (featureOf(to) !== undefined && basename(to) === 'events.ts'),
      ),
    ).toEqual([]);
  });

  it('lets no read model know another', () => {
    const models = readModels();
    expect(models.length).toBeGreaterThan(4);
    expect(
      forbidden(
        // A route may ask several; what is named after a read model is a part of it.
        (file) =>
          isIn(file, 'projections') && !READ_MODEL_MACHINERY.has(file) && !file.endsWith('-routes.ts'),
        (to, from) => !models.includes(to) || from.startsWith(`${to.replace(/\.ts$/, '')}-`),
      ),
    ).toEqual([]);
  });

  it('lets the site enter the server through its contracts alone', () => {
    expect(
      forbidden(
        (file) => isIn(file, 'web'),
        (to) => isIn(to, 'web', 'src/contracts'),
      ),
    ).toEqual([]);
    expect(
      forbidden(
        (file) => isIn(file, 'src', 'projections'),
        (to) => !isIn(to, 'web'),
      ),
    ).toEqual([]);
  });

  it("lets a part of the site's own library know no feature", () => {
    expect(
      forbidden(
        (file) => isIn(file, 'web/ui'),
        (to) => isIn(to, 'web/ui'),
      ),
    ).toEqual([]);
  });

  it('lets nothing but commands and tests know the composition root', () => {
    expect(
      forbidden(
        (file) => !isIn(file, 'scripts', 'src/main.ts'),
        (to) => to !== 'src/main.ts',
      ),
    ).toEqual([]);
  });

  it('has no cycle', () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const to of importsOf(file)) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of FILES) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe('each thing has its place', () => {
  it('has the fixed top level and nothing beside it', () => {
    const allowed =
      /^(package\.json|package-lock\.json|tsconfig\.json|src|web|projections|docker-compose\.yml|tests|docs|README\.md|LICENSE|Dockerfile|\.dockerignore|\.env(\.example)?|\.ci|biome\.json|scripts|\.git|\.gitignore|node_modules|\.data)$/;
    expect(readdirSync(ROOT).filter((name) => !allowed.test(name))).toEqual([]);
  });

  it('gives a feature files of known kinds', () => {
    const stray = CODE.filter((file) => featureOf(file) && file.split('/').length !== 4);
    const untold = [...new Set(CODE.map(featureOf))]
      .filter((feature) => feature !== undefined)
      .filter((feature) => !CODE.includes(`src/features/${feature}/events.ts`));
    expect({ stray, untold }).toEqual({ stray: [], untold: [] });
  });

  it('has no catch-all file', () => {
    expect(
      FILES.filter((file) => /^(index|utils?|helpers?|common|misc|types)\.tsx?$/.test(basename(file))),
    ).toEqual([]);
  });

  it('keeps files of one idea short', () => {
    const long = FILES.map((file) => [file, sourceOf(file).split('\n').length - 1] as const);
    expect(long.filter(([, count]) => count > 300)).toEqual([]);
  });

  it('exports by name, except where a tool asks for a default', () => {
    const configs = ['web/vite.config.ts', 'tests/vitest.config.ts'];
    expect(
      lines(
        /^export default\b/,
        FILES.filter((file) => !configs.includes(file)),
      ),
    ).toEqual([]);
  });

  it('reads settings in one place', () => {
    const server = CODE.filter(
      (file) => isIn(file, 'src', 'projections') && file !== 'src/adapters/config.ts',
    );
    expect(lines(/\bprocess\.env\b/, server)).toEqual([]);
  });

  it("keeps the salon's words out of the event-sourcing machinery", () => {
    const words =
      /\b(salon|booking|agenda|appointment|customer|services?|slots?|hours|catalogue|hair\w*)s?\b(?!-)/i;
    const machinery = CODE.filter((file) => isIn(file, 'src/eventsourcing'));
    // An example in a comment, and the one word of the port for "who did it", are not knowledge of the salon.
    const code = lines(words, machinery).filter(
      (line) => !/:\d+ (\/?\*|\/\/)/.test(line) && !/kind: 'customer'/.test(line),
    );
    expect(code).toEqual([]);
  });

  it('fetches in one place of the site', () => {
    const site = CODE.filter((file) => isIn(file, 'web') && file !== 'web/api.ts');
    expect(lines(/\bfetch\(/, site)).toEqual([]);
  });
});
