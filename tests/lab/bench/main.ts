import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SERVICE_ACCOUNT } from '../../../src/adapters/embedded-postgres/cluster.ts';
import { openEmbedded } from '../../../src/adapters/embedded-postgres/server.ts';
import { table } from '../../support/server/server-report.ts';
import { benchRebuilds } from './rebuilds.ts';
import type { Row } from './row.ts';
import { benchService } from './service.ts';
import { benchTeam } from './team.ts';

/** `npm run bench [-- rebuilds|service|team]`: what the service has to reach, on a durable database of its own. A whole run is kept. */

const BENCHES = { rebuilds: benchRebuilds, service: benchService, team: benchTeam };
const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}

const HEAD = ['what', 'measured', 'at most', 'ok'];
const isKept = ({ measured, most }: Row): boolean => measured <= most;
const cellsOf = (row: Row) => [
  row.name,
  `${row.measured.toFixed(1)} ${row.unit}`,
  `${row.most} ${row.unit}`,
  isKept(row) ? 'yes' : 'NO',
];

async function writeReport(rows: readonly Row[]): Promise<void> {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${memory} GB, Node ${process.version}`;
  const text = [
    '# Bench',
    '',
    'The last run of `npm run bench`. The bookings, the service, its Postgres, the provider of texts and the clients share the',
    'machine; texts and mails leave during the run. Times are the 99th percentile, from the request to the last byte of its answer.',
    'No answer of the admin area is kept, and a public answer only until the next booking.',
    '',
    `${new Date().toISOString().slice(0, 10)} · ${machine} · durable defaults`,
    '',
    line(HEAD),
    line(['---', '--:', '--:', '---']),
    ...rows.map((row) => line(cellsOf(row))),
    '',
  ].join('\n');
  await writeFile(join(import.meta.dirname, 'result.md'), text);
}

const folder = await mkdtemp(join(tmpdir(), 'salon-bench-'));
const server = await openEmbedded({ dataDir: folder });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.abandon();
    process.exit(130);
  });
}

async function newDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  await client.query(`create database ${name} owner ${SERVICE_ACCOUNT}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

const rows: Row[] = [];
try {
  for (const [name, measure] of Object.entries(BENCHES)) {
    if (named.length > 0 && !named.includes(name)) continue;
    console.log(`Measuring ${name}…`);
    rows.push(...(await measure(await newDatabase(name), folder)));
  }
  if (named.length === 0) await writeReport(rows);
} finally {
  console.log(`\n${table(HEAD, rows.map(cellsOf))}\n`);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = rows.every(isKept) ? 0 : 1;
