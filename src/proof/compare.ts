import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { LIVE_SCHEMA, type Projection, sqlName, verifySchema } from '../../projections/engine/projection.ts';
import { type FillDeps, fill } from '../../projections/engine/rebuild/fill.ts';
import { whileFilling } from '../../projections/engine/rebuild/filling-lock.ts';
import { type RegisteredModel, registeredModel } from '../../projections/engine/registry.ts';
import {
  pastOf,
  SINCE,
  type StoredTable,
  storedTables,
  tableAt,
  UNTIL,
} from '../../projections/engine/stored-tables.ts';
import { withTransaction } from '../adapters/postgres/pool.ts';
import { LOG_START, type Position } from '../eventsourcing/event-store.ts';

export interface CompareDeps extends FillDeps {
  readonly projections: readonly Projection[];
  /** A shredding after this is recent. */
  shreddedSince(): Date;
  /** Called before each read model is compared, with how many have been. */
  onModel?(name: string, done: number): void;
}

/** A read model beside its rebuild at the same position. */
export interface Comparison {
  readonly name: string;
  readonly position: Position;
  readonly rows: number;
  /** The number of earlier positions at which its versioned tables were compared as well. */
  readonly earlier: number;
  /** One line each: what differs, by table and key. */
  readonly differences: readonly string[];
}

/** The most differences that are listed; further ones are only counted. */
const DIFFERENCES_SHOWN = 20;

/** The number of positions before that of the live tables at which versioned ones are compared. */
const EARLIER_POSITIONS = 3;

/**
 * A live row may be copied before the deletion of its booking is projected, and rebuilt after its key was shredded: then
 * the rebuilt row lacks the personal data. Such a row doesn't count as a difference while the shredding is this recent.
 */
const SHREDDED_RECENTLY = `
  a.key is not null and b.key is not null and exists (
    select from sealing.sealing_keys
    where stream = $1 || a.key and shredded_at > $2)`;

const copyOf = (schema: string, { name }: Pick<StoredTable, 'name'>) => `${schema}.live_${name}`;

/** Copies the live rows of all read models as of one moment, each with the checkpoint that belongs to them. */
async function copyLive(pool: Pool, schema: string, projections: readonly Projection[]) {
  const registered = new Map<Projection, RegisteredModel>();
  await withTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read');
    await client.query(`create schema ${schema}`);
    for (const projection of projections) {
      const model = await registeredModel(client, LIVE_SCHEMA, projection.name);
      if (model?.version !== projection.version) continue;
      registered.set(projection, model);
      for (const table of storedTables(projection)) {
        await client.query(`create table ${copyOf(schema, table)} as table ${sqlName(projection, table)}`);
      }
    }
  });
  return registered;
}

/** A row that differs, by its key, with how many there are. */
interface Differing {
  readonly key: string;
  readonly total: string;
}

/** One line each. @param when such as ` at a position` */
function differing(rows: readonly Differing[], { name }: Pick<StoredTable, 'name'>, when: string): string[] {
  const lines = rows.map(({ key }) => `${name} ${key}${when} differs from its rebuild`);
  const more = Number(rows[0]?.total ?? 0) - rows.length;
  return more > 0 ? [...lines, `${name}: ${more} more rows differ${when}`] : lines;
}

const versionedOf = ({ tables }: Projection) => tables.filter((table) => table.versioned);

/** Random positions, up to one, at which rows of versioned tables changed or ended. */
async function somePositions(
  { pool }: CompareDeps,
  schema: string,
  projection: Projection,
  upTo: Position,
): Promise<readonly Position[]> {
  const states = versionedOf(projection).flatMap((table) => {
    const past = copyOf(schema, pastOf(table));
    return [
      `select ${SINCE} as position from ${copyOf(schema, table)}`,
      `select ${SINCE} from ${past}`,
      `select ${UNTIL} from ${past}`,
    ];
  });
  if (states.length === 0) return [];
  const { rows } = await pool.query<{ position: Position }>(
    `select position from (select position from (${states.join(' union ')}) states
       where position <= $2 order by random() limit $1) picked
     order by position`,
    [EARLIER_POSITIONS, upTo],
  );
  return rows.map(({ position }) => position);
}

/** Compares versioned tables as they stood at a position with their rebuild up to there. */
async function compareAt(
  { pool }: CompareDeps,
  schema: string,
  projection: Projection,
  position: Position,
): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const table of versionedOf(projection)) {
    const rowsOf = (from: string) => `select ${table.key}::text as key, to_jsonb(t) as row from ${from} t`;
    const live = tableAt(projection, table, '$1', 'true', (stored) => copyOf(schema, stored));
    const rebuilt = `(select ${Object.keys(table.columns).join(', ')} from ${sqlName(projection, table, schema)})`;
    const { rows } = await pool.query<Differing>(
      `select coalesce(a.key, b.key) as key, count(*) over () as total
       from (${rowsOf(live)}) a full join (${rowsOf(rebuilt)}) b on a.key = b.key
       where a.row is distinct from b.row limit ${DIFFERENCES_SHOWN}`,
      [position],
    );
    differences.push(...differing(rows, table, ` at ${position}`));
  }
  return differences;
}

async function compare(
  deps: CompareDeps,
  schema: string,
  projection: Projection,
  live: RegisteredModel,
): Promise<Comparison> {
  const { name } = projection;
  const { position } = live;
  const differences: string[] = [];
  let rows = 0;
  const stops = await somePositions(deps, schema, projection, position);
  const rebuilt = await fill(deps, schema, projection, {
    signal: new AbortController().signal,
    upTo: position,
    stops,
    onStop: async (stop) => differences.push(...(await compareAt(deps, schema, projection, stop))),
  });
  if (rebuilt.checkpoint.events !== live.events) {
    differences.push(`went through ${live.events} events, the log has ${rebuilt.checkpoint.events}`);
  }
  for (const table of storedTables(projection)) {
    const { primaryKey, streams } = table;
    const key = primaryKey.map((column) => `${column}::text`).join(" || ' since ' || ");
    const result = await deps.pool.query<Differing>(
      `select coalesce(a.key, b.key) as key, count(*) over () as total
       from (select ${key} as key, to_jsonb(t) as row from ${copyOf(schema, table)} t) a
       full join (select ${key} as key, to_jsonb(t) as row from ${sqlName(projection, table, schema)} t) b
         on a.key = b.key
       where a.row is distinct from b.row and not (${SHREDDED_RECENTLY}) limit ${DIFFERENCES_SHOWN}`,
      // A table that reads several kinds of streams has no personal data, so a recent shredding can't explain a difference.
      [typeof streams === 'string' ? streams : null, deps.shreddedSince()],
    );
    differences.push(...differing(result.rows, table, ''));
    const count = await deps.pool.query(`select from ${copyOf(schema, table)}`);
    rows += count.rowCount ?? 0;
  }
  return { name, position, rows, earlier: stops.length, differences };
}

/** Compares each read model with a rebuild, in a schema that is removed afterwards. */
export async function compareAll(deps: CompareDeps): Promise<readonly Comparison[]> {
  const { pool, projections } = deps;
  const schema = verifySchema(randomUUID().slice(0, 8));
  const readModels: Comparison[] = [];
  await whileFilling(pool, async () => {
    try {
      const live = await copyLive(pool, schema, projections);
      for (const projection of projections) {
        const { name } = projection;
        deps.onModel?.(name, readModels.length);
        const model = live.get(projection);
        if (model) readModels.push(await compare(deps, schema, projection, model));
        else
          readModels.push({
            name,
            position: LOG_START,
            rows: 0,
            earlier: 0,
            differences: ['was never built'],
          });
      }
    } finally {
      await pool.query(`drop schema if exists ${schema} cascade`);
      await pool.query('delete from read.models where place = $1', [schema]);
    }
  });
  return readModels;
}
