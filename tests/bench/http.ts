import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startServerProcess } from '../support/server-process.ts';
import type { Row } from './append.ts';
import type { Load, LoadResult } from './http-load.ts';

const CONNECTIONS = 32;
/** As many as the service opens for its requests. */
const POOL_SIZE = 20;
const ROUNDS = 7;
const READS_A_ROUND = 4_000;
const BOOKINGS_A_ROUND = 700;
const WARM_UP = { reads: 4_000, bookings: 3_000 };
const REQUIRED = 0.5;

const beside = (file: string) => join(import.meta.dirname, file);

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Each side has a process for its load too, so that each counts on through the calendar by itself. */
function startLoad() {
  const child = fork(beside('http-load.ts'));
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`the load ended by itself (${code})`);
  });
  died.catch(() => {});
  return {
    async send(load: Omit<Load, 'connections'>): Promise<number> {
      const answer = once(child, 'message');
      child.send({ ...load, connections: CONNECTIONS } satisfies Load);
      const [{ perSecond, refused }] = (await Promise.race([answer, died])) as [LoadResult];
      if (refused > 0) throw new Error(`${refused} requests to ${load.path} were refused`);
      return perSecond;
    },
    stop: () => child.disconnect(),
  };
}

/** The default salon, open round the clock, so that the calendar outlasts the bench. */
async function writeProfile(file: string): Promise<string> {
  const source = join(import.meta.dirname, '../../src/adapters/default-salon-profile.json');
  const profile = JSON.parse(await readFile(source, 'utf8'));
  const hours = Array.from({ length: 7 }, (_, day_of_week) => ({
    day_of_week,
    start_time: '00:00',
    end_time: '23:30',
  }));
  await writeFile(file, JSON.stringify({ ...profile, hours }));
  return file;
}

/** Rounds of both take turns, so that a busy machine is busy for both; the ratio is the median of the rounds'. */
async function compared(
  name: string,
  limit: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<Row> {
  const rounds: { limit: number; ours: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ limit: await limit(), ours: await ours() });
  return {
    name,
    unit: 'requests/s',
    limit: median(rounds.map((round) => round.limit)),
    ours: median(rounds.map((round) => round.ours)),
    ratio: median(rounds.map((round) => round.ours / round.limit)),
    required: REQUIRED,
  };
}

/** Rows that bookings leave behind in transactions of their own that wait for the disk. */
async function durableRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select (select count(*) from log.events) + (select count(*) from sealing.sealing_keys) as count',
  );
  return Number(rows[0]?.count);
}

export interface HttpDatabases {
  /** Connection strings of two empty databases in one durable server. */
  readonly ours: string;
  readonly limit: string;
  /** A folder for what the server keeps beside its database. */
  readonly folder: string;
}

/** Availability and booking over HTTP at 32 clients, against bare Express routes with the same work for Postgres. */
export async function benchHttp(databases: HttpDatabases): Promise<Row[]> {
  const limit = await startServerProcess(
    { DATABASE_URL: databases.limit, POOL_SIZE: String(POOL_SIZE), NODE_ENV: 'production' },
    beside('http-limit.ts'),
  );
  const ours = await startServerProcess({
    DATABASE_URL: databases.ours,
    DATA_DIR: databases.folder,
    NODE_ENV: 'production',
    SECRET_KEY: 'a secret for the bench, and long enough',
    SALON_PROFILE: await writeProfile(join(databases.folder, 'profile.json')),
    BOOKING_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_PER_MINUTE: '0',
  });
  const [limitLoad, oursLoad] = [startLoad(), startLoad()];
  const counter = new pg.Client({ connectionString: databases.ours });
  await counter.connect();
  try {
    const read = (requests: number) => ({
      limit: () => limitLoad.send({ url: limit.url, path: '/one-query?', kind: 'availability', requests }),
      ours: () =>
        oursLoad.send({
          url: ours.url,
          path: '/api/availability?services=womens-haircut',
          kind: 'availability',
          requests,
        }),
    });
    const book = (requests: number, inserts: number) => ({
      limit: () => limitLoad.send({ url: limit.url, path: `/inserts/${inserts}`, kind: 'booking', requests }),
      ours: () => oursLoad.send({ url: ours.url, path: '/api/bookings', kind: 'booking', requests }),
    });

    const before = await durableRows(counter);
    await book(WARM_UP.bookings, 0).ours();
    const inserts = Math.round(((await durableRows(counter)) - before) / WARM_UP.bookings);
    await book(WARM_UP.bookings, inserts).limit();
    await read(WARM_UP.reads).limit();
    await read(WARM_UP.reads).ours();

    const reads = read(READS_A_ROUND);
    const bookings = book(BOOKINGS_A_ROUND, inserts);
    return [
      await compared(`availability over HTTP, ${CONNECTIONS} clients`, reads.limit, reads.ours),
      await compared(
        `booking over HTTP, ${CONNECTIONS} clients, ${inserts} durable inserts`,
        bookings.limit,
        bookings.ours,
      ),
    ];
  } finally {
    limitLoad.stop();
    oursLoad.stop();
    await counter.end();
    await Promise.all([limit.stop(), ours.stop()]);
  }
}
