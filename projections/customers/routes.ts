import { type CustomerExport, exportCustomer } from '../../src/contracts/customers/customer-export.ts';
import {
  type Customer,
  getCustomer,
  listCustomers,
  type MergedCustomer,
  MOST_HISTORY,
  type SamePerson,
} from '../../src/contracts/customers/customers.ts';
import type {
  CustomerBooking,
  LastVisitNote,
  VisitSums,
  Visits,
} from '../../src/contracts/customers/visits.ts';
import { togetherBefore } from '../../src/contracts/customers/visits-before.ts';
import { NO_CURSOR } from '../../src/contracts/paging.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { InvalidRequest } from '../../src/http/operation/parse.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { type OwnBookings, onlyOf, seesRevenue } from '../../src/http/operation/sight.ts';
import { refuse } from '../../src/http/refusal.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { isoInstant } from '../engine/json-rows.ts';
import { card, summary, sumsIn, withContacts } from './card.ts';
import type { Cursors } from './cursor.ts';
import { pageEnd, type ReadCustomersPage } from './list.ts';
import { contactsOfAll, type Person, type PersonReader, type Resembling, standsFor } from './person.ts';
import type { PersonExport } from './person-export.ts';
import { type CustomerRow, customers } from './projection.ts';
import { listedFor, profileFor } from './sight.ts';

interface CustomerQueryRoutesDeps {
  readonly on: Mount;
  readonly customersPage: ReadCustomersPage;
  readonly reader: PersonReader;
  readonly cursors: Cursors;
  /** The bookings of these customers, the latest first. */
  bookingsOf(
    customerIds: readonly string[],
    most: number,
  ): Promise<{ readonly bookings: CustomerExport['bookings']; readonly total: number }>;
  visitSums(customerIds: readonly string[]): Promise<VisitSums>;
  lastVisitNote(customerIds: readonly string[]): Promise<LastVisitNote | null>;
  /** The read models of the bookings: as staff see them, and of their facts. */
  readonly bookings: NamedModel;
  readonly appointments: NamedModel;
  readonly team: NamedModel;
  readonly exported: PersonExport;
  readonly ownBookings: OwnBookings;
  today(): SalonDate;
}

/** An export leaves nothing out. */
const ALL = 1_000_000;

/** All who were merged into a customer, directly or through others. */
function mergedInto(person: Person, id: string): MergedCustomer[] {
  const direct = person.merges.filter(({ into_id }) => into_id === id);
  return direct.flatMap((merge) => {
    const row = person.customers.get(merge.from_id);
    const { merge_id, into_id: into, merged_at } = merge;
    const own = row ? [{ ...withContacts(row), merge_id, into, merged_at: isoInstant(merged_at) }] : [];
    return [...own, ...mergedInto(person, merge.from_id)];
  });
}

/** The reason why two customers may be the same person: the contacts of both, in the form that they are compared in. */
function samePerson(
  person: Person,
  { row, contacts }: Resembling,
  { visits, last_visit, no_shows }: Visits,
): SamePerson {
  const shared = contactsOfAll(person.customers.values()).filter((contact) => contacts.includes(contact));
  const why = shared.map((line) => {
    const contact = line.startsWith('email:') ? 'email' : 'phone';
    return { contact, value: line.slice(contact.length + 1) } as const;
  });
  return { ...withContacts(row), visits, last_visit, no_shows, why };
}

/** A booking as the profile tells it: without what the person said of it. */
const customerBooking = ({
  id,
  customer_name,
  appointment_date,
  appointment_time,
  stylist,
  status,
  services,
  total_amount,
  visit_note,
  customer_id,
}: CustomerExport['bookings'][number]): CustomerBooking => ({
  id,
  customer_name,
  appointment_date,
  appointment_time,
  ...(stylist && { stylist }),
  status,
  services,
  total_amount,
  visit_note,
  customer_id,
});

/** Customers as staff see them. */
export function customerQueryRoutes(deps: CustomerQueryRoutesDeps): void {
  const {
    on,
    customersPage,
    reader,
    cursors,
    bookingsOf,
    visitSums,
    bookings,
    appointments,
    team,
    ownBookings,
  } = deps;

  async function known(id: string): Promise<{ person: Person; row: CustomerRow }> {
    const person = await reader.person(id);
    const row = person?.customers.get(id);
    if (!person || !row) throw refuse('customer-not-found');
    return { person, row };
  }

  /** A person and their bookings: read side by side, and again for the few who were merged with others. */
  async function withBookings(id: string, most: number) {
    const [found, own] = await Promise.all([known(id), bookingsOf([id], most)]);
    const ids = [...found.person.customers.keys()];
    return { ...found, history: ids.length === 1 ? own : await bookingsOf(ids, most) };
  }

  /** Customers who may be the same person, with their visits: also those of all who are merged with them. */
  async function resembling(person: Person): Promise<SamePerson[]> {
    const found = await reader.resembling(person);
    return Promise.all(
      found.map(async (other) => {
        const theirs = await reader.person(other.row.id);
        return samePerson(person, other, await visitSums([...(theirs?.customers.keys() ?? [])]));
      }),
    );
  }

  on(
    listCustomers,
    async ({ caller, query: { cursor, ...query } }) => {
      const { sort } = query;
      if (sort === '-spent_cents' && !seesRevenue(caller)) throw refuse('forbidden');
      const end = cursor === undefined ? undefined : cursors.read(sort, cursor);
      if (cursor !== undefined && end === undefined) {
        throw new InvalidRequest('validation-failed', [{ path: 'cursor', message: NO_CURSOR }]);
      }
      const { rows, total, hasMore } = await customersPage(query, end);
      const last = rows.at(-1);
      return {
        body: {
          customers: rows.map((row) =>
            listedFor(caller, { ...summary(row), ...sumsIn(row), before: row.before }),
          ),
          total,
          next_cursor: hasMore && last ? cursors.write(sort, pageEnd(query, last)) : null,
        },
      };
    },
    [customers, appointments],
  );

  on(
    getCustomer,
    async ({ caller, params: { id } }) => {
      const { person, row, history } = await withBookings(id, MOST_HISTORY);
      const ids = [...person.customers.keys()];
      const [same_person, sums, last_visit_note] = await Promise.all([
        onlyOf(caller) === undefined ? resembling(person) : [],
        visitSums(ids),
        deps.lastVisitNote(ids),
      ]);
      const body: Customer = {
        ...card(row),
        before: togetherBefore([...person.customers.values()].map(({ before }) => before)),
        merged_into: standsFor(person, id),
        merged: mergedInto(person, id),
        ...sumsIn(sums),
        last_visit_note,
        same_person,
        service_history: history.bookings.map(customerBooking),
        service_history_total: history.total,
      };
      return {
        body: await profileFor(caller, body, { ownBookings, today: deps.today() }),
        version: row.version,
      };
    },
    [customers, bookings, appointments, team],
  );

  on(
    exportCustomer,
    async ({ params: { id } }) => {
      const { person, history } = await withBookings(id, ALL);
      const body = await deps.exported(person, history.bookings);
      return { body, filename: `customer-${id}.json` };
    },
    [customers, bookings, team],
  );
}
