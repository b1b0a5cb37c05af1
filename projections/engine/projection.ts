import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import type { DomainEvent, EventOf, EventTypes } from '../../src/eventsourcing/event-types.ts';
import { ownsStream } from '../../src/eventsourcing/streams/decider.ts';

/** A recorded event in its newest shape. */
export type ProjectedEvent<Event extends DomainEvent = DomainEvent> = Omit<RecordedEvent, 'type' | 'data'> &
  Event;

/** A row as JSON: dates as `yyyy-MM-dd`, instants as ISO text, never a Date. */
export type StoredRow = { readonly [column: string]: unknown };

/** One table of a read model: which events touch which row, and what the row is afterwards. */
export interface Table {
  readonly name: string;
  /** The streams it reads: a prefix with its dash, such as `agenda-`, or the name of a single stream; or several of these. */
  readonly streams: string | readonly string[];
  readonly eventTypes: EventTypes;
  /**
   * Column → SQL type; `json` for lists, since rows pass as text both ways and `jsonb` would convert twice; `jsonb` for a list into
   * which statements over many rows look.
   */
  readonly columns: { readonly [column: string]: string };
  /** The primary key's column. */
  readonly key: string;
  /** True when each row belongs to one stream: then no row needs to be read for the stream's first event. */
  readonly rowPerStream?: boolean;
  /** True when each event makes a row of its own: then no row needs to be read at all. */
  readonly rowPerEvent?: boolean;
  /** Column lists, each for an index; or another kind of index from `using` on. */
  readonly indexes?: readonly string[];
  /**
   * Keeps every state of a row, so that the table can be read as it stood at any position (`stored-tables.ts`). Only for rows in which
   * nothing is personal, since no erasure reaches an earlier state. `indexes` are those of the earlier states.
   */
  readonly versioned?: { readonly indexes: readonly string[] };
  /** A column in which parts of texts are searched for, which an index makes faster where Postgres has `pg_trgm`. */
  readonly searched?: string;
  /** Key of the row that the event changes; null for an event that the table ignores. */
  keyOf(event: ProjectedEvent): string | null;
  /** The row after the event, null for none. Applied twice, an event changes nothing more. */
  evolve(row: StoredRow | undefined, event: ProjectedEvent): StoredRow | null;
}

/** A read model: pure folds from events to rows. The engine reads, writes and keeps the checkpoint. */
export interface Projection {
  readonly name: string;
  /** Must be raised with each change that makes other rows; the new version then fills tables of its own. */
  readonly version: number;
  /** True when a fold needs personal parts, which have to be opened for it. */
  readonly readsPersonal?: boolean;
  readonly tables: readonly Table[];
}

/** A table with its rows and events typed; `Row` has to be a type alias. */
export function defineTable<Types extends EventTypes, Row extends StoredRow>(
  table: Omit<Table, 'eventTypes' | 'columns' | 'key' | 'keyOf' | 'evolve'> & {
    readonly eventTypes: Types;
    readonly columns: { readonly [Column in keyof Row & string]: string };
    readonly key: keyof Row & string;
    keyOf(event: ProjectedEvent<EventOf<Types>>): string | null;
    evolve(row: Row | undefined, event: ProjectedEvent<EventOf<Types>>): Row | null;
  },
): Table {
  return table as unknown as Table;
}

/** Which streams these read models read, each once, as their tables name them. */
export const streamsOf = (projections: readonly Projection[]): readonly string[] => [
  ...new Set(projections.flatMap(({ tables }) => tables.flatMap(({ streams }) => streams))),
];

export const readsStream = ({ streams }: Pick<Table, 'streams'>, stream: string): boolean =>
  typeof streams === 'string'
    ? ownsStream({ streams }, stream)
    : streams.some((one) => ownsStream({ streams: one }, stream));

/** The schema of the database that requests read from. */
export const LIVE_SCHEMA = 'read';
/** The schema in which a rebuild fills its tables before they become the live ones. */
export const REBUILD_SCHEMA = 'read_rebuild';
/** The schema that a verification fills with what it compares; each has one of its own. */
export const verifySchema = (id: string): string => `read_verify_${id}`;
/** Names of such schemas, as a regular expression of Postgres. */
export const VERIFY_SCHEMAS = `^${verifySchema('[0-9a-f]+')}$`;

/** The table's name in SQL, by default of the live table. */
export const sqlName = (
  { version }: Pick<Projection, 'version'>,
  { name }: Pick<Table, 'name'>,
  schema: string = LIVE_SCHEMA,
): string => `${schema}.${name}_v${version}`;
