import pg, { type Pool } from 'pg';
import { migrate, SERVICE_MIGRATIONS } from '../../../../src/adapters/postgres/migrate.ts';
import { createPool } from '../../../../src/adapters/postgres/pool.ts';
import { postgresSealingKeys } from '../../../../src/adapters/postgres/sealing-keys.ts';
import { postgresEventStore } from '../../../../src/adapters/postgres-log/log.ts';
import { deriveKey } from '../../../../src/adapters/secrets/derived-keys.ts';
import type { EventStore } from '../../../../src/eventsourcing/event-store.ts';
import { sealedEventStore } from '../../../../src/eventsourcing/sealing/sealed-event-store.ts';
import type { SealingKeys } from '../../../../src/eventsourcing/sealing/sealing-keys.ts';
import { BOOKING } from '../../../../src/features/booking/appointment/events.ts';
import { appointmentsToCome, days, neverBooked } from '../calendar.ts';
import { cpuOf, cpuOfFamily } from '../cpu.ts';
import type { BenchLog } from '../eventstoredb.ts';
import { writeAppointments, writeDecidedDays } from '../history.ts';
import { inTurns, median, type Round, type Row, rowOf } from '../row.ts';
import type { Load } from './load.ts';
import { bookings, reads, SECRET_KEY, type Side, startLimit, startOurs } from './sides.ts';

/** What the parts that go over HTTP work on: one durable server for all databases. */
export interface HttpStage {
  /** Makes an empty database; answers its connection string. */
  newDatabase(name: string): Promise<string>;
  /** Drops all of them: one that stays is vacuumed beside what is measured next. */
  dropDatabases(): Promise<void>;
  /** The database server's process. */
  readonly postgresPid: number;
  /** A folder for what a service keeps beside its database. */
  readonly folder: string;
}

/** Processor time of one request, in milliseconds. */
interface CpuTime {
  readonly process: number;
  readonly postgres: number;
}

export interface CpuRow {
  readonly name: string;
  readonly limit: CpuTime;
  readonly ours: CpuTime;
}

interface HttpRows {
  readonly rows: readonly Row[];
  readonly cpu: readonly CpuRow[];
}

export interface Measured extends CpuTime {
  readonly perSecond: number;
}

interface Sides {
  readonly limit: Side;
  readonly ours: Side;
}

/** Until what a booking runs is compiled, as in a server that has run for a while. */
const WARM_UP = { clients: 32, requests: 20_000 };
/** Bookings that show how many rows one leaves behind. */
const COUNTED = 64;
const READS = { clients: 32, rounds: 7, aRound: 8_000 };
/** By clients. */
const BOOKINGS = [
  { clients: 1, rounds: 7, aRound: 400, required: 0.45 },
  { clients: 8, rounds: 7, aRound: 690, required: 0.6 },
  { clients: 32, rounds: 7, aRound: 690, required: 0.65 },
];
const SALON = { past: 10_000, toCome: 2_000, rounds: 7, aRound: 550, required: 0.9 };

async function measure(side: Side, load: Omit<Load, 'url'>, postgresPid: number): Promise<Measured> {
  const times = () => ({ process: cpuOf(side.pid), postgres: cpuOfFamily(postgresPid) });
  const before = times();
  const perSecond = await side.send(load);
  const after = times();
  const perRequest = (seconds: number) => (seconds * 1_000) / load.requests;
  return {
    perSecond,
    process: perRequest(after.process - before.process),
    postgres: perRequest(after.postgres - before.postgres),
  };
}

/** Sums up the rounds: the rates, and the processor time beside them. */
export function summary(
  about: Pick<Row, 'name' | 'unit' | 'required'>,
  rounds: readonly Round<Measured>[],
): { row: Row; cpu: CpuRow } {
  const cpuOfSide = (side: keyof Sides): CpuTime => ({
    process: median(rounds.map((round) => round[side].process)),
    postgres: median(rounds.map((round) => round[side].postgres)),
  });
  const rates = rounds.map(({ limit, ours }) => ({ limit: limit.perSecond, ours: ours.perSecond }));
  return {
    row: rowOf(about, rates),
    cpu: { name: about.name, limit: cpuOfSide('limit'), ours: cpuOfSide('ours') },
  };
}

/** Sends each side its load in turns and sums up what was measured. */
async function compared(
  { name, required, rounds }: { name: string; required: number; rounds: number },
  sides: Sides,
  loads: Readonly<Record<keyof Sides, Omit<Load, 'url'>>>,
  { postgresPid }: HttpStage,
) {
  const measured = await inTurns(rounds, {
    limit: () => measure(sides.limit, loads.limit, postgresPid),
    ours: () => measure(sides.ours, loads.ours, postgresPid),
  });
  return summary({ name, unit: 'requests/s', required }, measured);
}

async function withSides<T>(sides: Sides, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await Promise.all([sides.limit.stop(), sides.ours.stop()]);
  }
}

type Loads = Readonly<Record<keyof Sides, Omit<Load, 'url'>>>;

/** The limit is sent as many requests. */
async function warmUp(
  { limit, ours }: Sides,
  loads: Loads,
  requests: number = WARM_UP.requests,
): Promise<void> {
  await ours.send({ ...loads.ours, ...WARM_UP, requests, kind: 'warm-up' });
  await limit.send({ ...loads.limit, ...WARM_UP, requests, kind: 'warm-up' });
}

const collect = (summaries: readonly { row: Row; cpu: CpuRow }[]): HttpRows => ({
  rows: summaries.map(({ row }) => row),
  cpu: summaries.map(({ cpu }) => cpu),
});

/** Rows that requests to book leave behind in transactions of their own that wait for the disk; not what process managers add later. */
async function durableRows(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    `select (select count(*) from log.events where metadata -> 'actor' ->> 'kind' = 'customer')
      + (select count(*) from sealing.sealing_keys where stream like '${BOOKING}-%') as count`,
  );
  await client.end();
  return Number(rows[0]?.count);
}

/** Availability and booking over HTTP, against bare Express routes with the same work for Postgres. */
export async function benchHttp(stage: HttpStage): Promise<HttpRows> {
  const summaries: { row: Row; cpu: CpuRow }[] = [];
  for (const { clients, rounds, aRound, required } of BOOKINGS) {
    const limitDatabase = await stage.newDatabase(`bare_${clients}`);
    const databaseUrl = await stage.newDatabase(`ours_${clients}`);
    const sides = {
      limit: await startLimit({ databaseUrl: limitDatabase }),
      ours: await startOurs({ databaseUrl }, stage.folder),
    };
    await withSides(sides, async () => {
      const before = await durableRows(databaseUrl);
      await sides.ours.send(bookings(WARM_UP.clients, COUNTED, '').ours);
      const inserts = Math.round(((await durableRows(databaseUrl)) - before) / COUNTED);
      const loads = bookings(clients, aRound, `/inserts/${inserts}`);
      await warmUp(sides, loads);
      const each = clients === 1 ? '1 client' : `${clients} clients`;
      const name = `booking over HTTP, ${each}, ${inserts} durable writes`;
      summaries.push(await compared({ name, required, rounds }, sides, loads, stage));
      if (clients !== READS.clients) return;
      const reading = reads(clients, READS.aRound);
      await inTurns(1, {
        limit: () => sides.limit.send(reading.limit),
        ours: () => sides.ours.send(reading.ours),
      });
      const availability = { name: `availability over HTTP, ${each}`, required: 0.75, rounds: READS.rounds };
      summaries.push(await compared(availability, sides, reading, stage));
    });
    await stage.dropDatabases();
  }
  return collect(summaries);
}

/** Writes into a log, and what belongs beside it. */
type Write = (store: EventStore, pool: Pool, keys: SealingKeys) => Promise<void>;

/** Makes the tables of a service, and writes into its log. */
async function writeLog(url: string, write: Write): Promise<void> {
  const pool = createPool({ url, name: 'bench' });
  const store = postgresEventStore({ url, connections: 32 });
  try {
    await store.migrate();
    await migrate(url, SERVICE_MIGRATIONS);
    const keys = postgresSealingKeys(pool, deriveKey(SECRET_KEY, 'sealing-master/v1'));
    await write(sealedEventStore(store, keys), pool, keys);
  } finally {
    await store.close();
    await pool.end();
  }
}

/** A salon that has something beside a new one: both are ours. */
export async function benchBesideNew(
  stage: HttpStage,
  [unlike, name]: readonly [database: string, name: (what: string) => string],
  { rounds, aRound, required }: { rounds: number; aRound: number; required: number },
  write: Write,
  settings: Readonly<Record<string, string>> = {},
): Promise<HttpRows> {
  const [fresh, grown] = [await stage.newDatabase(`new_beside_${unlike}`), await stage.newDatabase(unlike)];
  await writeLog(grown, write);
  const sides = {
    limit: await startOurs({ databaseUrl: fresh, settings }, stage.folder),
    ours: await startOurs({ databaseUrl: grown, settings }, stage.folder),
  };
  return withSides(sides, async () => {
    const { clients } = READS;
    for (const side of [sides.limit, sides.ours]) {
      await side.send({ ...bookings(clients, 0, '').ours, ...WARM_UP, kind: 'warm-up' });
      await side.send(reads(clients, READS.aRound).ours);
    }
    const both = (load: Omit<Load, 'url'>) => ({ limit: load, ours: load });
    return collect([
      await compared(
        { name: name('availability over HTTP'), required, rounds },
        sides,
        both(reads(clients, READS.aRound).ours),
        stage,
      ),
      await compared(
        { name: name('booking over HTTP'), required, rounds },
        sides,
        both(bookings(clients, aRound, '').ours),
        stage,
      ),
    ]);
  });
}

/** A salon with years of appointments behind it, against a new one. */
export function benchSalonSize(stage: HttpStage): Promise<HttpRows> {
  const { past, toCome } = SALON;
  const name = (what: string) =>
    `${what}, ${READS.clients} clients: ${past} past and ${toCome} coming appointments beside none`;
  return benchBesideNew(stage, ['grown', name], SALON, (store) =>
    writeAppointments(store, past, appointmentsToCome(toCome)),
  );
}

const DECIDED_DAYS = { rounds: 9, aRound: 550, required: 0.9 };

/** A salon in which every day has hours of its own and three blocked times, against a new one. */
export function benchDecidedDays(stage: HttpStage): Promise<HttpRows> {
  const name = (what: string) =>
    `${what}, ${READS.clients} clients: own hours and ${neverBooked.length} blocked times on every day beside none`;
  return benchBesideNew(stage, ['decided', name], DECIDED_DAYS, (store) =>
    writeDecidedDays(store, days, neverBooked),
  );
}

/**
 * On EventStoreDB the warm-up is shorter: its times come round again before the slot keeper, which shares the two cores with the
 * log's own process, has released them all.
 */
const ON_EVENTSTOREDB = { warmUp: 4_000, clients: 32, rounds: 7, aRound: 690, required: 0.5, appends: 2 };

/**
 * Booking with the log in EventStoreDB, against a bare route with the same appends through the bare client.
 *
 * @param databaseUrl of the empty database that goes with the log
 */
export async function benchHttpOnLog(
  { url, name }: BenchLog,
  databaseUrl: string,
  stage: HttpStage,
): Promise<HttpRows> {
  const { warmUp: requests, clients, rounds, aRound, required, appends } = ON_EVENTSTOREDB;
  const limitDatabase = await stage.newDatabase('bare_beside_log');
  const sides = {
    limit: await startLimit({ databaseUrl: limitDatabase, eventstoreUrl: url }),
    ours: await startOurs({ databaseUrl, eventstoreUrl: url }, stage.folder),
  };
  return withSides(sides, async () => {
    const loads = bookings(clients, aRound, `/appends/${appends}`);
    await warmUp(sides, loads, requests);
    const booking = { name: `booking over HTTP on ${name}, ${clients} clients`, required, rounds };
    return collect([await compared(booking, sides, loads, stage)]);
  });
}
