import { type Column, csvOf, pagesOf } from '../../src/adapters/csv.ts';
import { togetherBefore } from '../../src/contracts/customers/visits-before.ts';
import { exportCustomers } from '../../src/contracts/exports.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { instantAs } from '../../src/salon/instant-text.ts';
import { isoInstant } from '../engine/json-rows.ts';
import { withContacts } from './card.ts';
import { type ListedRow, pageEnd, type ReadCustomersPage } from './list.ts';
import { customers } from './projection.ts';

interface CustomerExportDeps {
  readonly on: Mount;
  readonly customersPage: ReadCustomersPage;
  /** The read model of the bookings' facts. */
  readonly appointments: NamedModel;
  readonly timeZone: string;
  now(): Date;
}

/** Joins contacts in the way of Google's files, which our import reads, too. */
const joined = (contacts: readonly string[]): string => contacts.join(' ::: ');

const ever = (row: ListedRow) => togetherBefore([row, row.before]);

const COLUMNS: readonly Column<ListedRow>[] = [
  { title: 'Name', value: (row) => row.name },
  { title: 'Email', value: (row) => row.emails[0] ?? null },
  { title: 'Other emails', value: (row) => joined(withContacts(row).other_emails) },
  { title: 'Phone', value: (row) => row.phones[0]?.phone ?? null },
  { title: 'Other phones', value: (row) => joined(withContacts(row).other_phones) },
  { title: 'Birthday month', value: (row) => row.birthday_month },
  { title: 'Birthday day', value: (row) => row.birthday_day },
  { title: 'Notes', value: (row) => row.notes },
  { title: 'Last visit', value: (row) => row.last_visit },
  { title: 'Next visit', value: (row) => row.next_visit },
  { title: 'Visits', value: (row) => row.visits },
  { title: 'Spent in dollars', value: (row) => row.spent_cents / 100 },
  // With the visits before, as an import of this file brings them back.
  { title: 'First visit ever', value: (row) => ever(row)?.first_visit ?? null },
  { title: 'Last visit ever', value: (row) => ever(row)?.last_visit ?? null },
  { title: 'Visits ever', value: (row) => ever(row)?.visits ?? 0 },
  { title: 'Spent ever in dollars', value: (row) => (ever(row)?.spent_cents ?? 0) / 100 },
  { title: 'Customer since (UTC)', value: (row) => isoInstant(row.created_at) },
  { title: 'Id', value: (row) => row.id },
];

/** The list of customers as a file for spreadsheets. */
export function customerExportRoutes(deps: CustomerExportDeps): void {
  const { on, customersPage, appointments, timeZone, now } = deps;
  on(
    exportCustomers,
    async ({ query }) => {
      const pages = pagesOf<ListedRow>((last, limit) =>
        customersPage({ ...query, limit }, last && pageEnd(query, last)),
      );
      return {
        body: csvOf(COLUMNS, pages),
        filename: `customers-${instantAs(now(), timeZone, 'yyyy-MM-dd')}.csv`,
      };
    },
    [customers, appointments],
  );
}
