import type { Pool } from 'pg';
import type { CustomerListQuery } from '../../src/contracts/customers.ts';
import { searchedFor } from '../../src/salon/search-text.ts';
import type { PageEnd } from './cursor.ts';
import { CUSTOMERS_TABLE, type CustomerRow, ERASURES_TABLE, MERGES_TABLE } from './projection.ts';

/** Nobody whom staff have erased, also before their own stream says so. */
export const notErased = (id: string) => `not exists (
  select from ${ERASURES_TABLE} e, json_array_elements_text(e.customer_ids) gone where gone::uuid = ${id})`;

const SORTED = {
  name: { order: 'c.sort_name, c.id', after: '(c.sort_name, c.id) > ($2, $3::uuid)' },
  '-created_at': {
    order: 'c.created_at desc, c.id desc',
    after: '(c.created_at, c.id) < ($2::timestamptz, $3::uuid)',
  },
  // Whose day isn't known comes last.
  birthday: {
    order: 'coalesce(c.birthday_day, 99), c.id',
    after: '(coalesce(c.birthday_day, 99), c.id) > ($2::integer, $3::uuid)',
  },
} as const;

/** A search that finds somebody who was merged lists the one who stands for them. */
const found = (contains: string) => `
  with recursive standing (id) as (
    select m.into_id from ${MERGES_TABLE} m join ${CUSTOMERS_TABLE} c on c.id = m.from_id where ${contains}
    union select m.into_id from ${MERGES_TABLE} m join standing s on m.from_id = s.id
  )`;

export interface CustomersPage {
  readonly rows: readonly CustomerRow[];
  readonly hasMore: boolean;
}

/** Where a page ends that ends with this row. */
export const pageEnd = (
  sort: CustomerListQuery['sort'],
  { id, sort_name, created_at, birthday_day }: CustomerRow,
): PageEnd => [
  { name: sort_name, '-created_at': created_at, birthday: String(birthday_day ?? 99) }[sort],
  id,
];

/** Pages of customers, without those who are merged into another. */
export function createCustomersPage(pool: Pool) {
  return async (
    { search, birthday_month, sort, limit }: Omit<CustomerListQuery, 'cursor'>,
    end: PageEnd | undefined,
  ): Promise<CustomersPage> => {
    const texts = searchedFor(search);
    const { order, after } = SORTED[sort];
    const values: unknown[] = [limit + 1, ...(end ?? [])];
    const contains = texts.map((text) => `strpos(c.search_text, $${values.push(text)}) > 0`).join(' or ');
    const ofMonth =
      birthday_month === undefined ? [] : [`c.birthday_month = $${values.push(birthday_month)}`];
    const conditions = [
      `not exists (select from ${MERGES_TABLE} m where m.from_id = c.id)`,
      notErased('c.id'),
      ...ofMonth,
      ...(end ? [after] : []),
      ...(contains ? [`(${contains} or c.id in (select id from standing))`] : []),
    ];
    const { rows } = await pool.query<{ row: CustomerRow }>({
      name: `customers-${sort}-${end ? 'after' : 'first'}-${texts.length}-${ofMonth.length}`,
      text: `${contains ? found(contains) : ''}
        select row_to_json(c) as row from ${CUSTOMERS_TABLE} c
        where ${conditions.join(' and ')} order by ${order} limit $1`,
      values,
    });
    return { rows: rows.slice(0, limit).map(({ row }) => row), hasMore: rows.length > limit };
  };
}
export type ReadCustomersPage = ReturnType<typeof createCustomersPage>;
