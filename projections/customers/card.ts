import type { CustomerExport } from '../../src/contracts/customers/customer-export.ts';
import type { CustomerSummary } from '../../src/contracts/customers/customers.ts';
import type { Before, VisitSums } from '../../src/contracts/customers/visits.ts';
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

const sumOf = (numbers: readonly (number | null)[]): number | null => {
  const known = numbers.filter((number) => number !== null);
  return known.length > 0 ? known.reduce((sum, number) => sum + number, 0) : null;
};

/** The visits before, of all who are merged with a customer together. */
export function togetherBefore(each: readonly (Before | null)[]): Before | null {
  const all = each.filter((before) => before !== null);
  if (all.length === 0) return null;
  return {
    visits: sumOf(all.map(({ visits }) => visits)),
    first_visit: all.flatMap(({ first_visit }) => first_visit ?? []).sort()[0] ?? null,
    last_visit:
      all
        .flatMap(({ last_visit }) => last_visit ?? [])
        .sort()
        .at(-1) ?? null,
    spent_cents: sumOf(all.map(({ spent_cents }) => spent_cents)),
  };
}
