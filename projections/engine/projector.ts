import type { Pool } from 'pg';
import { breather } from '../../src/eventsourcing/async/breather.ts';
import type { KnownEvent, Position, RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { upcast } from '../../src/eventsourcing/event-types.ts';
import { ownsStream } from '../../src/eventsourcing/streams/decider.ts';
import {
  type ProjectedEvent,
  type Projection,
  readsStream,
  type StoredRow,
  sqlName,
  streamsOf,
  type Table,
} from './projection.ts';
import type { RegisteredModel } from './registry.ts';
import { SINCE, UNTIL } from './stored-tables.ts';
import { type ModelChanges, type TableChanges, writeChanges } from './write.ts';

/** Opens the sealed personal parts of events; an erased one comes back as `'erased'`. */
type OpenPersonal = (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;

/** Events by the key of the row that they change. */
type EventsByRow = ReadonlyMap<string, readonly ProjectedEvent[]>;

/** The events of a batch that one read model must apply, by table and row. */
interface Work {
  /** Number of events of its streams, whether they change a row or not. */
  readonly events: number;
  readonly rows: ReadonlyMap<Table, EventsByRow>;
}

export interface ProjectorDeps {
  readonly pool: Pool;
  readonly open: OpenPersonal;
}

/** Folds events into the rows of one read model in one schema, a batch at a time. */
export interface Projector {
  readonly projection: Projection;
  /** Its checkpoint when it was last read or moved. */
  readonly checkpoint: { readonly position: Position; readonly events: number };
  /** Those of these events that are in its streams and later than its checkpoint. */
  own(events: readonly RecordedEvent[]): readonly RecordedEvent[];
  /** Its own events among these, opened and sorted by the rows they change. @throws UnknownEvent */
  workIn(events: readonly RecordedEvent[]): Promise<Work>;
  /**
   * Reads the rows that the work changes, and folds the events into them.
   *
   * @param last the last event up to that position, if it is known
   */
  changesOf(work: Work, upTo: Position, last?: KnownEvent): Promise<ModelChanges>;
  /** Folds the work and writes it, in one statement with the checkpoint. @throws CheckpointMoved */
  apply(work: Work, upTo: Position, last?: KnownEvent): Promise<void>;
  /** Call it when the changes are written. */
  written(changes: ModelChanges): void;
}

/** The row after the events; of a versioned table also the states that they ended. */
function fold(
  table: Table,
  old: StoredRow | undefined,
  events: readonly ProjectedEvent[],
): { readonly row: StoredRow | undefined; readonly ended: readonly StoredRow[] } {
  const ended: StoredRow[] = [];
  let row = old;
  for (const event of events) {
    const next = table.evolve(row, event) ?? undefined;
    if (!table.versioned) row = next;
    else if (!isSame(table, row, next)) {
      const { position } = event;
      // Between events at one position nothing can be read.
      if (row && row[SINCE] !== position) ended.push({ ...row, [UNTIL]: position });
      row = next && { ...next, [SINCE]: position };
    }
  }
  return { row, ended };
}

/** Whether the states are alike in every column; lists and objects by their JSON, in which they are stored. */
const isSame = ({ columns }: Table, one: StoredRow | undefined, other: StoredRow | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    Object.keys(columns).every(
      (column) =>
        one[column] === other[column] || JSON.stringify(one[column]) === JSON.stringify(other[column]),
    ));

export function createProjector(
  { pool, open }: ProjectorDeps,
  schema: string,
  projection: Projection,
  registered: RegisteredModel,
): Projector {
  const { name } = projection;
  const streams = streamsOf([projection]).map((name) => ({ streams: name }));
  let { position, events: applied } = registered;

  const own = (events: readonly RecordedEvent[]) =>
    events.filter(
      (event) => event.position > position && streams.some((known) => ownsStream(known, event.stream)),
    );

  async function workIn(events: readonly RecordedEvent[]): Promise<Work> {
    const mine = own(events);
    const rows = new Map<Table, Map<string, ProjectedEvent[]>>();
    const breathe = breather();
    for (const recorded of projection.readsPersonal && mine.length > 0 ? await open(mine) : mine) {
      for (const table of projection.tables) {
        if (!readsStream(table, recorded.stream)) continue;
        const event: ProjectedEvent = upcast(recorded, table.eventTypes);
        const key = table.keyOf(event);
        if (key === null) continue;
        const byKey = rows.get(table) ?? new Map<string, ProjectedEvent[]>();
        rows.set(table, byKey);
        const before = byKey.get(key);
        if (before) before.push(event);
        else byKey.set(key, [event]);
      }
      await breathe();
    }
    return { events: mine.length, rows };
  }

  /** The rows with these keys as they are before the batch. */
  async function rowsBefore(table: Table, byKey: EventsByRow): Promise<ReadonlyMap<string, StoredRow>> {
    const keys = [...byKey].flatMap(([key, [first]]) =>
      table.rowPerEvent || (table.rowPerStream && first?.revision === 0n) ? [] : [key],
    );
    if (keys.length === 0) return new Map();
    const from = sqlName(projection, table, schema);
    const { rows } = await pool.query<{ row: StoredRow }>({
      name: `read-rows ${from}`,
      text: `select row_to_json(t) as row from ${from} t
        where ${table.key} = any($1::${table.columns[table.key]}[])`,
      values: [keys],
    });
    return new Map(rows.map(({ row }) => [String(row[table.key]), row]));
  }

  async function changesOfTable(table: Table, byKey: EventsByRow): Promise<TableChanges> {
    const before = await rowsBefore(table, byKey);
    const breathe = breather();
    const changed: StoredRow[] = [];
    const removed: string[] = [];
    const ended: StoredRow[] = [];
    for (const [key, events] of byKey) {
      const old = before.get(key);
      const { row, ended: endedOfRow } = fold(table, old, events);
      ended.push(...endedOfRow);
      if (row && row !== old) changed.push(row);
      if (!row && old) removed.push(key);
      await breathe();
    }
    return { table, changed, removed, ended };
  }

  const isChanged = ({ changed, removed, ended }: TableChanges) =>
    changed.length + removed.length + ended.length > 0;

  const projector: Projector = {
    projection,
    get checkpoint() {
      return { position, events: applied };
    },
    own,
    workIn,
    async changesOf({ events, rows }, upTo, last) {
      const move = { name, build: registered.build, from: position, to: upTo, last, events };
      const tables = await Promise.all([...rows].map(([table, byKey]) => changesOfTable(table, byKey)));
      return { projection, move, tables: tables.filter(isChanged) };
    },
    written({ move }) {
      position = move.to;
      applied += move.events;
    },
    apply: (work, upTo, last) => applyTogether(pool, schema, [{ projector, work }], upTo, last),
  };
  return projector;
}

/** One read model's part in a batch. */
export interface Share {
  readonly projector: Projector;
  readonly work: Work;
}

/**
 * Applies a batch to several read models in one statement, and moves their checkpoints: all of it or nothing.
 *
 * @param schema of all their tables
 * @throws CheckpointMoved
 */
export async function applyTogether(
  pool: Pool,
  schema: string,
  shares: readonly Share[],
  upTo: Position,
  last?: KnownEvent,
): Promise<void> {
  if (shares.length === 0) return;
  const all = await Promise.all(
    shares.map(async ({ projector, work }) => ({
      projector,
      changes: await projector.changesOf(work, upTo, last),
    })),
  );
  await writeChanges(
    pool,
    schema,
    all.map(({ changes }) => changes),
  );
  for (const { projector, changes } of all) projector.written(changes);
}
