import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { table } from '../../support/server/server-report.ts';
import { type Visit, visit } from './measure.ts';
import { OWNER_SETTINGS, showOwnPictures } from './own-pictures.ts';

/**
 * `npm run lighthouse [path…] [own-pictures]`: every public page as a phone on a slow network sees it, against what is required; with
 * pictures of the salon's own in the place of the drawn ones, if asked for.
 */

const ROUNDS = 5;
const PAGES = ['/', '/services', '/gallery', '/terms-conditions', '/book'];
const REPORT = join(import.meta.dirname, 'result.md');

type Figure = Exclude<keyof Visit, 'failed' | 'browser' | 'lighthouse'>;

interface Column {
  readonly figure: Figure;
  readonly head: string;
  /** The worst that is good enough. */
  readonly required: number;
  /** The figures of pages for which it differs; null where nothing is required. */
  readonly elsewhere?: Readonly<Record<string, number | null>>;
  readonly better: 'more' | 'less';
  readonly show: (value: number) => string;
}

const ms = (value: number) => `${Math.round(value)} ms`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
const score = (
  figure: Figure,
  head: string,
  required: number,
  elsewhere: Column['elsewhere'] = {},
): Column => ({
  figure,
  head,
  required,
  elsewhere,
  better: 'more',
  show: String,
});

const COLUMNS: readonly Column[] = [
  score('performance', 'performance', 99, { '/': 100, '/book': 98 }),
  score('accessibility', 'accessibility', 100),
  score('bestPractices', 'best practices', 100),
  score('seo', 'SEO', 100),
  { figure: 'lcp', head: 'LCP', required: 1_800, better: 'less', show: ms },
  { figure: 'tbt', head: 'TBT', required: 50, elsewhere: { '/book': null }, better: 'less', show: ms },
  { figure: 'cls', head: 'CLS', required: 0, better: 'less', show: (value) => value.toFixed(3) },
];

/** This is only reported: a test of its own keeps the first page's budget. */
const TOLD: Pick<Column, 'figure' | 'head' | 'show'> = { figure: 'scriptBytes', head: 'JS', show: kilobytes };

interface Result {
  readonly page: string;
  readonly median: Readonly<Record<Figure, number>>;
  readonly failed: readonly string[];
}

function medianOf(visits: readonly Visit[], figure: Figure): number {
  const values = visits.map((one) => one[figure]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}

const requiredOf = ({ required, elsewhere = {} }: Column, page: string) => {
  const own = elsewhere[page];
  return own === undefined ? required : own;
};

/** Rounded as it is shown: a shift of a ten-thousandth is none. */
function isKept(column: Column, { page, median }: Result): boolean {
  const value = Math.round(median[column.figure] * 1000) / 1000;
  const required = requiredOf(column, page);
  if (required === null) return true;
  return column.better === 'more' ? value >= required : value <= required;
}

const cellsOf = (result: Result) => [
  result.page,
  ...COLUMNS.map(
    (column) => column.show(result.median[column.figure]) + (isKept(column, result) ? '' : ' (!)'),
  ),
  TOLD.show(result.median[TOLD.figure]),
];

const HEAD = ['page', ...COLUMNS.map(({ head }) => head), TOLD.head];
const REQUIRED = [
  'required',
  ...COLUMNS.map((column) => {
    const sign = column.better === 'more' ? '≥' : '≤';
    const own = Object.entries(column.elsewhere ?? {}).map(([page, value]) => `${page} ${value ?? '–'}`);
    return `${sign} ${column.show(column.required)}${own.length > 0 ? ` (${own.join(', ')})` : ''}`;
  }),
  '',
];

async function report(results: readonly Result[], { browser, lighthouse }: Visit): Promise<void> {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
  const text = [
    '# Lighthouse',
    '',
    `The last run of \`npm run lighthouse\`: the median of ${ROUNDS} visits of each page, as a phone on a slow network`,
    "sees it (Lighthouse's own mobile settings, simulated). The server is the real one, in production, with the",
    'embedded database. JS is what is sent of scripts until the page is quiet, headers included.',
    '',
    `${new Date().toISOString().slice(0, 10)} · Lighthouse ${lighthouse} · Chromium ${browser} · ${machine}`,
    '',
    line(HEAD),
    line(HEAD.map((_, column) => (column === 0 ? '---' : '--:'))),
    line(REQUIRED),
    ...results.map((result) => line(cellsOf(result))),
    '',
  ].join('\n');
  await writeFile(REPORT, text);
}

const words = process.argv.slice(2);
const hasOwnPictures = words.includes('own-pictures');
const asked = PAGES.filter((page) => words.includes(page));
const pages = asked.length > 0 ? asked : PAGES;
const folder = await mkdtemp(join(tmpdir(), 'salon-lighthouse-'));
const server = await startServerProcess({
  NODE_ENV: 'production',
  DATA_DIR: folder,
  SECRET_KEY: TEST_SECRET_KEY,
  ...(hasOwnPictures && OWNER_SETTINGS),
});
const results: Result[] = [];
let last: Visit | undefined;
try {
  if (hasOwnPictures) await showOwnPictures(server.url);
  for (const page of pages) {
    console.log(`Visiting ${page}…`);
    const visits: Visit[] = [];
    while (visits.length < ROUNDS) visits.push(await visit(server.url + page));
    last = visits.at(-1);
    const figures = [...COLUMNS, TOLD].map(({ figure }) => [figure, medianOf(visits, figure)] as const);
    results.push({
      page,
      median: Object.fromEntries(figures) as Record<Figure, number>,
      failed: [...new Set(visits.flatMap(({ failed }) => failed))],
    });
  }
  console.log(`\n${table(HEAD, [REQUIRED, ...results.map(cellsOf)])}\n`);
  // The document is about the drawn pictures.
  if (last && pages.length === PAGES.length && !hasOwnPictures) await report(results, last);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

const missed = results.flatMap((result) =>
  COLUMNS.filter((column) => !isKept(column, result)).map(({ head }) => `${head} of ${result.page}`),
);
for (const { page, failed } of results) {
  if (failed.length > 0) console.log(`${page} fails ${failed.join(', ')}`);
}
console.log(missed.length === 0 ? 'Everything required is reached.' : `Missed: ${missed.join(', ')}.`);
process.exitCode = missed.length === 0 ? 0 : 1;
