import type { Pool } from 'pg';
import type { CustomerListQuery } from '../../src/contracts/customers/customers.ts';
import { searchedFor } from '../../src/salon/search-text.ts';
import { containsWords } from '../engine/contains.ts';
import type { PageEnd } from './cursor.ts';
import { CUSTOMERS_TABLE, type CustomerRow, ERASURES_TABLE, MERGES_TABLE } from './projection.ts';

/** Nobody whom staff have erased, also before their own stream says so. */
export const notErased = (id: string) => `not exists (
  select from ${ERASURES_TABLE} e, json_array_elements_text(e.customer_ids) gone where gone::uuid = ${id})`;

/** The columns of each order, which also say where a page ends. */
const SORTED = {
  name: { order: 'c.sort_name, c.id', end: '(c.sort_name, c.id) >', type: 'text' },
  '-created_at': {
    order: 'c.created_at desc, c.id desc',
    end: '(c.created_at, c.id) <',
    type: 'timestamptz',
  },
  // Whose day isn't known comes last.
  birthday: {
    order: 'coalesce(c.birthday_day, 99), c.id',
    end: '(coalesce(c.birthday_day, 99), c.id) >',
    type: 'integer',
  },
} as const;

/** A search that finds somebody who was merged lists the one who stands for them. */
const foundBy = (contains: string) => `
  with recursive found (id) as (
    select id from ${CUSTOMERS_TABLE} where ${contains}
    union select m.into_id from ${MERGES_TABLE} m join found on m.from_id = found.id
  )`;

interface CustomersPage {
  readonly rows: readonly CustomerRow[];
  /** Of all pages; null after the first. */
  readonly total: number | null;
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
    const searched = searchedFor(search);
    const isSearch = searched.length > 0;
    const values: unknown[] = [];
    const contains = containsWords('search_text', searched, (text) => `$${values.push(text)}`);
    const conditions = [
      `not exists (select from ${MERGES_TABLE} m where m.from_id = c.id)`,
      notErased('c.id'),
      ...(birthday_month === undefined ? [] : [`c.birthday_month = $${values.push(birthday_month)}`]),
    ].join(' and ');
    // Uses the index of the searched text alone: read in the order of the list, most of the table would be looked at.
    const from = isSearch ? `found join ${CUSTOMERS_TABLE} c using (id)` : `${CUSTOMERS_TABLE} c`;
    const found = isSearch ? foundBy(contains.text) : '';
    const shape = `${contains.shape}-${birthday_month === undefined ? 0 : 1}`;

    async function count(): Promise<number> {
      const { rows } = await pool.query<{ total: number }>({
        name: `customers-count-${shape}`,
        text: `${found} select count(*)::integer as total from ${from} where ${conditions}`,
        values,
      });
      return rows[0]?.total ?? 0;
    }

    async function read(): Promise<readonly CustomerRow[]> {
      const { order, end: past, type } = SORTED[sort];
      const all = [...values];
      const parameter = (value: unknown) => `$${all.push(value)}`;
      const most = parameter(limit + 1);
      const after = end ? `and ${past} (${parameter(end[0])}::${type}, ${parameter(end[1])}::uuid)` : '';
      const { rows } = await pool.query<{ rows: readonly CustomerRow[] }>({
        name: `customers-${sort}-${end ? 'after' : 'first'}-${shape}`,
        text: `${found}
          select coalesce(json_agg(page), '[]') as rows from (
            select c.* from ${from} where ${conditions} ${after} order by ${order} limit ${most}) page`,
        values: all,
      });
      return rows[0]?.rows ?? [];
    }

    const [rows, total] = await Promise.all([read(), end ? null : count()]);
    return { rows: rows.slice(0, limit), total, hasMore: rows.length > limit };
  };
}
export type ReadCustomersPage = ReturnType<typeof createCustomersPage>;
