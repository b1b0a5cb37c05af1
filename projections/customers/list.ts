import type { Pool } from 'pg';
import type { CustomerListQuery } from '../../src/contracts/customers.ts';
import { searchedFor } from '../../src/salon/search-text.ts';
import { containsOneOf } from '../engine/contains.ts';
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
  with recursive found (id) as (
    select id from ${CUSTOMERS_TABLE} where ${contains}
    union select m.into_id from ${MERGES_TABLE} m join found on m.from_id = found.id
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
    const contains = containsOneOf('search_text', texts, (text) => `$${values.push(text)}`);
    const isSearch = texts.length > 0;
    const ofMonth =
      birthday_month === undefined ? [] : [`c.birthday_month = $${values.push(birthday_month)}`];
    const conditions = [
      `not exists (select from ${MERGES_TABLE} m where m.from_id = c.id)`,
      notErased('c.id'),
      ...ofMonth,
      ...(end ? [after] : []),
    ];
    // By the index of what is found, and no other: read in the order of the list, most of the table would be looked at.
    const from = isSearch ? `found join ${CUSTOMERS_TABLE} c using (id)` : `${CUSTOMERS_TABLE} c`;
    const { rows: pages } = await pool.query<{ rows: readonly CustomerRow[] }>({
      name: `customers-${sort}-${end ? 'after' : 'first'}-${contains.shape}-${ofMonth.length}`,
      text: `${isSearch ? found(contains.text) : ''}
        select coalesce(json_agg(page), '[]') as rows from (
          select c.* from ${from} where ${conditions.join(' and ')} order by ${order} limit $1) page`,
      values,
    });
    const rows = pages[0]?.rows ?? [];
    return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
  };
}
export type ReadCustomersPage = ReturnType<typeof createCustomersPage>;
