import type { Customer, ListedCustomer } from '../../src/contracts/customers/customers.ts';
import type { CustomerBooking } from '../../src/contracts/customers/visits.ts';
import {
  type OwnBookings,
  onlyOf,
  type Staff,
  seesPaid,
  seesRevenue,
} from '../../src/http/operation/sight.ts';
import { refuse } from '../../src/http/refusal.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';

const withoutSpent = <Of extends Pick<ListedCustomer, 'spent_cents' | 'before'>>({
  spent_cents: _,
  before,
  ...customer
}: Of) => ({ ...customer, before: before && { ...before, spent_cents: null } });

/** A line of the list: only owners see what a customer has spent. */
export const listedFor = (staff: Staff, customer: ListedCustomer): ListedCustomer =>
  seesRevenue(staff) ? customer : withoutSpent(customer);

const withoutTotal = ({ total_amount: _, ...booking }: CustomerBooking): CustomerBooking => booking;

/** A client's profile for their stylist: of visits with others the date and the services. @throws Refused `customer-not-found` */
async function clientOf(stylistId: string, customer: Customer, ownBookings: OwnBookings): Promise<Customer> {
  const { service_history: all, last_visit_note: note, no_shows: _, spent_cents: __, ...known } = customer;
  const own = await ownBookings(
    stylistId,
    all.map(({ id }) => id),
  );
  if (own.size === 0) throw refuse('customer-not-found');
  const others = all.filter(({ id, status }) => !own.has(id) && status !== 'cancelled');
  return {
    ...known,
    before: null,
    merged_into: null,
    merged: [],
    same_person: [],
    last_visit_note: note && own.has(note.booking_id) ? note : null,
    service_history: all.filter(({ id }) => own.has(id)),
    service_history_total: own.size,
    other_visits: others.map(({ appointment_date, services }) => ({
      appointment_date,
      services: services.map(({ name }) => name),
    })),
  };
}

/** A customer's profile as somebody of the staff sees it. */
export async function profileFor(
  staff: Staff,
  customer: Customer,
  { ownBookings, today }: { readonly ownBookings: OwnBookings; readonly today: SalonDate },
): Promise<Customer> {
  const stylistId = onlyOf(staff);
  if (stylistId !== undefined) return clientOf(stylistId, customer, ownBookings);
  if (seesRevenue(staff)) return customer;
  return {
    ...withoutSpent(customer),
    service_history: customer.service_history.map((visit) =>
      seesPaid(staff, visit, today) ? visit : withoutTotal(visit),
    ),
  };
}
