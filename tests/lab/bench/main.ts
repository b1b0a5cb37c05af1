import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SERVICE_ACCOUNT } from '../../../src/adapters/embedded-postgres/cluster.ts';
import { openEmbedded } from '../../../src/adapters/embedded-postgres/server.ts';
import { benchAdmin } from './admin/admin.ts';
import { benchAppend } from './append.ts';
import { benchDrag } from './drag.ts';
import { openBenchLog } from './eventstoredb.ts';
import {
  benchDecidedDays,
  benchHttp,
  benchHttpOnLog,
  benchSalonSize,
  type CpuRow,
  type HttpStage,
} from './http/http.ts';
import { benchWebhooks } from './http/webhooks.ts';
import { benchCleaning } from './large-log/cleaning.ts';
import { benchLargeLog } from './large-log/large-log.ts';
import { benchMessages } from './messages.ts';
import { benchLag } from './read-models/lag.ts';
import { benchRebuild } from './read-models/rebuild.ts';
import { benchVersions } from './read-models/versions.ts';
import { isKept, print, writeReport } from './report.ts';
import type { Row } from './row.ts';
import { benchSignIns } from './sign-ins/sign-ins.ts';
import { benchTexts } from './texts.ts';

/**
 * `npm run bench [append|rebuild|versions|lag|http|sign-ins|texts|messages|salon|days|webhooks|cleaning|large-log|admin|drag|eventstoredb …]`: everything, or the parts named, against its limit
 * on a durable database of its own. Only a whole run is written to `result.md`.
 */

const PARTS = [
  'append',
  'rebuild',
  'versions',
  'lag',
  'http',
  'sign-ins',
  'texts',
  'messages',
  'salon',
  'days',
  'webhooks',
  'cleaning',
  'large-log',
  'admin',
  'drag',
  'eventstoredb',
] as const;
type Part = (typeof PARTS)[number];

const unknown = process.argv.slice(2).filter((name) => !PARTS.some((part) => part === name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${PARTS.join(', ')}.`);
  process.exit(1);
}
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

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const databases: string[] = [];

async function newDatabase(name: string): Promise<string> {
  await asOwner((client) => client.query(`create database ${name} owner ${SERVICE_ACCOUNT}`));
  databases.push(name);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

const dropDatabases = () =>
  asOwner(async (client) => {
    for (const name of databases.splice(0)) await client.query(`drop database ${name} with (force)`);
    await client.query('checkpoint');
  });

const stage: HttpStage = { newDatabase, dropDatabases, postgresPid: server.pid(), folder };
const rows: Row[] = [];
const cpu: CpuRow[] = [];

/** With the log in EventStoreDB, both on one log and one database: a real server has no other. */
async function measureOnLog(): Promise<void> {
  const log = await openBenchLog();
  try {
    const databaseUrl = await newDatabase('beside_log');
    const booking = await benchHttpOnLog(log, databaseUrl, stage);
    rows.push(...booking.rows, ...(await benchLag(databaseUrl, log)));
    cpu.push(...booking.cpu);
  } finally {
    log.stop();
  }
}

async function measure(part: Part): Promise<void> {
  switch (part) {
    case 'append':
      rows.push(...(await benchAppend(await newDatabase('append'))));
      return;
    case 'rebuild':
      rows.push(...(await benchRebuild(await newDatabase('rebuild'))));
      return;
    case 'versions':
      rows.push(...(await benchVersions(stage)));
      return;
    case 'lag':
      rows.push(...(await benchLag(await newDatabase('lag'))));
      return;
    case 'cleaning':
      rows.push(...(await benchCleaning(stage)));
      return;
    case 'large-log':
      rows.push(...(await benchLargeLog(stage)));
      return;
    case 'admin':
      rows.push(...(await benchAdmin(stage)));
      return;
    case 'drag':
      rows.push(...(await benchDrag()));
      return;
    case 'sign-ins':
      rows.push(...(await benchSignIns(stage)));
      return;
    case 'texts':
      rows.push(...(await benchTexts(stage)));
      return;
    case 'messages': {
      const { row, cpu: times } = await benchMessages(stage);
      rows.push(row);
      cpu.push(times);
      return;
    }
    case 'http':
    case 'salon':
    case 'days':
    case 'webhooks': {
      const benches = {
        http: benchHttp,
        salon: benchSalonSize,
        days: benchDecidedDays,
        webhooks: benchWebhooks,
      };
      const measured = await benches[part](stage);
      rows.push(...measured.rows);
      cpu.push(...measured.cpu);
      return;
    }
    case 'eventstoredb':
      return measureOnLog();
  }
}

try {
  for (const part of parts) {
    console.log(`Measuring ${part}…`);
    await measure(part);
    await dropDatabases();
  }
  if (parts.length === PARTS.length) await writeReport(rows, cpu, server.url);
} finally {
  print(rows, cpu);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
const missed = rows.filter((row) => !isKept(row));
console.log(missed.length === 0 ? 'Every ratio is reached.' : `${missed.length} missed.`);
process.exitCode = missed.length === 0 ? 0 : 1;
