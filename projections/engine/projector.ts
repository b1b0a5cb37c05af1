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
import { createRowCache, type RowCache } from './row-cache.ts';
import { SINCE, UNTIL } from './stored-tables.ts';
import { type ModelChanges, type TableChanges, writeChanges } from './write.ts';

/** Opens the sealed personal parts of events; an erased one comes back as `'erased'`. */
type OpenPersonal = (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;

/** Events by the key of the row that they change. */
type EventsByRow = ReadonlyMap<string, readonly ProjectedEvent[]>;

/** The events of a batch that one read model must apply, by table and row. */
export interface Work {
  /** Number of events of its streams, whether they change a row or not. */
  readonly events: number;
  readonly rows: ReadonlyMap<Table, EventsByRow>;
}

/** Changes that are ready to be written, and the rows as they will be. */
export interface PreparedChanges extends ModelChanges {
  readonly rows: ReadonlyMap<Table, ReadonlyMap<string, StoredRow | undefined>>;
}

export interface ProjectorDeps {
  readonly pool: Pool;
  readonly open: OpenPersonal;
}

/**
 * Folds events into the rows of one read model in one schema. The next batch may be prepared while one is being
 * written; after a write that failed, `reset` goes back to what is known to be written.
 */
export interface Projector {
  readonly projection: Projection;
  /** Its checkpoint when it was last read or moved. */
  readonly checkpoint: { readonly position: Position; readonly events: number };
  /** Those of these events that are in its streams and later than everything it has prepared. */
  own(events: readonly RecordedEvent[]): readonly RecordedEvent[];
  /** Its own events among these, opened and sorted by the rows they change. @throws UnknownEvent */
  workIn(events: readonly RecordedEvent[]): Promise<Work>;
  /**
   * Reads the rows that the work changes, and folds the events into them.
   *
   * @param last the last event up to that position, if it is known
   */
  prepare(work: Work, upTo: Position, last?: KnownEvent): Promise<PreparedChanges>;
  /** Prepares the work and writes it, in one statement with the checkpoint. @throws CheckpointMoved */
  apply(work: Work, upTo: Position, last?: KnownEvent): Promise<void>;
  /** Call it when the changes are written. */
  written(changes: PreparedChanges): void;
  /** Forgets what was prepared and not written, and every row. */
  reset(): void;
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
  const caches = new Map<Table, RowCache>(projection.tables.map((table) => [table, createRowCache()]));
  let { position, events: applied } = registered;
  let preparedTo = position;

  const own = (events: readonly RecordedEvent[]) =>
    events.filter(
      ({ position, stream }) => position > preparedTo && streams.some((known) => ownsStream(known, stream)),
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
  async function rowsBefore(table: Table, byKey: EventsByRow): Promise<Map<string, StoredRow | undefined>> {
    const before = new Map<string, StoredRow | undefined>();
    const unknown: string[] = [];
    for (const [key, [first]] of byKey) {
      const known = caches.get(table)?.get(key);
      if (known || table.rowPerEvent || (table.rowPerStream && first?.revision === 0n))
        before.set(key, known?.row);
      else unknown.push(key);
    }
    if (unknown.length === 0) return before;
    const from = sqlName(projection, table, schema);
    const { rows } = await pool.query<{ row: StoredRow }>({
      name: `read-rows ${from}`,
      text: `select row_to_json(t) as row from ${from} t
        where ${table.key} = any($1::${table.columns[table.key]}[])`,
      values: [unknown],
    });
    for (const { row } of rows) before.set(String(row[table.key]), row);
    return before;
  }

  async function changesOf(table: Table, byKey: EventsByRow) {
    const before = await rowsBefore(table, byKey);
    const breathe = breather();
    const rows = new Map<string, StoredRow | undefined>();
    const changed: StoredRow[] = [];
    const removed: string[] = [];
    const ended: StoredRow[] = [];
    for (const [key, events] of byKey) {
      const old = before.get(key);
      const { row, ended: endedOfRow } = fold(table, old, events);
      ended.push(...endedOfRow);
      rows.set(key, row);
      if (row && row !== old) changed.push(row);
      if (!row && old) removed.push(key);
      await breathe();
    }
    return { table, rows, changed, removed, ended };
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
    async prepare({ events, rows }, upTo, last) {
      const move = { name, build: registered.build, from: preparedTo, to: upTo, last, events };
      const tables = await Promise.all([...rows].map(([table, byKey]) => changesOf(table, byKey)));
      for (const changes of tables) caches.get(changes.table)?.prepared(changes.rows);
      preparedTo = upTo;
      return {
        projection,
        move,
        tables: tables.filter(isChanged),
        rows: new Map(tables.map((changes) => [changes.table, changes.rows])),
      };
    },
    written({ move, rows }) {
      for (const [table, byKey] of rows) caches.get(table)?.written(byKey);
      position = move.to;
      applied += move.events;
    },
    reset() {
      for (const cache of caches.values()) cache.clear();
      preparedTo = position;
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
  // Waits for all: a projector that still prepared after the reset would be ahead of its rows.
  const prepared = await Promise.allSettled(
    shares.map(async ({ projector, work }) => ({
      projector,
      changes: await projector.prepare(work, upTo, last),
    })),
  );
  try {
    const all = prepared.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
    await writeChanges(
      pool,
      schema,
      all.map(({ changes }) => changes),
    );
    for (const { projector, changes } of all) projector.written(changes);
  } catch (error) {
    for (const { projector } of shares) projector.reset();
    throw error;
  }
}
