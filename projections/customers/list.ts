import type { Pool } from 'pg';
import type { CustomerListQuery } from '../../src/contracts/customers/customers.ts';
import type { Before, VisitSums } from '../../src/contracts/customers/visits.ts';
import { togetherBefore } from '../../src/contracts/customers/visits-before.ts';
import { salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import { plain, searchedFor } from '../../src/salon/search-text.ts';
import { WALK_IN_NAME } from '../../src/salon/walk-in.ts';
import { containsWords } from '../engine/contains.ts';
import { readAsJson } from '../engine/json-rows.ts';
import type { QueryDeps } from '../query-deps.ts';
import type { PageEnd } from './cursor.ts';
import { CUSTOMERS_TABLE, type CustomerRow, ERASURES_TABLE, MERGES_TABLE } from './projection.ts';

/** Leaves out customers whom staff have erased, also before their own stream says so. */
export const notErased = (id: string) => `not exists (
  select from ${ERASURES_TABLE} e, json_array_elements_text(e.customer_ids) gone where gone::uuid = ${id})`;

/** Leaves out walk-ins of whom nothing is known. */
const SOMEBODY = `not (c.name is not distinct from '${WALK_IN_NAME}' 
  and json_array_length(c.emails) = 0 and json_array_length(c.phones) = 0)`;

type Sort = CustomerListQuery['sort'];

/** A customer, with what the bookings of all who are merged with them come to. */
export type ListedRow = CustomerRow & VisitSums & { readonly first_visit: string | null };

interface SortedBy {
  /** The value by which the list is sorted, and where a page ends, besides the id. @param starts parameter with the beginnings of words */
  readonly by: string | ((starts: string) => string);
  readonly type: 'text' | 'timestamptz' | 'integer' | 'bigint';
  readonly isDescending?: true;
  /** It needs the sums of all customers' bookings. */
  readonly isOfSums?: true;
  /** The same of a row. */
  endOf(row: ListedRow, search: string): string;
}

/** The beginnings of words that are searched for, each after a space. */
const startsOf = (search: string): string[] =>
  plain(search)
    .split(' ')
    .map((word) => ` ${word}`);

// Customers without such a day come last.
const NO_DAY = 99;
const NO_LAST_VISIT = '0000-00-00';
const NO_NEXT_VISIT = '9999-99-99';

const SORTED: Readonly<Record<Sort, SortedBy>> = {
  name: { by: 'c.sort_name', type: 'text', endOf: ({ sort_name }) => sort_name },
  // Customers whose name has all these beginnings come first.
  match: {
    by: (starts) =>
      `((select not bool_and(strpos(' ' || c.sort_name, start) > 0) from unnest(${starts}::text[]) start)::int || c.sort_name)`,
    type: 'text',
    endOf: ({ sort_name }, search) =>
      `${startsOf(search).every((start) => ` ${sort_name}`.includes(start)) ? 0 : 1}${sort_name}`,
  },
  '-created_at': {
    by: 'c.created_at',
    type: 'timestamptz',
    isDescending: true,
    endOf: ({ created_at }) => created_at,
  },
  birthday: {
    by: `coalesce(c.birthday_day, ${NO_DAY})`,
    type: 'integer',
    endOf: ({ birthday_day }) => String(birthday_day ?? NO_DAY),
  },
  '-last_visit': {
    by: `coalesce(s.last_visit, '${NO_LAST_VISIT}')`,
    type: 'text',
    isDescending: true,
    isOfSums: true,
    endOf: ({ last_visit }) => last_visit ?? NO_LAST_VISIT,
  },
  next_visit: {
    by: `coalesce(s.next_visit, '${NO_NEXT_VISIT}')`,
    type: 'text',
    isOfSums: true,
    endOf: ({ next_visit }) => next_visit ?? NO_NEXT_VISIT,
  },
  '-visits': {
    by: 'coalesce(s.visits, 0)',
    type: 'integer',
    isDescending: true,
    isOfSums: true,
    endOf: ({ visits }) => String(visits),
  },
  '-spent_cents': {
    by: 'coalesce(s.spent_cents, 0)',
    type: 'bigint',
    isDescending: true,
    isOfSums: true,
    endOf: ({ spent_cents }) => String(spent_cents),
  },
};

export const pageEnd = (
  { sort, search }: Pick<CustomerListQuery, 'sort' | 'search'>,
  row: ListedRow,
): PageEnd => [SORTED[sort].endOf(row, search), row.id];

/** A search that finds somebody who was merged lists the one who stands for them. */
const foundBy = (contains: string) => `
  found (id) as (
    select id from ${CUSTOMERS_TABLE} where ${contains}
    union select m.into_id from ${MERGES_TABLE} m join found on m.from_id = found.id
  )`;

/** All who are merged into the customers of a page, themselves among them. */
const FAMILIES = `
  merged (into_id, id) as (
    select id, id from page
    union select merged.into_id, m.from_id from ${MERGES_TABLE} m join merged on m.into_id = merged.id
  ), families as (select into_id as id, array_agg(id) as ids from merged group by into_id)`;

/** The customers who stand for merged ones: one for each, which `distinct` says to Postgres. */
const STAND_FOR = `
  into_whom (id, into_id) as (
    select from_id, into_id from ${MERGES_TABLE}
    union select i.id, m.into_id from into_whom i join ${MERGES_TABLE} m on m.from_id = i.into_id
  ), stand_for as (
    select distinct on (id) id, into_id from into_whom i
    where not exists (select from ${MERGES_TABLE} further where further.from_id = i.into_id)
  )`;

const SUM_COLUMNS = `
  coalesce(s.visits, 0) as visits, s.first_visit, s.last_visit, s.next_visit, coalesce(s.spent_cents, 0) as spent_cents,
  coalesce(s.no_shows, 0) as no_shows`;

/** The visits before of all who are merged into these customers. */
async function visitsBefore(
  pool: Pool,
  rows: readonly CustomerRow[],
): Promise<ReadonlyMap<string, Before | null>> {
  const { rows: found } = await pool.query<{ id: string; each: readonly Before[] }>({
    name: 'customers-visits-before',
    text: `with recursive page (id) as (select unnest($1::uuid[])), ${FAMILIES}
      select f.id, json_agg(c.before) as each from families f join ${CUSTOMERS_TABLE} c on c.id = any (f.ids)
      where c.before is not null group by 1`,
    values: [rows.map(({ id }) => id)],
  });
  return new Map(found.map(({ id, each }) => [id, togetherBefore(each)]));
}

interface CustomersPageDeps extends QueryDeps {
  /** The bookings `a`, and the sums of several, as columns named like those of `ListedRow`. */
  readonly sums: { readonly table: string; columns(today: string, minute: string): string };
}

interface CustomersPage {
  readonly rows: readonly ListedRow[];
  readonly total: number | null;
  readonly hasMore: boolean;
}

/** Pages of customers, without those who are merged into another. */
export function createCustomersPage({ pool, sums, timeZone, now }: CustomersPageDeps) {
  return async (
    { search, birthday_month, sort, limit }: Omit<CustomerListQuery, 'cursor'>,
    end: PageEnd | undefined,
  ): Promise<CustomersPage> => {
    const searched = searchedFor(search);
    const isSearch = searched.length > 0;
    const values: unknown[] = [];
    const contains = containsWords('search_text', searched, (text) => `$${values.push(text)}`);
    const conditions = [
      `not exists (select from ${MERGES_TABLE} m where m.from_id = c.id)`,
      notErased('c.id'),
      SOMEBODY,
      ...(birthday_month === undefined ? [] : [`c.birthday_month = $${values.push(birthday_month)}`]),
    ].join(' and ');
    // Uses the index of the searched text alone: read in the order of the list, most of the table would be looked at.
    const from = isSearch ? `found join ${CUSTOMERS_TABLE} c using (id)` : `${CUSTOMERS_TABLE} c`;
    const found = isSearch ? [foundBy(contains.text)] : [];
    const shape = `${contains.shape}-${birthday_month === undefined ? 0 : 1}`;
    const having = (tables: readonly string[]) =>
      tables.length > 0 ? `with recursive ${tables.join(', ')}` : '';

    async function count(): Promise<number> {
      const { rows } = await pool.query<{ total: number }>({
        name: `customers-count-${shape}`,
        text: `${having(found)} select count(*)::integer as total from ${from} where ${conditions}`,
        values,
      });
      return rows[0]?.total ?? 0;
    }

    async function read(): Promise<readonly ListedRow[]> {
      const sorted = SORTED[sort];
      const all = [...values];
      const parameter = (value: unknown) => `$${all.push(value)}`;
      const by = typeof sorted.by === 'string' ? sorted.by : sorted.by(parameter(startsOf(search)));
      const order = sorted.isDescending ? `${by} desc, c.id desc` : `${by}, c.id`;
      const most = parameter(limit + 1);
      const instant = now();
      const columns = sums.columns(
        parameter(salonDate(instant, timeZone)),
        parameter(salonMinutes(instant, timeZone)),
      );
      const past = sorted.isDescending ? '<' : '>';
      const after = end
        ? `and (${by}, c.id) ${past} (${parameter(end[0])}::${sorted.type}, ${parameter(end[1])}::uuid)`
        : '';
      // Sums of a page's customers alone are read one by one; only an order by sums needs those of all.
      const text = sorted.isOfSums
        ? `${having([
            ...found,
            STAND_FOR,
            // The query reads in the order of the index, so that the bookings needn't be sorted; then the few who are merged together.
            `own as (select a.customer_id as id, ${columns} from ${sums.table} where a.customer_id is not null group by 1)`,
            `sums as (
              select coalesce(w.into_id, own.id) as id, sum(visits)::integer as visits, min(first_visit) as first_visit,
                max(last_visit) as last_visit, min(next_visit) as next_visit, sum(spent_cents) as spent_cents, sum(no_shows)::integer as no_shows
              from own left join stand_for w on w.id = own.id group by 1)`,
          ])}
          select c.*, ${SUM_COLUMNS} from ${from} left join sums s on s.id = c.id
          where ${conditions} ${after} order by ${order} limit ${most}`
        : `${having([
            ...found,
            `page as (select c.* from ${from} where ${conditions} ${after} order by ${order} limit ${most})`,
            FAMILIES,
          ])}
          select c.*, ${SUM_COLUMNS} from page c join families f on f.id = c.id
          cross join lateral (select ${columns} from ${sums.table} where a.customer_id = any (f.ids)) s
          order by ${order}`;
      const name = `customers-${sort}-${end ? 'after' : 'first'}-${shape}`;
      return readAsJson<ListedRow>(pool, { name, text, values: all });
    }

    const [matching, total] = await Promise.all([read(), end ? null : count()]);
    const rows = matching.slice(0, limit);
    const before = await visitsBefore(pool, rows);
    return {
      rows: rows.map((row) => ({ ...row, before: before.get(row.id) ?? null })),
      total,
      hasMore: matching.length > limit,
    };
  };
}
export type ReadCustomersPage = ReturnType<typeof createCustomersPage>;
