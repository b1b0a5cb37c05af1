import { allProjections } from '../../../../projections/all.ts';
import { appointments } from '../../../../projections/appointments/projection.ts';
import type { Projection } from '../../../../projections/engine/projection.ts';
import { rebuild } from '../../../../projections/engine/rebuild/rebuild.ts';
import { SINCE } from '../../../../projections/engine/stored-tables.ts';
import { startProjections } from '../../../../projections/engine/supervisor.ts';
import { migrate, SERVICE_MIGRATIONS } from '../../../../src/adapters/postgres/migrate.ts';
import { createPool } from '../../../../src/adapters/postgres/pool.ts';
import { postgresEventStore } from '../../../../src/adapters/postgres-log/log.ts';
import { memoryEventStore } from '../../../support/log/memory-event-store.ts';
import { startTwilioDouble } from '../../../support/messages/twilio-double.ts';
import { followedPositions } from '../../../support/read-models/followed-positions.ts';
import { caughtUp } from '../admin/admin.ts';
import { type SalonSize, writeSalon } from '../admin/salon.ts';
import { cpuOfFamily } from '../cpu.ts';
import { bookingEvents, openingEvents, writeHistory } from '../history.ts';
import type { HttpStage } from '../http/http.ts';
import { inTurns, type Row, rowOf } from '../row.ts';
import { steadily } from '../steadily.ts';
import { startTextingSide } from '../texting-side.ts';
import { bareRead } from './rebuild.ts';

const ROUNDS = 9;
/** A round of live projecting. */
const BOOKINGS = 300;
const EVENTS = 100_000;
/** Nothing is booked yet in the days that visitors book. */
const SALON: SalonSize = { appointments: 50_000, customers: 10_000, daysAhead: 0 };
const FILLING_ROUNDS = 5;
const BOOKINGS_PER_SECOND = 50;
const WARM_UP_SECONDS = 5;

/** A read model as it would be without its earlier states. */
function unversioned(projection: Projection): Projection {
  const tables = projection.tables.map(({ versioned: _, indexes = [], ...table }) => ({
    ...table,
    indexes: indexes.map((columns) => columns.replace(`, ${SINCE})`, ')')),
  }));
  return { ...projection, tables };
}

const opened = async <Events>(events: Events) => events;
const quiet = { error: console.error, warn: console.warn, info: () => {} };
const codes = { shortCodeOf: (id: string) => id.slice(0, 12), shortCodeHash: (code: string) => code };

/** Projects one booking after the other. */
async function startLive(
  { newDatabase, postgresPid }: HttpStage,
  name: string,
  projections: readonly Projection[],
) {
  const url = await newDatabase(name);
  await migrate(url, SERVICE_MIGRATIONS);
  const pool = createPool({ url, name: 'bench', statementTimeoutMs: 0 });
  const store = memoryEventStore();
  const stop = new AbortController();
  const positions = await followedPositions(pool, projections, stop.signal);
  const side = await startProjections({ store, pool, open: opened, projections, logger: quiet }, stop.signal);
  for (const [stream, events] of openingEvents()) await store.append(stream, 'any', events);
  let number = 0;
  return {
    /** Processor time of this process and Postgres for one booking, in milliseconds. */
    async cost(): Promise<number> {
      const before = process.cpuUsage();
      const postgres = cpuOfFamily(postgresPid);
      for (let booking = 0; booking < BOOKINGS; booking += 1) {
        let position = '';
        for (const [stream, events] of bookingEvents(number)) {
          ({ position } = await store.append(stream, 'any', events));
        }
        number += 1;
        const reached = await Promise.all(
          projections.map((model) => positions.reached(model.name, position)),
        );
        if (reached.some((at) => at < position)) throw new Error('a booking was not projected');
      }
      const { user, system } = process.cpuUsage(before);
      return ((user + system) / 1_000 + (cpuOfFamily(postgresPid) - postgres) * 1_000) / BOOKINGS;
    },
    async stop() {
      stop.abort();
      await side.ended;
      await pool.end();
    },
  };
}

/** Live projecting with the earlier states of rows, beside the same without. */
async function live(stage: HttpStage): Promise<Row> {
  const projections = allProjections(codes);
  const without = await startLive(stage, 'live_without', projections.map(unversioned));
  const ours = await startLive(stage, 'live_with', projections);
  try {
    await without.cost();
    await ours.cost();
    const rounds = await inTurns(ROUNDS, { limit: without.cost, ours: ours.cost });
    return rowOf(
      {
        name: 'live projecting of a booking, processor time, beside none of its earlier states',
        unit: 'ms',
        required: 1.15,
      },
      rounds,
    );
  } finally {
    await Promise.all([without.stop(), ours.stop()]);
  }
}

/** A rebuild of appointments with their earlier states, beside the same without. */
async function rebuilds({ newDatabase }: HttpStage): Promise<Row> {
  const [withUrl, withoutUrl] = [await newDatabase('rebuild_with'), await newDatabase('rebuild_without')];
  const sides = await Promise.all(
    (
      [
        [withUrl, appointments],
        [withoutUrl, unversioned(appointments)],
      ] as const
    ).map(async ([url, projection]) => {
      const pool = createPool({ url, name: 'bench', statementTimeoutMs: 0 });
      const store = postgresEventStore({ url, connections: 32 });
      await store.migrate();
      await migrate(url, SERVICE_MIGRATIONS);
      await writeHistory(store, EVENTS);
      await pool.query('vacuum analyze');
      const deps = { store, pool, open: opened };
      return {
        rate: async () => {
          const { events, seconds } = await rebuild(deps, projection);
          return events / seconds;
        },
        stop: async () => {
          await store.close();
          await pool.end();
        },
      };
    }),
  );
  const [ours, limit] = sides;
  if (!ours || !limit) throw new Error('there are two sides');
  try {
    await ours.rate();
    await limit.rate();
    const rounds = await inTurns(ROUNDS, { limit: limit.rate, ours: ours.rate });
    return rowOf(
      {
        name: 'rebuild of appointments, beside none of their earlier states',
        unit: 'events/s',
        required: 0.6,
      },
      rounds,
    );
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
}

/** A rebuild of appointments while visitors book, of whom none is refused, beside reading the log meanwhile. */
async function fillingBesideBookings(stage: HttpStage): Promise<Row> {
  const provider = await startTwilioDouble();
  const newDatabase = async (name: string) => {
    const databaseUrl = await stage.newDatabase(name);
    await writeSalon(databaseUrl, SALON);
    return databaseUrl;
  };
  const later = { MESSAGE_WINDOW_SECONDS: '3600' };
  const side = await startTextingSide({ ...stage, newDatabase }, 'filling', provider.url, later);
  const url = side.databaseUrl;
  const pool = createPool({ url, name: 'bench', statementTimeoutMs: 0 });
  const store = postgresEventStore({ url, connections: 4 });
  try {
    await caughtUp(side.url, pool);
    await steadily(BOOKINGS_PER_SECOND, WARM_UP_SECONDS, side.book);
    const { rows } = await pool.query<{ count: string }>('select count(*) from log.events');
    const total = Number(rows[0]?.count);
    const besideBookings = async (work: () => Promise<number>): Promise<number> => {
      const stop = new AbortController();
      const booking = steadily(BOOKINGS_PER_SECOND, Number.POSITIVE_INFINITY, side.book, stop.signal);
      try {
        return await work();
      } finally {
        stop.abort();
        await booking;
      }
    };
    const rounds = await inTurns(FILLING_ROUNDS, {
      limit: () => besideBookings(() => bareRead(pool)),
      ours: () =>
        besideBookings(
          async () => total / (await rebuild({ store, pool, open: opened }, appointments)).seconds,
        ),
    });
    const name = `rebuild of appointments, ${total} events, beside ${BOOKINGS_PER_SECOND} bookings/s`;
    return rowOf({ name, unit: 'events/s', required: 0.3 }, rounds);
  } finally {
    await store.close();
    await pool.end();
    await side.stop();
    await provider.stop();
  }
}

/** What the earlier states of rows cost. */
export async function benchVersions(stage: HttpStage): Promise<Row[]> {
  return [await live(stage), await rebuilds(stage), await fillingBesideBookings(stage)];
}
