import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../../src/adapters/embedded-postgres/server.ts';
import { table } from '../support/server-report.ts';
import { benchAppend, type Row } from './append.ts';
import { openBenchLog } from './eventstoredb.ts';
import { benchHttp, benchHttpOnLog } from './http.ts';
import { benchLag } from './lag.ts';
import { benchRebuild } from './rebuild.ts';

/** `npm run bench [append|rebuild|lag|http|eventstoredb]`: everything against its limit, on a durable database of its own. */

const PARTS = ['append', 'rebuild', 'lag', 'http', 'eventstoredb'] as const;
const REPORT = join(import.meta.dirname, '../../docs/bench.md');

const asked = PARTS.filter((part) => process.argv.includes(part));
const parts = asked.length > 0 ? asked : PARTS;

const folder = await mkdtemp(join(tmpdir(), 'salon-bench-'));
const server = await openEmbedded({ dataDir: folder });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.abandon();
    process.exit(130);
  });
}

async function newDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same with the log in EventStoreDB, both on one log: a real server has no other. */
async function measureOnLog(): Promise<Row[]> {
  const log = await openBenchLog();
  const ours = await newDatabase('beside_log');
  try {
    const booking = await benchHttpOnLog(log, { ours, limit: await newDatabase('bare_again'), folder });
    return [...booking, ...(await benchLag(ours, log))];
  } finally {
    log.stop();
  }
}

async function measure(part: (typeof PARTS)[number]): Promise<Row[]> {
  switch (part) {
    case 'append':
      return benchAppend(await newDatabase('append'));
    case 'rebuild':
      return benchRebuild(await newDatabase('rebuild'));
    case 'lag':
      return benchLag(await newDatabase('lag'));
    case 'http':
      return benchHttp({ ours: await newDatabase('ours'), limit: await newDatabase('bare'), folder });
    case 'eventstoredb':
      return measureOnLog();
  }
}

const number = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2));

/** Lag is a time, where less is better: there the ratio says how much of what is allowed was needed. */
const isKept = ({ ratio, required, unit }: Row) =>
  required === 0 || (unit === 'ms' ? ratio <= required : ratio >= required);

const cellsOf = (row: Row) => [
  row.name,
  row.unit,
  number(row.limit),
  number(row.ours),
  row.ratio.toFixed(2),
  // Nothing is required of what is only told.
  row.required === 0 ? '–' : `${row.unit === 'ms' ? '≤' : '≥'} ${row.required.toFixed(2)}`,
  row.required === 0 ? '–' : isKept(row) ? 'yes' : 'NO',
];
const HEAD = ['what', 'unit', 'limit', 'ours', 'ratio', 'required', 'ok'];

async function machine(): Promise<string> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  await client.end();
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} × ${model}, ${memory} GB, Node ${process.version}, PostgreSQL ${rows[0]?.version}`;
}

async function report(rows: readonly Row[]): Promise<void> {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const text = [
    '# Bench',
    '',
    'The last run of `npm run bench`. Each figure stands beside a limit measured in the same run, in rounds that',
    'take turns: what a machine does with the same work and nothing of ours. The ratio is what counts; the figures',
    'themselves are as fast as the machine and whatever else it did.',
    '',
    'Rows on EventStoreDB are told, nothing is required of them. Where they say "double", the log is the tests\' protocol',
    'double: in memory, a process in JavaScript. They show what our side costs with that log, and nothing of a server.',
    "With `EVENTSTORE_URL` set to an empty EventStoreDB they are that server's.",
    '',
    `${new Date().toISOString().slice(0, 10)} · ${await machine()} · durable defaults, all on one machine`,
    '',
    line(HEAD),
    line(HEAD.map((_, column) => (column >= 2 && column <= 4 ? '--:' : '---'))),
    ...rows.map((row) => line(cellsOf(row))),
    '',
  ].join('\n');
  await mkdir(join(REPORT, '..'), { recursive: true });
  await writeFile(REPORT, text);
}

const rows: Row[] = [];
try {
  for (const part of parts) {
    console.log(`Measuring ${part}…`);
    rows.push(...(await measure(part)));
  }
  console.log(`\n${table(HEAD, rows.map(cellsOf))}\n`);
  if (parts.length === PARTS.length) await report(rows);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
const missed = rows.filter((row) => !isKept(row));
console.log(missed.length === 0 ? 'Every ratio is reached.' : `${missed.length} missed.`);
process.exitCode = missed.length === 0 ? 0 : 1;
