import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { breather } from '../../src/eventsourcing/async/breather.ts';
import type { KnownEvent, Position } from '../../src/eventsourcing/event-store.ts';
import { LIVE_SCHEMA, type Projection, type StoredRow, sqlName, type Table } from './projection.ts';
import { CheckpointMoved } from './registry.ts';
import { columnsOf, pastOf } from './stored-tables.ts';

/** The move of one read model's checkpoint by a batch. */
interface CheckpointMove {
  readonly name: string;
  readonly build: string;
  readonly from: Position;
  readonly to: Position;
  /** The last event before that, if it is known. */
  readonly last: KnownEvent | undefined;
  /** Number of events of its streams in between. */
  readonly events: number;
}

/** The rows of one table that a batch changes. */
export interface TableChanges {
  readonly table: Table;
  readonly changed: readonly StoredRow[];
  /** Keys. */
  readonly removed: readonly string[];
  /** The states of a versioned table that have ended, with the positions where each began and ended. */
  readonly ended: readonly StoredRow[];
}

/** Everything that a batch changes of one read model; without tables where only the checkpoint moves. */
export interface ModelChanges {
  readonly projection: Projection;
  readonly move: CheckpointMove;
  readonly tables: readonly TableChanges[];
}

/** Moves the checkpoints that are where their projectors expect them, and returns the names of these read models. */
const MOVE_CHECKPOINTS = `
  update read.models m
  set position = s.target, events = m.events + s.events, last_event = coalesce(s.last, m.last_event), updated_at = now()
  from json_to_recordset($2::json)
    as s(name text, build uuid, source text, target text, events bigint, last jsonb)
  where m.place = $1 and m.name = s.name and m.build = s.build and m.position = s.source
  returning m.name, m.position`;

/** The channel on which every process hears which checkpoints have moved: a JSON object of positions by the read models' names. */
export const CHECKPOINTS_MOVED = 'checkpoints_moved';

/**
 * The commit needn't wait for the disk: a crash loses rows and checkpoint together, and they are projected again from the
 * log.
 */
const ASYNCHRONOUS_COMMIT = "set_config('synchronous_commit', 'off', true)";

/** One write of the statement, and the values of its parameters. */
interface Write {
  sql(firstParameter: number): string;
  readonly values: readonly unknown[];
}

const isMoved = ({ name }: Projection) => `exists (select from moved where name = '${name}')`;

/** @param onConflict what is done where a row is there already */
function insert(
  name: string,
  projection: Projection,
  columns: Table['columns'],
  rows: readonly StoredRow[],
  onConflict = '',
): Write {
  const all = Object.keys(columns).join(', ');
  return {
    sql: (first) => `
      insert into ${name} (${all}) select ${all} from json_populate_recordset(null::${name}, $${first}::json)
      where ${isMoved(projection)} ${onConflict}`,
    values: [JSON.stringify(rows)],
  };
}

function upsert(schema: string, projection: Projection, { table, changed }: TableChanges): Write {
  const { key } = table;
  const columns = columnsOf(table);
  const updates = Object.keys(columns)
    .filter((column) => column !== key)
    .map((column) => `${column} = excluded.${column}`);
  const onConflict = `on conflict (${key}) do update set ${updates.join(', ')}`;
  return insert(sqlName(projection, table, schema), projection, columns, changed, onConflict);
}

function keepEnded(schema: string, projection: Projection, { table, ended }: TableChanges): Write {
  const past = pastOf(table);
  return insert(sqlName(projection, past, schema), projection, past.columns, ended);
}

function remove(schema: string, projection: Projection, { table, removed }: TableChanges): Write {
  const { columns, key } = table;
  return {
    sql: (first) => `
      delete from ${sqlName(projection, table, schema)}
      where ${key} = any($${first}::${columns[key]}[]) and ${isMoved(projection)}`,
    values: [removed],
  };
}

async function writesOf(schema: string, models: readonly ModelChanges[]): Promise<readonly Write[]> {
  const breathe = breather();
  const writes: Write[] = [];
  for (const { projection, tables } of models) {
    for (const changes of tables) {
      if (changes.changed.length > 0) writes.push(upsert(schema, projection, changes));
      if (changes.removed.length > 0) writes.push(remove(schema, projection, changes));
      if (changes.ended.length > 0) writes.push(keepEnded(schema, projection, changes));
      await breathe();
    }
  }
  return writes;
}

/** Only positions of live tables are waited for. */
const notifying = (schema: string): string =>
  schema === LIVE_SCHEMA
    ? `pg_notify('${CHECKPOINTS_MOVED}', coalesce(json_object_agg(name, position)::text, ''))`
    : 'null';

function textOf(schema: string, writes: readonly Write[]): string {
  let next = 3;
  const texts = writes.map(({ sql, values }, index) => {
    const text = `, write_${index} as (${sql(next)})`;
    next += values.length;
    return text;
  });
  return `with moved as (${MOVE_CHECKPOINTS})${texts.join('')}
    select count(*)::int as moved, ${ASYNCHRONOUS_COMMIT}, ${notifying(schema)} from moved`;
}

/** A hash, since Postgres uses only 63 bytes of a prepared statement's name. */
const nameOf = (text: string): string => `read-write-${hash('sha1', text, 'hex')}`;

/**
 * Writes what a batch changes in several read models, rows and checkpoints, in ONE statement. A read model's rows are
 * written only if its checkpoint is where its projector expects it. Every write of rows moves the checkpoint, so an
 * unmoved one proves that the rows are as they were read, without a transaction in between.
 *
 * @throws CheckpointMoved when another projector had moved one
 */
export async function writeChanges(
  pool: Pool,
  schema: string,
  models: readonly ModelChanges[],
): Promise<void> {
  const moves = models.map(({ move: { name, build, from, to, events, last } }) => ({
    name,
    build,
    source: from,
    target: to,
    events,
    last,
  }));
  const writes = await writesOf(schema, models);
  const text = textOf(schema, writes);
  const values = [schema, JSON.stringify(moves), ...writes.flatMap((write) => write.values)];
  const { rows } = await pool.query<{ moved: number }>({ name: nameOf(text), text, values });
  if (rows[0]?.moved !== models.length) throw new CheckpointMoved('another projector moved a checkpoint');
}
