import type { Pool, PoolClient } from 'pg';
import { withTransaction } from '../src/adapters/postgres.ts';
import type { Position, RecordedEvent } from '../src/eventsourcing/event-store.ts';
import { upcast } from '../src/eventsourcing/event-types.ts';
import {
  categoriesOf,
  categoryOf,
  type Place,
  type ProjectedEvent,
  type Projection,
  type StoredRow,
  sqlName,
  type Table,
} from './projection.ts';
import { moveCheckpoints, type RegisteredModel } from './registry.ts';

/** Opens the sealed personal parts of events; an erased one comes back as `'erased'`. */
export type OpenPersonal = (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;

/** The events of a batch that one read model has to apply, by table and row. */
export interface Work {
  /** Events of its categories, touching rows or not. */
  readonly events: number;
  readonly rows: ReadonlyMap<Table, ReadonlyMap<string, readonly ProjectedEvent[]>>;
}

export interface ProjectorDeps {
  readonly pool: Pool;
  readonly open: OpenPersonal;
}

/** Keeps the tables of one read model in one place. */
export interface Projector {
  readonly projection: Projection;
  /** Where its checkpoint was when last read or moved. */
  readonly checkpoint: { readonly position: Position; readonly events: number };
  /** The events among these that are of its categories and after its checkpoint. */
  own(events: readonly RecordedEvent[]): readonly RecordedEvent[];
  /** What its own events among these mean to it. @throws UnknownEvent */
  workIn(events: readonly RecordedEvent[]): Promise<Work>;
  /** Applies the work and moves the checkpoint, both or neither. @throws CheckpointMoved */
  apply(work: Work, upTo: Position): Promise<void>;
  /** Notes that a checkpoint was moved by `moveMarks`. */
  movedTo(upTo: Position, events: number): void;
}

/**
 * Rows and checkpoint are lost together or not at all, and are then projected again from the log, so a commit
 * needn't wait for the disk.
 */
export const inReadModelTransaction = (pool: Pool, work: (client: PoolClient) => Promise<void>) =>
  withTransaction(pool, async (client) => {
    await client.query('set local synchronous_commit = off');
    await work(client);
  });

export function createProjector(
  { pool, open }: ProjectorDeps,
  place: Place,
  projection: Projection,
  registered: RegisteredModel,
): Projector {
  const categories = new Set(categoriesOf(projection));
  const statements = new Map(
    projection.tables.map((table) => [table, tableStatements(sqlName(projection, table, place), table)]),
  );
  let checkpoint: Projector['checkpoint'] = registered;

  const own = (events: readonly RecordedEvent[]) =>
    events.filter(
      ({ position, stream }) => position > checkpoint.position && categories.has(categoryOf(stream)),
    );

  async function workIn(events: readonly RecordedEvent[]): Promise<Work> {
    const mine = own(events);
    const rows = new Map<Table, Map<string, ProjectedEvent[]>>();
    for (const recorded of projection.readsPersonal && mine.length > 0 ? await open(mine) : mine) {
      const category = categoryOf(recorded.stream);
      for (const table of projection.tables) {
        if (table.category !== category) continue;
        const event: ProjectedEvent = upcast(recorded, table.eventTypes);
        const key = table.keyOf(event);
        if (key === null) continue;
        const byKey = rows.get(table) ?? new Map<string, ProjectedEvent[]>();
        rows.set(table, byKey);
        const before = byKey.get(key);
        if (before) before.push(event);
        else byKey.set(key, [event]);
      }
    }
    return { events: mine.length, rows };
  }

  async function project(client: PoolClient, table: Table, byKey: ReadonlyMap<string, ProjectedEvent[]>) {
    const sql = statements.get(table);
    if (!sql) throw new Error(`${table.name} is not a table of ${projection.name}`);
    const loaded = await client.query<{ row: StoredRow }>({ ...sql.load, values: [[...byKey.keys()]] });
    const stored = new Map(loaded.rows.map(({ row }) => [String(row[table.key]), row]));
    const changed: StoredRow[] = [];
    const gone: string[] = [];
    for (const [key, events] of byKey) {
      const before = stored.get(key);
      let row = before;
      for (const event of events) row = table.evolve(row, event) ?? undefined;
      if (row && row !== before) changed.push(row);
      else if (!row && before) gone.push(key);
    }
    if (changed.length > 0) await client.query({ ...sql.upsert, values: [JSON.stringify(changed)] });
    if (gone.length > 0) await client.query({ ...sql.remove, values: [gone] });
  }

  return {
    projection,
    get checkpoint() {
      return checkpoint;
    },
    own,
    workIn,
    async apply(work, upTo) {
      const { name, version } = projection;
      const step = { name, version, from: checkpoint.position, to: upTo, events: work.events };
      await inReadModelTransaction(pool, async (client) => {
        // First, so that of two projectors one waits here and then finds out, before either has written.
        await moveCheckpoints(client, place, [step]);
        for (const [table, byKey] of work.rows) {
          await project(client, table, byKey as ReadonlyMap<string, ProjectedEvent[]>);
        }
      });
      checkpoint = { position: upTo, events: checkpoint.events + work.events };
    },
    movedTo(upTo, events) {
      checkpoint = { position: upTo, events: checkpoint.events + events };
    },
  };
}

/** Moves the checkpoints of read models that have nothing to write, all in one statement. */
export async function moveMarks(
  pool: Pool,
  place: Place,
  marks: readonly { readonly projector: Projector; readonly events: number }[],
  upTo: Position,
): Promise<void> {
  const behind = marks.filter(({ projector }) => projector.checkpoint.position < upTo);
  if (behind.length === 0) return;
  const steps = behind.map(({ projector: { projection, checkpoint }, events }) => ({
    name: projection.name,
    version: projection.version,
    from: checkpoint.position,
    to: upTo,
    events,
  }));
  await inReadModelTransaction(pool, (client) => moveCheckpoints(client, place, steps));
  for (const { projector, events } of behind) projector.movedTo(upTo, events);
}

function tableStatements(name: string, { columns, key }: Table) {
  const all = Object.keys(columns);
  const rest = all.filter((column) => column !== key);
  const updates = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  const onConflict = updates ? `do update set ${updates}` : 'do nothing';
  return {
    load: {
      name: `load ${name}`,
      text: `select to_jsonb(t) as row from ${name} t where ${key} = any($1::${columns[key]}[])`,
    },
    upsert: {
      name: `upsert ${name}`,
      text: `insert into ${name} (${all.join(', ')})
        select ${all.join(', ')} from jsonb_populate_recordset(null::${name}, $1::jsonb)
        on conflict (${key}) ${onConflict}`,
    },
    remove: { name: `remove ${name}`, text: `delete from ${name} where ${key} = any($1::${columns[key]}[])` },
  };
}
