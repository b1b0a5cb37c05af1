import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startServerProcess } from '../support/server-process.ts';
import type { Row } from './append.ts';
import type { BenchLog } from './eventstoredb.ts';
import type { Load, LoadResult } from './http-load.ts';

const CONNECTIONS = 32;
/** As many as the service opens for its requests. */
const POOL_SIZE = 20;
const READS = { warmUp: 4_000, rounds: 7, aRound: 4_000 };
/** Together nearly what the calendar holds. */
const BOOKINGS = { warmUp: 1_600, rounds: 7, aRound: 950 };
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
  const source = join(import.meta.dirname, '../../src/adapters/salon-profile/default.json');
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
  count: number,
  { limit, ours }: { limit(): Promise<number>; ours(): Promise<number> },
): Promise<Row> {
  const rounds: { limit: number; ours: number }[] = [];
  for (let round = 0; round < count; round += 1) rounds.push({ limit: await limit(), ours: await ours() });
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

/** The same in every process that measures or is measured, so that one opens what another sealed. */
export const SECRET_KEY = 'a secret for the bench, and long enough';

/** Our service beside bare Express routes, and what sends to both: how often a second they answer so many requests. */
async function startBoth(databases: HttpDatabases, settings: Readonly<Record<string, string>> = {}) {
  const limit = await startServerProcess(
    { DATABASE_URL: databases.limit, POOL_SIZE: String(POOL_SIZE), NODE_ENV: 'production' },
    beside('http-limit.ts'),
  );
  const ours = await startServerProcess({
    DATABASE_URL: databases.ours,
    DATA_DIR: databases.folder,
    NODE_ENV: 'production',
    SECRET_KEY,
    SALON_PROFILE: await writeProfile(join(databases.folder, 'profile.json')),
    BOOKING_LIMIT_PER_HOUR: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    ...settings,
  });
  const [limitLoad, oursLoad] = [startLoad(), startLoad()];
  return {
    read: (requests: number) => ({
      limit: () => limitLoad.send({ url: limit.url, path: '/one-query?', kind: 'availability', requests }),
      ours: () =>
        oursLoad.send({
          url: ours.url,
          path: '/api/availability?services=womens-haircut',
          kind: 'availability',
          requests,
        }),
    }),
    book: (requests: number, inserts: number) => ({
      limit: () => limitLoad.send({ url: limit.url, path: `/inserts/${inserts}`, kind: 'booking', requests }),
      ours: () => oursLoad.send({ url: ours.url, path: '/api/bookings', kind: 'booking', requests }),
    }),
    async stop() {
      limitLoad.stop();
      oursLoad.stop();
      await Promise.all([limit.stop(), ours.stop()]);
    },
  };
}

/** Availability and booking over HTTP at 32 clients, against bare Express routes with the same work for Postgres. */
export async function benchHttp(databases: HttpDatabases): Promise<Row[]> {
  const { read, book, stop } = await startBoth(databases);
  const counter = new pg.Client({ connectionString: databases.ours });
  await counter.connect();
  try {
    const before = await durableRows(counter);
    await book(BOOKINGS.warmUp, 0).ours();
    const inserts = Math.round(((await durableRows(counter)) - before) / BOOKINGS.warmUp);
    await book(BOOKINGS.warmUp, inserts).limit();
    await read(READS.warmUp).limit();
    await read(READS.warmUp).ours();
    return [
      await compared(`availability over HTTP, ${CONNECTIONS} clients`, READS.rounds, read(READS.aRound)),
      await compared(
        `booking over HTTP, ${CONNECTIONS} clients, ${inserts} durable inserts`,
        BOOKINGS.rounds,
        book(BOOKINGS.aRound, inserts),
      ),
    ];
  } finally {
    await counter.end();
    await stop();
  }
}

/** With the log in Postgres: the slot, the booking, and the key that seals its personal part. */
const INSERTS_OF_A_BOOKING = 3;

/** Booking with the log in EventStoreDB, against the bare route that does in Postgres what a booking does there. */
export async function benchHttpOnLog({ url, name }: BenchLog, databases: HttpDatabases): Promise<Row[]> {
  const { book, stop } = await startBoth(databases, { EVENTSTORE_URL: url });
  try {
    const warmUp = book(BOOKINGS.warmUp, INSERTS_OF_A_BOOKING);
    await warmUp.ours();
    await warmUp.limit();
    const row = await compared(
      `booking over HTTP on ${name}, ${CONNECTIONS} clients`,
      BOOKINGS.rounds,
      book(BOOKINGS.aRound, INSERTS_OF_A_BOOKING),
    );
    return [{ ...row, required: 0 }];
  } finally {
    await stop();
  }
}
