import type { Pool } from 'pg';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import { LIVE_SCHEMA, type Projection, sqlName, type Table } from './projection.ts';

/** A table as it is in the database. */
export interface StoredTable extends Pick<Table, 'name' | 'columns' | 'indexes' | 'searched' | 'streams'> {
  /** Columns of its primary key. */
  readonly primaryKey: readonly string[];
  /** True when no row of it is ever looked up to be changed: then filling it needs no primary key. */
  readonly isWrittenOnce?: true;
}

/** The column with the position of the event that made this state of a versioned row. */
export const SINCE = 'since';
/** The column with the position of the event that ended an earlier state. */
export const UNTIL = 'until';

/** The columns of the table that has the rows as they are now. */
export const columnsOf = ({ columns, versioned }: Table): Table['columns'] =>
  versioned ? { ...columns, [SINCE]: 'text' } : columns;

/** The table of the earlier states of a versioned table's rows; each is written once, when it ends. */
export const pastOf = (table: Table): StoredTable => ({
  name: `${table.name}_past`,
  streams: table.streams,
  columns: { ...columnsOf(table), [UNTIL]: 'text' },
  primaryKey: [table.key, SINCE],
  isWrittenOnce: true,
  indexes: table.versioned?.indexes ?? [],
});

/** Every table that a read model has in the database. */
export const storedTables = ({ tables }: Pick<Projection, 'tables'>): readonly StoredTable[] =>
  tables.flatMap((table) => [
    { ...table, columns: columnsOf(table), primaryKey: [table.key] },
    ...(table.versioned ? [pastOf(table)] : []),
  ]);

/** The names in SQL of a read model's tables in a schema. */
export const tableNames = (projection: Projection, schema: string = LIVE_SCHEMA): readonly string[] =>
  storedTables(projection).map((table) => sqlName(projection, table, schema));

/** A condition in SQL on the rows of a versioned table; or one for the present rows, and one for earlier states if any are wanted. */
export type Condition = string | { readonly now: string; readonly past?: string };

/**
 * A versioned table as it stood at a position, as a subquery in SQL: everything up to and at the position is in it, nothing later.
 *
 * @param parameter of the position, such as `$1`
 * @param condition on both kinds of rows, or on each, which an index of each should answer
 * @param nameOf of a table in SQL, where it isn't the live one
 */
export function tableAt(
  projection: Projection,
  table: Table,
  parameter: string,
  condition: Condition = 'true',
  nameOf?: (stored: Pick<Table, 'name'>) => string,
): string {
  const columns = Object.keys(table.columns).join(', ');
  const conditions = typeof condition === 'string' ? { now: condition, past: condition } : condition;
  const [now, past] = [table, pastOf(table)].map(nameOf ?? ((stored) => sqlName(projection, stored)));
  const ended = nameOf
    ? `${UNTIL} > ${parameter}`
    : `${UNTIL} > ${parameter} and ${hasPassed(projection, parameter)}`;
  const present = `select ${columns} from ${now} where ${SINCE} <= ${parameter} and (${conditions.now})`;
  if (conditions.past === undefined) return `(${present})`;
  return `(
    ${present}
    union all
    select ${columns} from ${past} where ${SINCE} <= ${parameter} and ${ended} and (${conditions.past}))`;
}

/** Whether the live tables are past a position; if not, Postgres needn't read the earlier states to find none. */
const hasPassed = ({ name }: Projection, parameter: string): string =>
  `${parameter} < (select position from read.models where place = '${LIVE_SCHEMA}' and name = '${name}')`;

/** A change of a versioned table by one event: the row before and after it, or null where there was none. */
export interface Changed<Row> {
  readonly position: Position;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Which changes are wanted: those before a position, and of them so many of the newest. */
export interface WantedChanges {
  readonly until: Position;
  readonly limit: number;
}

/**
 * Makes a function that reads what has changed rows of a versioned table, the newest first.
 *
 * @param condition in SQL on the state before or after, which an index of the rows and of their earlier states should answer; its
 * parameters begin with `$3`
 */
export function createChangesReader<Row, Asked extends readonly unknown[]>(
  pool: Pool,
  projection: Projection,
  table: Table,
  condition: string,
) {
  const text = changesOf(projection, table, condition);
  return async ({ until, limit }: WantedChanges, ...asked: Asked): Promise<readonly Changed<Row>[]> => {
    const values = [until, limit, ...asked];
    const { rows } = await pool.query<Changed<Row>>({ name: `changes-of-${table.name}`, text, values });
    return rows;
  };
}

/** A query for rows of `Changed`. $1 only changes before this position · $2 how many. */
function changesOf(projection: Projection, table: Table, condition: string): string {
  const { key } = table;
  const [live, past] = [sqlName(projection, table), sqlName(projection, pastOf(table))];
  const columns = [...Object.keys(table.columns), SINCE].join(', ');
  // One event ends a state and begins the next: among twice as many states there are as many changes as asked for.
  return `
    select position,
      (select row_to_json(b) from ${past} b where b.${key} = c.${key} and b.${UNTIL} = c.position) as before,
      (select row_to_json(a) from (select ${columns} from ${live} union all select ${columns} from ${past}) a
        where a.${key} = c.${key} and a.${SINCE} = c.position) as after
    from (
      select distinct on (position) position, ${key} from (
        select * from (
          select ${key}, ${SINCE} as position from ${live} where ${condition}
          union all
          select ${key}, ${SINCE} from ${past} where ${condition}
          union all
          select ${key}, ${UNTIL} from ${past} where ${condition}) states
        where position < $1 order by position desc limit 2 * $2) latest
      order by position desc limit $2) c
    order by position desc`;
}

/**
 * The last state up to a position of every row that there has been, also of rows that were gone by then, as a subquery in SQL.
 *
 * @param parameter of the position, such as `$1`
 */
export function lastStates(projection: Projection, table: Table, parameter: string): string {
  const columns = Object.keys(table.columns).join(', ');
  const states = [sqlName(projection, table), sqlName(projection, pastOf(table))].map(
    (name) => `select ${columns}, ${SINCE} from ${name} where ${SINCE} <= ${parameter}`,
  );
  return `(select distinct on (${table.key}) ${columns} from (${states.join(' union all ')}) states
    order by ${table.key}, ${SINCE} desc)`;
}
