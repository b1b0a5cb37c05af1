import { type Column, csvOf } from '../../src/adapters/csv.ts';
import type { CustomerListQuery } from '../../src/contracts/customers.ts';
import { exportCustomers } from '../../src/contracts/exports.ts';
import type { Guard } from '../../src/http/caller.ts';
import type { Mount } from '../../src/http/operation.ts';
import { salonDate } from '../../src/salon/salon-time.ts';
import type { PageEnd } from './cursor.ts';
import type { ReadCustomersPage } from './list.ts';
import { type CustomerRow, customers } from './projection.ts';

interface CustomerExportDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly customersPage: ReadCustomersPage;
  readonly timeZone: string;
  now(): Date;
}

const ROWS_A_PAGE = 1_000;

const COLUMNS: readonly Column<CustomerRow>[] = [
  { title: 'Name', value: (row) => row.name },
  { title: 'Email', value: (row) => row.emails[0] ?? null },
  { title: 'Phone', value: (row) => row.phones[0]?.phone ?? null },
  { title: 'Birthday month', value: (row) => row.birthday_month },
  { title: 'Birthday day', value: (row) => row.birthday_day },
  { title: 'Notes', value: (row) => row.notes },
  { title: 'Customer since (UTC)', value: (row) => new Date(row.created_at).toISOString() },
  { title: 'Id', value: (row) => row.id },
];

/** The list of customers as a file for spreadsheets. */
export function customerExportRoute({ on, customersPage, timeZone, now }: CustomerExportDeps): void {
  type Filters = Pick<CustomerListQuery, 'search' | 'sort'>;

  /** Each page is a query of its own, so that a slow reader keeps no transaction open. */
  async function* pages(filters: Filters): AsyncGenerator<readonly CustomerRow[]> {
    let end: PageEnd | undefined;
    for (;;) {
      const { rows, hasMore } = await customersPage({ ...filters, limit: ROWS_A_PAGE }, end);
      yield rows;
      const last = rows.at(-1);
      if (!hasMore || !last) return;
      end = [filters.sort === 'name' ? last.sort_name : last.created_at, last.id];
    }
  }

  on(
    exportCustomers,
    async ({ query: { search, sort } }) => ({
      body: csvOf(COLUMNS, pages({ search, sort })),
      filename: `customers-${salonDate(now(), timeZone)}.csv`,
    }),
    [customers],
  );
}
