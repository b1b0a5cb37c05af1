import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool } from '../../../../src/adapters/postgres/pool.ts';
import { startServerProcess } from '../../../support/server/server-process.ts';
import type { HttpStage } from '../http/http.ts';
import { startService } from '../http/sides.ts';
import { inTurns, type Row, rowOf } from '../row.ts';
import { latencies, percentile } from './latency.ts';
import { firstPaints } from './paint.ts';
import { questions } from './questions.ts';
import { type SalonSize, TYPED, writeSalon } from './salon.ts';
import { addAdmin, tokenOf } from './staff.ts';

/** Smaller ones for a look in between. */
const SIZE: SalonSize = {
  appointments: Number(process.env.BENCH_APPOINTMENTS ?? 50_000),
  customers: Number(process.env.BENCH_CUSTOMERS ?? 10_000),
  daysAhead: 30,
};
const CLIENTS = 8;
const ROUNDS = 5;
const A_ROUND = 400;
const MOST_TIMES = 5;
const TYPING_MS = 100;
const TYPING_PAGE = 100;
const TYPING_ROUNDS = 3;
const CATCH_UP_MS = 600_000;

/** Until the read models have read what was written in bulk. */
export async function caughtUp(url: string, pool: Pool): Promise<void> {
  for (const until = performance.now() + CATCH_UP_MS; performance.now() < until; await pause(200)) {
    const isReady = (await fetch(`${url}/readyz`)).status === 200;
    if (isReady) {
      await pool.query('vacuum analyze');
      return;
    }
  }
  throw new Error('the read models did not catch up');
}

async function openSalon(databaseUrl: string, folder: string) {
  const service = await startService({ databaseUrl }, folder);
  const pool = createPool({ url: databaseUrl, name: 'bench', statementTimeoutMs: 0 });
  await addAdmin(pool);
  await caughtUp(service.url, pool);
  return {
    url: service.url,
    pool,
    token: await tokenOf(service.url),
    stop: async () => {
      await pool.end();
      await service.stop();
    },
  };
}

/** The queries of the admin area in a salon of many years: against one row over HTTP, and against an empty salon. */
export async function benchAdmin(stage: HttpStage): Promise<Row[]> {
  const [emptyUrl, grownUrl] = [
    await stage.newDatabase('admin_empty'),
    await stage.newDatabase('admin_grown'),
  ];
  await writeSalon(grownUrl, SIZE);
  const limit = await startServerProcess(
    { DATABASE_URL: emptyUrl, NODE_ENV: 'production', POOL_SIZE: '20' },
    join(import.meta.dirname, '../http/limit.ts'),
  );
  const grown = await openSalon(grownUrl, stage.folder);
  const rows: Row[] = [];
  const size = `${SIZE.appointments} appointments, ${SIZE.customers} customers`;
  try {
    const oneRow = { url: limit.url, paths: ['/one-query'], clients: CLIENTS, requests: A_ROUND };
    await latencies({ ...oneRow, requests: 4_000 });
    const once = (ROUNDS + 1) * A_ROUND;
    for (const { name, paths, mostTimes = MOST_TIMES, mostMs } of await questions(
      grown.pool,
      grown.url,
      grown.token,
      once,
    )) {
      let turn = 0;
      const ask = () => {
        const own = paths.length < once ? paths : paths.slice(turn * A_ROUND, (turn + 1) * A_ROUND);
        turn += 1;
        const asked = { url: grown.url, token: grown.token, paths: own, clients: CLIENTS, requests: A_ROUND };
        return latencies(asked);
      };
      await ask();
      const rounds = await inTurns(ROUNDS, {
        limit: async () => percentile(await latencies(oneRow), 0.99),
        ours: async () => percentile(await ask(), 0.99),
      });
      const about = `admin, p99 of ${name}, ${CLIENTS} clients, ${size}`;
      rows.push(rowOf({ name: about, unit: 'ms', required: mostTimes }, rounds));
      if (mostMs === undefined) continue;
      const inTime = rounds.map(({ ours }) => ({ limit: mostMs, ours }));
      rows.push(rowOf({ name: `${about}, beside ${mostMs} ms`, unit: 'ms', required: 1 }, inTime));
    }
    for (const where of ['bookings', 'customers']) {
      const prefixes = TYPED.flatMap((typed) => Array.from(typed, (_, index) => typed.slice(0, index + 1)));
      // With another length of the page each time, so that no kept answer serves it.
      const typing = (limit: number) => ({
        url: grown.url,
        token: grown.token,
        paths: prefixes.map(
          (typed) => `/api/admin/${where}?search=${encodeURIComponent(typed)}&limit=${limit}`,
        ),
        clients: 1,
        requests: prefixes.length,
      });
      await latencies(typing(TYPING_PAGE));
      const all: number[] = [];
      for (let round = 1; round <= TYPING_ROUNDS; round += 1) {
        all.push(...(await latencies(typing(TYPING_PAGE - round))));
      }
      const took = percentile(
        all.sort((a, b) => a - b),
        0.95,
      );
      const about = {
        name: `admin, p95 of typing in the search of ${where}, ${size}`,
        unit: 'ms',
        required: 1,
      };
      rows.push(rowOf(about, [{ limit: TYPING_MS, ours: took }]));
    }
    await limit.stop();
    const empty = await openSalon(emptyUrl, stage.folder);
    try {
      rows.push(...(await firstPaints({ empty: empty.url, grown: grown.url }, size)));
    } finally {
      await empty.stop();
    }
  } finally {
    await limit.stop();
    await grown.stop();
  }
  return rows;
}
