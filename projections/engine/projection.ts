import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import type { DomainEvent, EventOf, EventTypes } from '../../src/eventsourcing/event-types.ts';

/** A recorded event in its newest shape. */
export type ProjectedEvent<Event extends DomainEvent = DomainEvent> = Omit<RecordedEvent, 'type' | 'data'> &
  Event;

/** A row as JSON: dates as `yyyy-MM-dd`, instants as ISO text, never a Date. */
export type StoredRow = { readonly [column: string]: unknown };

/** One table of a read model: which events touch which row, and what the row is afterwards. */
export interface Table {
  readonly name: string;
  /** Category of the streams it reads: their name up to the first hyphen. */
  readonly category: string;
  readonly eventTypes: EventTypes;
  /** Column → SQL type; `json` for lists, since rows pass as text both ways and `jsonb` would convert twice. */
  readonly columns: { readonly [column: string]: string };
  /** The primary key's column. */
  readonly key: string;
  /** True when a row is about one stream alone: then the stream's first event finds no row, and none is read. */
  readonly rowPerStream?: boolean;
  /** Column lists that get an index of their own. */
  readonly indexes?: readonly string[];
  /** Key of the row that the event changes; null for an event that means nothing to the table. */
  keyOf(event: ProjectedEvent): string | null;
  /** The row after the event, null for none. Applied twice, an event changes nothing more. */
  evolve(row: StoredRow | undefined, event: ProjectedEvent): StoredRow | null;
}

/** A read model: pure folds from events to rows. The engine reads, writes and keeps the checkpoint. */
export interface Projection {
  readonly name: string;
  /** Raised when the rows would come out otherwise; the new version then fills tables of its own. */
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

/** `agenda` of `agenda-2026-11-20`, `hours` of `hours`. */
export function categoryOf(stream: string): string {
  const hyphen = stream.indexOf('-');
  return hyphen < 0 ? stream : stream.slice(0, hyphen);
}

export const categoriesOf = ({ tables }: Projection): readonly string[] => [
  ...new Set(tables.map(({ category }) => category)),
];

/** Stream name prefixes that let through everything these read models read. */
export const prefixesOf = (projections: readonly Projection[]): readonly string[] => [
  ...new Set(projections.flatMap(categoriesOf)),
];

/** The schema of the database that requests read from. */
export const LIVE_SCHEMA = 'read';
/** Where a rebuild fills its tables before they become the live ones. */
export const REBUILD_SCHEMA = 'read_rebuild';

/** The table's name in SQL, by default that of the one which requests read. */
export const sqlName = (
  { version }: Pick<Projection, 'version'>,
  { name }: Pick<Table, 'name'>,
  schema: string = LIVE_SCHEMA,
): string => `${schema}.${name}_v${version}`;
