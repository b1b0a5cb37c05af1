import type { Pool, PoolClient } from 'pg';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { LOG_START, type Position } from '../../src/eventsourcing/event-store.ts';
import { type Place, type Projection, sqlName } from './projection.ts';

/** What `read.models` knows of a read model in a place. */
export interface RegisteredModel {
  readonly version: number;
  /** Made anew whenever its tables are, so that a projector of older tables notices. */
  readonly build: string;
  /** Everything at or before it is in the rows. */
  readonly position: Position;
  /** How many events of its categories it has been through. */
  readonly events: number;
  /** `stopped` at an event that it can't handle. */
  readonly status: 'running' | 'stopped';
}

/** Another projector has moved the checkpoint: this one must not write any more. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/** Numbers of this service's advisory locks, so that two uses never share one. */
export const ADVISORY_LOCKS = { registry: 7_204_001, projector: 7_204_002, rebuild: 7_204_003 } as const;

/**
 * Creates the tables of a read model in a place, and its checkpoint at the start of the log, where missing.
 * Answers what is registered then, which may be another version.
 */
export async function createTables(
  pool: Pool,
  place: Place,
  projection: Projection,
): Promise<RegisteredModel> {
  await withTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.registry]);
    await client.query(`create schema if not exists ${place}`);
    for (const table of projection.tables) {
      const columns = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`);
      const name = sqlName(projection, table, place);
      await client.query(
        `create table if not exists ${name} (${columns.join(', ')}, primary key (${table.key}))`,
      );
      for (const [index, list] of (table.indexes ?? []).entries()) {
        const indexName = `${table.name}_v${projection.version}_${index + 1}`;
        await client.query(`create index if not exists ${indexName} on ${name} (${list})`);
      }
    }
    await client.query(
      `insert into read.models (place, name, version, position) values ($1, $2, $3, $4)
       on conflict (place, name) do nothing`,
      [place, projection.name, projection.version, LOG_START],
    );
  });
  const registered = await registeredModel(pool, place, projection.name);
  if (!registered) throw new CheckpointMoved(`the checkpoint of ${projection.name} was removed`);
  return registered;
}

/** Removes the tables of one version of a read model from a place, and its checkpoint. */
export async function dropTables(client: PoolClient, place: Place, projection: Projection): Promise<void> {
  for (const table of projection.tables)
    await client.query(`drop table if exists ${sqlName(projection, table, place)}`);
  await client.query('delete from read.models where place = $1 and name = $2', [place, projection.name]);
}

/** What the registry knows of a read model; undefined when it was never made there. */
export async function registeredModel(
  client: Pool | PoolClient,
  place: Place,
  name: string,
): Promise<RegisteredModel | undefined> {
  const { rows } = await client.query<RegisteredModel>(
    `select version, build, position, events::float8 as events, status from read.models
     where place = $1 and name = $2`,
    [place, name],
  );
  return rows[0];
}

/** One read model's step: from the checkpoint it knows to the next. */
export interface Step {
  readonly name: string;
  readonly build: string;
  readonly from: Position;
  readonly to: Position;
  /** Events of its categories in between. */
  readonly events: number;
}

/**
 * SQL that moves checkpoints by compare-and-set, as many as it finds where their projectors believe them to be.
 * `$1` is the place, `$2` what `stepsJson` makes.
 */
export const MOVE_CHECKPOINTS = `
  update read.models m
  set position = s.target, events = m.events + s.events, updated_at = now()
  from json_to_recordset($2::json) as s(name text, build uuid, source text, target text, events bigint)
  where m.place = $1 and m.name = s.name and m.build = s.build and m.position = s.source
  returning 1`;

export const stepsJson = (steps: readonly Step[]): string =>
  JSON.stringify(
    steps.map(({ name, build, from, to, events }) => ({ name, build, source: from, target: to, events })),
  );

/**
 * Set within the one statement of a commit: rows and checkpoint are lost together or not at all, and are then
 * projected again from the log, so that commit needn't wait for the disk.
 */
export const WITHOUT_WAITING = "set_config('synchronous_commit', 'off', true)";

/** Notes that a read model stopped, or runs again. */
export async function noteStatus(
  pool: Pool,
  place: Place,
  name: string,
  stop: { readonly error: string; readonly at: Position } | null,
): Promise<void> {
  await pool.query(
    `update read.models set status = $3, error = $4, error_position = $5, updated_at = now()
     where place = $1 and name = $2`,
    [place, name, stop ? 'stopped' : 'running', stop?.error ?? null, stop?.at ?? null],
  );
}
