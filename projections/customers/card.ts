import type { CustomerExport } from '../../src/contracts/customers/customer-export.ts';
import type { CustomerSummary } from '../../src/contracts/customers/customers.ts';
import type { VisitSums } from '../../src/contracts/customers/visits.ts';
import { distinctEmails, distinctPhones } from '../../src/salon/contacts.ts';
import { isoInstant } from '../engine/json-rows.ts';
import type { CustomerRow } from './projection.ts';

const phonesOf = ({ phones }: CustomerRow) => distinctPhones(phones).map(({ phone }) => phone);

/** A customer as a line of a list. */
export function summary(row: CustomerRow): CustomerSummary {
  const { id, birthday_month, birthday_day } = row;
  return {
    id,
    name: row.name ?? '',
    email: row.emails[0] ?? null,
    phone: row.phones[0]?.phone ?? null,
    birthday_month,
    birthday_day,
    created_at: isoInstant(row.created_at),
  };
}

export const sumsIn = ({ visits, last_visit, next_visit, spent_cents, no_shows }: VisitSums): VisitSums => ({
  visits,
  last_visit,
  next_visit,
  spent_cents,
  no_shows,
});

/** A line of a list, with all contacts. */
export const withContacts = (row: CustomerRow) => ({
  ...summary(row),
  other_emails: distinctEmails(row.emails).slice(1),
  other_phones: phonesOf(row).slice(1),
});

/** All that is on a customer's card. */
export const card = (row: CustomerRow): CustomerExport['customers'][number] => ({
  ...withContacts(row),
  notes: row.notes,
  before: row.before,
});
