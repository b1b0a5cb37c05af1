import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CODE,
  cyclesOf,
  FILES,
  importsOf,
  isIn,
  ROOT,
  sourceOf,
  specifiersOf,
} from './support/run/source-files.ts';

/** The layout of the code, read from its imports: which folders may import which, and where a file may stand. */

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

/** Folders of `projections` without rows of their own; the last two ask several read models in one statement. */
const NO_MODELS = ['engine', 'reports', 'calendar'];
const readModelOf = (file: string) => {
  const [, folder = ''] = /^projections\/([^/]+)\//.exec(file) ?? [];
  return folder === '' || NO_MODELS.includes(folder) ? undefined : folder;
};

/** The parts of the admin area that the table of all pages loads: its screens, and the shell around them. */
const ADMIN_ENTRY = /^(web\/admin\/[^/]+)\/(?:page|layout)\.tsx$/;
const ADMIN_ROOMS = CODE.flatMap((file) => ADMIN_ENTRY.exec(file)?.[1] ?? []);
/** The page that a file of the site belongs to; in the admin area its screen, or the shell. */
const pageOf = (file: string) =>
  /^web\/features\/[^/]+/.exec(file)?.[0] ?? ADMIN_ROOMS.find((room) => isIn(file, room));

/** Files of features that decide and know nothing of the outside world. */
const PURE = 'decider events state booking-view decide-message ledger memory policy quiet-hours'.split(' ');

/**
 * The imports that each folder may have besides its own. Folders that aren't named here may only be imported by
 * `src/app` and `tests`.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/salon': [],
  'src/contracts': ['src/salon'],
  'src/eventsourcing': [],
  'src/adapters': ['src/contracts', 'src/salon', 'src/eventsourcing'],
  'src/http': ['src/adapters', 'src/contracts', 'src/salon', 'src/eventsourcing'],
  'src/features': ['src/http', 'src/adapters', 'src/contracts', 'src/salon', 'src/eventsourcing'],
  'src/backup': ['src/features', 'src/adapters', 'src/salon', 'src/eventsourcing'],
  'src/erasure': [
    'projections',
    'src/backup',
    'src/features',
    'src/http',
    'src/adapters',
    'src/contracts',
    'src/salon',
    'src/eventsourcing',
  ],
  'src/proof': [
    'projections/engine',
    'src/features',
    'src/http',
    'src/adapters',
    'src/contracts',
    'src/salon',
    'src/eventsourcing',
  ],
  'src/site': ['src/http', 'src/adapters', 'src/contracts', 'src/salon', 'src/eventsourcing'],
  'src/api-docs': ['src/http', 'src/adapters', 'src/contracts', 'src/salon', 'src/eventsourcing'],
  'projections/engine': ['src/http', 'src/adapters', 'src/contracts', 'src/eventsourcing'],
  'web/ui': [],
  'web/salon': ['web/ui', 'web/api.ts', 'web/pictures', 'src/contracts', 'src/salon'],
  'web/session': ['web/ui', 'web/api.ts', 'src/contracts'],
  'web/admin': ['web/salon', 'web/session', 'web/ui', 'web/api.ts', 'src/contracts', 'src/salon'],
  'web/features': [
    'web/salon',
    'web/session',
    'web/ui',
    'web/api.ts',
    'web/pictures',
    'src/contracts',
    'src/salon',
  ],
  'web/pictures': ['web/ui', 'src/contracts'],
};

describe('imports go one way down', () => {
  it('finds the imports it is about', () => {
    expect(importsOf('src/app/http-app.ts')).toContain('src/http/problem-details.ts');
    expect(specifiersOf('src/app/http-app.ts')).toContain('express');
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

  it.each(Object.entries(MAY_IMPORT))('lets %s import only what lies below it', (folder, below) => {
    expect(CODE.some((file) => isIn(file, folder))).toBe(true);
    expect(
      forbidden(
        (file) => isIn(file, folder),
        (to) => isIn(to, folder, ...below),
      ),
    ).toEqual([]);
  });

  it("lets a feature know another feature's events and nothing else of it", () => {
    expect(
      forbidden(
        (file) => featureOf(file) !== undefined,
        (to, from) =>
          featureOf(to) === undefined || featureOf(to) === featureOf(from) || basename(to) === 'events.ts',
      ),
    ).toEqual([]);
  });

  it('keeps deciders, states, events and the rules beside them free of the outside world', () => {
    const pure = CODE.filter((file) => featureOf(file) && PURE.includes(basename(file, '.ts')));
    expect([...new Set(pure.map((file) => basename(file, '.ts')))].sort()).toEqual(PURE.toSorted());
    const impure = pure.flatMap((file) =>
      specifiersOf(file)
        .filter((name) => /^(node:(?!util$)|express|pg$|pino)|\/(http|adapters)\//.test(name))
        .map((name) => `${file} → ${name}`),
    );
    expect(impure).toEqual([]);
    expect(lines(/\bnew Date\(\)|\bDate\.now\(|Math\.random\(|randomUUID\(/, pure)).toEqual([]);
  });

  it('lets the read side and the proof know features by their events only', () => {
    expect(
      forbidden(
        (file) => isIn(file, 'projections', 'src/proof'),
        (to, from) =>
          (isIn(from, 'src/proof') && isIn(to, 'src/proof', 'src/features/system')) ||
          isIn(
            to,
            'projections',
            'src/eventsourcing',
            'src/adapters',
            'src/http',
            'src/contracts',
            'src/salon',
          ) ||
          (featureOf(to) !== undefined && basename(to) === 'events.ts'),
      ),
    ).toEqual([]);
  });

  it('lets no read model know another', () => {
    const models = new Set(CODE.map(readModelOf).filter((model) => model !== undefined));
    expect(models.size).toBeGreaterThan(4);
    const isAcross = (file: string) => isIn(file, 'projections/reports', 'projections/calendar');
    expect(
      forbidden(
        (file) => readModelOf(file) !== undefined,
        (to, from) => !isAcross(to) && [undefined, readModelOf(from)].includes(readModelOf(to)),
      ),
    ).toEqual([]);
  });

  it('lets no page know another', () => {
    expect(ADMIN_ROOMS.length).toBeGreaterThan(6);
    expect(
      forbidden(
        (file) => isIn(file, 'web') && !isIn(file, 'web/app'),
        (to, from) => pageOf(to) === undefined || pageOf(to) === pageOf(from),
      ),
    ).toEqual([]);
  });

  it('keeps what the admin area is made with away from all other pages', () => {
    const PACKAGES = /^(@tanstack\/react-query|cmdk|eventsource-parser|recharts)$/;
    const others = CODE.filter((file) => isIn(file, 'web') && !isIn(file, 'web/admin'));
    // The table of all pages loads its screens and its shell, each when it is first shown.
    const isLoadedLater = (file: string, to: string) =>
      ADMIN_ENTRY.test(to) && sourceOf(file).includes(`await import('../${to.slice('web/'.length)}')`);
    const imported = (file: string) => [
      ...importsOf(file).filter((to) => isIn(to, 'web/admin') && !isLoadedLater(file, to)),
      ...specifiersOf(file).filter((name) => PACKAGES.test(name)),
    ];
    expect(CODE.filter((file) => isIn(file, 'web/admin')).flatMap(imported)).not.toEqual([]);
    expect(others.flatMap((file) => imported(file).map((to) => `${file} → ${to}`))).toEqual([]);
  });

  it('leaves out of the style sheet of public pages only what they never show', () => {
    const sheet = readFileSync(join(ROOT, 'web/styles/public.css'), 'utf8');
    const leftOut = [...sheet.matchAll(/@source not "([^"]+)"/g)].map(([, path = '']) =>
      join('web/styles', path),
    );
    expect(leftOut.filter((path) => CODE.some((file) => isIn(file, path)))).toEqual(leftOut);
    // The tables of all pages load the other sheet with those that need it.
    const others = (file: string) =>
      isIn(file, 'web') && !isIn(file, ...leftOut, 'web/app/routes.tsx', 'web/app/admin-pages.ts');
    expect(forbidden(others, (to) => !isIn(to, ...leftOut))).toEqual([]);
    expect(leftOut).not.toEqual([]);
  });

  it('lets the server know nothing of the site but its build', () => {
    expect(
      forbidden(
        (file) => isIn(file, 'src', 'projections'),
        (to) => !isIn(to, 'web'),
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
    expect(cyclesOf(FILES, importsOf)).toEqual([]);
  });

  it('has no cycle of folders in the site', () => {
    const site = CODE.filter((file) => isIn(file, 'web'));
    const known = Map.groupBy(site, dirname);
    const importedBy = (folder: string) => [
      ...new Set((known.get(folder) ?? []).flatMap(importsOf).map(dirname)),
    ];
    expect(cyclesOf([...known.keys()], (folder) => importedBy(folder).filter((to) => to !== folder))).toEqual(
      [],
    );
  });
});

describe('each thing has its place', () => {
  it('has the fixed top level and nothing beside it', () => {
    const allowed =
      /^(package\.json|package-lock\.json|tsconfig\.json|src|web|projections|docker-compose\.yml|tests|docs|README\.md|LICENSE|Dockerfile|\.dockerignore|\.env(\.example)?|\.ci|biome\.json|scripts|\.git|\.gitignore|node_modules|\.data)$/;
    expect(readdirSync(ROOT).filter((name) => !allowed.test(name))).toEqual([]);
  });

  it('has no catch-all file', () => {
    expect(
      FILES.filter((file) => /^(index|utils?|helpers?|common|misc|types)\.tsx?$/.test(basename(file))),
    ).toEqual([]);
  });

  it('mounts routes in files that are named by it', () => {
    const mounting = CODE.filter(
      (file) =>
        isIn(file, 'src/features', 'src/erasure', 'src/proof', 'projections') &&
        specifiersOf(file).some((to) => /\/http\/operation\/operation\.ts$/.test(to)),
    );
    expect(mounting.length).toBeGreaterThan(20);
    expect(mounting.filter((file) => !/(?:^|-)routes\.ts$/.test(basename(file)))).toEqual([]);
  });

  it('keeps files of one idea short', () => {
    const long = FILES.map((file) => [file, sourceOf(file).split('\n').length - 1] as const);
    expect(long.filter(([, count]) => count > 400)).toEqual([]);
  });

  it('has thirty slow test files at most, each of which says why in its first line', () => {
    const slow = FILES.filter((file) => file.endsWith('.slow.test.ts'));
    expect(slow.length).toBeLessThanOrEqual(30);
    expect(slow.filter((file) => !/^\/\/ Slow because .+\.\n/.test(sourceOf(file)))).toEqual([]);
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
    const words = /salon|booking|agenda|appointment|customer|\bservices?\b|slot|hours|catalogue|\bhair/i;
    const machinery = CODE.filter((file) => isIn(file, 'src/eventsourcing'));
    expect(machinery.length).toBeGreaterThan(10);
    expect(lines(words, machinery)).toEqual([]);
  });

  it('logs every error in one shape', () => {
    const levels = /\blogger\.(?:warn|error|fatal)\(\s*(?!\s|\{ err\b)/;
    const calls = CODE.filter((file) => sourceOf(file).includes('logger.'));
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.filter((file) => levels.test(sourceOf(file)))).toEqual([]);
  });

  // The front page does without the schemas that the one place checks answers by.
  it('fetches in one place of the site', () => {
    const site = CODE.filter(
      (file) => isIn(file, 'web') && !['web/api.ts', 'web/features/home/right-now.ts'].includes(file),
    );
    expect(lines(/\bfetch\(/, site)).toEqual([]);
  });
});
