import { LIVE_SCHEMA, type Projection, sqlName, type Table } from './projection.ts';

/** A table as it is in the database. */
export interface StoredTable extends Pick<Table, 'name' | 'columns' | 'indexes' | 'searched' | 'streams'> {
  /** Columns of its primary key. */
  readonly primaryKey: readonly string[];
}

/** Of a versioned row: from which position on it has been as it is. */
export const SINCE = 'since';
/** Of an earlier state: the position of the event that ended it. */
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
  indexes: table.versioned?.indexes ?? [],
});

/** Every table that a read model has in the database. */
export const storedTables = ({ tables }: Pick<Projection, 'tables'>): readonly StoredTable[] =>
  tables.flatMap((table) => [
    { ...table, columns: columnsOf(table), primaryKey: [table.key] },
    ...(table.versioned ? [pastOf(table)] : []),
  ]);

/**
 * A versioned table as it stood at a position, as a subquery in SQL: everything up to and at the position is in it, nothing later.
 *
 * @param parameter of the position, such as `$1`
 * @param condition on both kinds of rows, which an index of each should answer
 * @param nameOf of a table in SQL, where it isn't the live one
 */
export function tableAt(
  projection: Projection,
  table: Table,
  parameter: string,
  condition = 'true',
  nameOf?: (stored: Pick<Table, 'name'>) => string,
): string {
  const columns = Object.keys(table.columns).join(', ');
  const [now, past] = [table, pastOf(table)].map(nameOf ?? ((stored) => sqlName(projection, stored)));
  const ended = nameOf
    ? `${UNTIL} > ${parameter}`
    : `${UNTIL} > ${parameter} and ${hasPassed(projection, parameter)}`;
  return `(
    select ${columns} from ${now} where ${SINCE} <= ${parameter} and (${condition})
    union all
    select ${columns} from ${past} where ${SINCE} <= ${parameter} and ${ended} and (${condition}))`;
}

/** Whether the live tables are past a position; if not, Postgres needn't read the earlier states to find none. */
const hasPassed = ({ name }: Projection, parameter: string): string =>
  `${parameter} < (select position from read.models where place = '${LIVE_SCHEMA}' and name = '${name}')`;

/**
 * What happened to rows of a versioned table, as a subquery in SQL: each state twice, with the `position` of the event that began it
 * (`has_begun`) and of the one that ended it.
 *
 * @param condition on both kinds of rows, which an index of each should answer
 */
export function changesOf(projection: Projection, table: Table, condition = 'true'): string {
  const columns = Object.keys(table.columns).join(', ');
  const [live, past] = [sqlName(projection, table), sqlName(projection, pastOf(table))];
  return `(
    select ${columns}, ${SINCE} as position, true as has_begun from ${live} where ${condition}
    union all
    select ${columns}, ${SINCE}, true from ${past} where ${condition}
    union all
    select ${columns}, ${UNTIL}, false from ${past} where ${condition})`;
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
