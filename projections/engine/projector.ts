import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Position, RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { upcast } from '../../src/eventsourcing/event-types.ts';
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
import {
  CheckpointMoved,
  MOVE_CHECKPOINTS,
  type RegisteredModel,
  type Step,
  stepsJson,
  WITHOUT_WAITING,
} from './registry.ts';

/** Opens the sealed personal parts of events; an erased one comes back as `'erased'`. */
export type OpenPersonal = (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;

/** Events by the key of the row that they touch. */
type EventsByRow = ReadonlyMap<string, readonly ProjectedEvent[]>;

/** The events of a batch that one read model has to apply, by table and row. */
export interface Work {
  /** Events of its categories, touching rows or not. */
  readonly events: number;
  readonly rows: ReadonlyMap<Table, EventsByRow>;
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
  /** The step of its checkpoint that `moveMarks` is to take. */
  step(upTo: Position, events: number): Step;
  /** Notes that the step was taken. */
  stepped(step: Step): void;
}

/** Rows kept at hand for each table, most recently touched. */
const ROWS_KEPT = 1_000;

/**
 * Applying a batch takes one look at the rows it touches and ONE statement that writes them and the checkpoint.
 * Whoever writes rows moves the checkpoint too, so a checkpoint still in its place proves that the rows are still
 * as they were looked at, and no transaction has to be held open meanwhile.
 */
export function createProjector(
  { pool, open }: ProjectorDeps,
  place: Place,
  projection: Projection,
  registered: RegisteredModel,
): Projector {
  const categories = new Set(categoriesOf(projection));
  const write = writeStatement(place, projection);
  let { position, events: applied } = registered;

  const own = (events: readonly RecordedEvent[]) =>
    events.filter((event) => event.position > position && categories.has(categoryOf(event.stream)));

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

  /** Rows as this projector last saw them; others can't have written them while its checkpoint stands. */
  const seen = new Map(
    projection.tables.map((table) => [table, new LRUCache<string, { row?: StoredRow }>({ max: ROWS_KEPT })]),
  );

  /** The rows behind these keys as they are before the batch. */
  async function look(table: Table, byKey: EventsByRow): Promise<Map<string, StoredRow | undefined>> {
    const kept = seen.get(table);
    const keys = [...byKey.keys()];
    const isFirst = (key: string) => table.rowPerStream && byKey.get(key)?.[0]?.revision === 0n;
    const unseen = keys.filter((key) => !kept?.has(key) && !isFirst(key));
    const name = sqlName(projection, table, place);
    const { rows } =
      unseen.length === 0
        ? { rows: [] }
        : await pool.query<{ row: StoredRow }>({
            name: `look ${name}`,
            text: `select row_to_json(t) as row from ${name} t
              where ${table.key} = any($1::${table.columns[table.key]}[])`,
            values: [unseen],
          });
    const read = new Map(rows.map(({ row }) => [String(row[table.key]), row]));
    return new Map(keys.map((key) => [key, kept?.get(key)?.row ?? read.get(key)]));
  }

  async function changesOf(table: Table, byKey: EventsByRow) {
    const before = await look(table, byKey);
    const after = new Map<string, StoredRow | undefined>();
    for (const [key, events] of byKey) {
      let row = before.get(key);
      for (const event of events) row = table.evolve(row, event) ?? undefined;
      after.set(key, row);
    }
    const changed = [...after].flatMap(([key, row]) => (row && row !== before.get(key) ? [row] : []));
    const gone = [...after].flatMap(([key, row]) => (!row && before.get(key) ? [key] : []));
    return { table, after, changed, gone };
  }

  const projector: Projector = {
    projection,
    get checkpoint() {
      return { position, events: applied };
    },
    own,
    workIn,
    async apply(work, upTo) {
      const step = projector.step(upTo, work.events);
      const changes = await Promise.all([...work.rows].map(([table, byKey]) => changesOf(table, byKey)));
      const values = projection.tables.flatMap((table) => {
        const own = changes.find((change) => change.table === table);
        return [JSON.stringify(own?.changed ?? []), own?.gone ?? []];
      });
      try {
        const { rowCount } = await pool.query({ ...write, values: [place, stepsJson([step]), ...values] });
        if (rowCount !== 1) throw new CheckpointMoved(`another projector moved ${projection.name}`);
      } catch (error) {
        for (const kept of seen.values()) kept.clear();
        throw error;
      }
      for (const { table, after } of changes) {
        for (const [key, row] of after) seen.get(table)?.set(key, row ? { row } : {});
      }
      projector.stepped(step);
    },
    step: (upTo, events) => ({
      name: projection.name,
      build: registered.build,
      from: position,
      to: upTo,
      events,
    }),
    stepped({ to, events }) {
      position = to;
      applied += events;
    },
  };
  return projector;
}

/** Moves the checkpoints of read models that have nothing to write, all in one statement. */
export async function moveMarks(
  pool: Pool,
  place: Place,
  marks: readonly { readonly projector: Projector; readonly events: number }[],
  upTo: Position,
): Promise<void> {
  const steps = marks.flatMap(({ projector, events }) =>
    projector.checkpoint.position < upTo ? [{ projector, step: projector.step(upTo, events) }] : [],
  );
  if (steps.length === 0) return;
  const { rowCount } = await pool.query({
    name: 'read-move-marks',
    text: `with moved as (${MOVE_CHECKPOINTS}) select ${WITHOUT_WAITING} from moved`,
    values: [place, stepsJson(steps.map(({ step }) => step))],
  });
  if (rowCount !== steps.length) throw new CheckpointMoved('another projector moved a mark');
  for (const { projector, step } of steps) projector.stepped(step);
}

/**
 * The one statement of a batch: moves the checkpoint and, only if it was where it should be, writes the rows of
 * every table. Answers one row when it did. `$3, $4, …`: changed rows as JSON and keys gone, by table.
 */
function writeStatement(place: Place, projection: Projection) {
  const parts = projection.tables.flatMap((table, index) => {
    const { columns, key } = table;
    const name = sqlName(projection, table, place);
    const all = Object.keys(columns);
    const updates = all.filter((column) => column !== key).map((column) => `${column} = excluded.${column}`);
    const [changed, gone] = [`$${3 + 2 * index}`, `$${4 + 2 * index}`];
    return [
      `changed_${index} as (
        insert into ${name} (${all.join(', ')})
        select ${all.join(', ')} from json_populate_recordset(null::${name}, ${changed}::json)
        where exists (select from moved)
        on conflict (${key}) do update set ${updates.join(', ')})`,
      `gone_${index} as (
        delete from ${name} where ${key} = any(${gone}::${columns[key]}[]) and exists (select from moved))`,
    ];
  });
  return {
    name: `write ${place} ${projection.name} v${projection.version}`,
    text: `with moved as (${MOVE_CHECKPOINTS}), ${parts.join(', ')} select ${WITHOUT_WAITING} from moved`,
  };
}
