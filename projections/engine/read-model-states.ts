import type { Pool } from 'pg';
import type { Queryable } from '../../src/adapters/postgres/pool.ts';
import { singleFlight } from '../../src/eventsourcing/async/single-flight.ts';
import { LOG_START, type Position } from '../../src/eventsourcing/event-store.ts';
import { LIVE_SCHEMA, type Projection, REBUILD_SCHEMA } from './projection.ts';

/** The state of a read model in the database, whichever process projects, and how far it is behind the log. */
export interface ReadModelState {
  readonly name: string;
  readonly version: number;
  /** `missing` until there are tables of its version; `stopped` at an event that it can't handle. */
  readonly status: 'running' | 'stopped' | 'missing';
  readonly position: Position;
  readonly eventsBehind: number;
  /** Age of the oldest event that isn't in its rows. */
  readonly secondsBehind: number;
  readonly error: string | null;
  readonly stoppedAt: Position | null;
}

interface Registered extends Omit<ReadModelState, 'eventsBehind' | 'secondsBehind'> {
  readonly status: 'running' | 'stopped';
}

async function registeredModels(
  db: Queryable,
  projections: readonly Pick<Projection, 'name' | 'version'>[],
): Promise<readonly Registered[]> {
  const { rows } = await db.query<Registered>({
    name: 'read-models-live',
    text: `select name, version, status, position, error, error_position as "stoppedAt"
      from read.models where place = $1`,
    values: [LIVE_SCHEMA],
  });
  // Other versions have tables that this program doesn't read.
  return rows.filter((row) =>
    projections.some(({ name, version }) => row.name === name && row.version === version),
  );
}

/** Checkpoints of the read models, by name; those without tables of this version are left out. */
export const createCheckpoints =
  (projections: readonly Projection[]) =>
  async (db: Queryable): Promise<ReadonlyMap<string, Position>> =>
    new Map((await registeredModels(db, projections)).map(({ name, position }) => [name, position]));

/**
 * Returns those of some read models that have no tables of their version to read from yet, with how many events of their streams have
 * been read into new tables so far.
 */
export const createUnfilled =
  (pool: Pool, projections: readonly Projection[]) =>
  async (
    names: readonly string[],
  ): Promise<readonly { readonly name: string; readonly events: number }[]> => {
    const asked = projections.filter(({ name }) => names.includes(name));
    const { rows } = await pool.query<{ name: string; events: number }>({
      name: 'read-models-unfilled',
      text: `select asked.name, coalesce(filling.events, 0)::float8 as events
        from unnest($1::text[], $2::integer[]) asked (name, version)
        left join read.models filling on filling.place = $3 and (filling.name, filling.version) = (asked.name, asked.version)
        where not exists (select from read.models live
          where live.place = $4 and (live.name, live.version) = (asked.name, asked.version))
        order by asked.name`,
      values: [
        asked.map(({ name }) => name),
        asked.map(({ version }) => version),
        REBUILD_SCHEMA,
        LIVE_SCHEMA,
      ],
    });
    return rows;
  };

/** How many events each read model, by name, has applied: in its live tables, and in those that are being filled beside them. */
export async function appliedEvents(pool: Pool): Promise<{
  readonly live: ReadonlyMap<string, number>;
  readonly rebuilding: ReadonlyMap<string, number>;
}> {
  const { rows } = await pool.query<{ place: string; name: string; events: number }>({
    name: 'read-models-events',
    text: 'select place, name, events::float8 as events from read.models where place = any($1)',
    values: [[LIVE_SCHEMA, REBUILD_SCHEMA]],
  });
  const of = (place: string) =>
    new Map(rows.filter((row) => row.place === place).map(({ name, events }) => [name, events]));
  return { live: of(LIVE_SCHEMA), rebuilding: of(REBUILD_SCHEMA) };
}

/**
 * Names of the read models that a start should wait for: in a new database all of them; otherwise those with tables of
 * this version, since building the others may take long.
 */
export async function modelsToAwait(
  pool: Pool,
  projections: readonly Projection[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string; version: number }>(
    'select name, version from read.models where place = $1',
    [LIVE_SCHEMA],
  );
  const awaited = projections.filter(
    ({ name, version }) =>
      rows.length === 0 || rows.some((row) => row.name === name && row.version === version),
  );
  return awaited.map(({ name }) => name);
}

/** Reads the states of all read models. Read models at the same position share one read of the lag. */
export function createReadModelStates(
  pool: Pool,
  lagAfter: (position: Position) => Promise<{ readonly events: number; readonly seconds: number }>,
  projections: readonly Projection[],
): () => Promise<readonly ReadModelState[]> {
  return singleFlight(async () => {
    const registered = await registeredModels(pool, projections);
    const models = projections.map(({ name, version }) => ({
      ...{ name, version, status: 'missing' as const, position: LOG_START, error: null, stoppedAt: null },
      ...registered.find((model) => model.name === name),
    }));
    const positions = [...new Set(models.map(({ position }) => position))];
    const lags = new Map(await Promise.all(positions.map(async (at) => [at, await lagAfter(at)] as const)));
    return models.map((model) => {
      const { events = 0, seconds = 0 } = lags.get(model.position) ?? {};
      return { ...model, eventsBehind: events, secondsBehind: seconds };
    });
  });
}
