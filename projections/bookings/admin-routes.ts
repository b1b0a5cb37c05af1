import type { AdminBookingDetails } from '../../src/contracts/bookings/admin-booking.ts';
import { getAdminBooking, listAdminBookings } from '../../src/contracts/bookings/admin-bookings.ts';
import { bookingCursorText } from '../../src/contracts/bookings/booking-order.ts';
import type { Moment } from '../../src/contracts/moment.ts';
import type { CallerOf } from '../../src/http/operation/caller.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { onlyOf, seesPrivateLinks } from '../../src/http/operation/sight.ts';
import { refuse } from '../../src/http/refusal.ts';
import { isoInstant } from '../engine/json-rows.ts';
import type { StylistNaming } from '../stylist-of.ts';
import { adminBookings } from './admin-booking.ts';
import { type createBookingsPage, pageEnd } from './admin-list.ts';
import { createBookingAt, type PastDeps } from './booking-at.ts';
import { type BookingRow, bookings } from './projection.ts';
import type { createBookingWithVisits, createLastVisitNote, createVisitsBefore } from './visits.ts';

interface KnownPerson {
  readonly customerIds: readonly string[];
  readonly notes: string | null;
}

interface AdminBookingRoutesDeps {
  readonly on: Mount;
  bookingsPage: ReturnType<typeof createBookingsPage>;
  readonly bookingWithVisits: ReturnType<typeof createBookingWithVisits>;
  readonly links: { tokenOf(bookingId: string): string };
  optOutOf(number: string | null): Promise<AdminBookingDetails['opted_out']>;
  /** A customer and all who are merged with them, with the notes on their cards. */
  personOf(customerId: string): Promise<KnownPerson | null>;
  readonly visitsBefore: ReturnType<typeof createVisitsBefore>;
  readonly lastVisitNote: ReturnType<typeof createLastVisitNote>;
  /** The read model of the customers. */
  readonly customers: NamedModel;
  readonly past: PastDeps;
  readonly stylists: StylistNaming;
  readonly publicUrl: string;
  readonly timeZone: string;
  now(): Date;
}

/** The bookings as staff see them. */
export function adminBookingRoutes(deps: AdminBookingRoutesDeps): void {
  const { on, bookingsPage, bookingWithVisits, links, optOutOf, past, stylists, publicUrl, timeZone, now } =
    deps;
  const bookingAt = createBookingAt(past, stylists, timeZone);

  /** @param visits of the customer that the booking is linked to, who may be merged with others */
  async function knownOf(row: BookingRow, visits: number) {
    const person = row.customer_id === null ? null : await deps.personOf(row.customer_id);
    if (!person) return { customer_notes: null, last_visit_note: null, earlier_visits: 0 };
    const { customerIds, notes } = person;
    const [earlier_visits, last_visit_note] = await Promise.all([
      customerIds.length === 1 ? visits : deps.visitsBefore(customerIds, row.id),
      deps.lastVisitNote(customerIds, row),
    ]);
    return { customer_notes: notes, last_visit_note, earlier_visits };
  }

  function linkOf(id: string, caller: CallerOf<'admin'>) {
    if (!seesPrivateLinks(caller)) return {};
    const management_token = links.tokenOf(id);
    return { management_token, manage_url: `${publicUrl}/m/${management_token}` };
  }

  /** @param today the same booking as it is now; undefined if it was deleted since */
  async function detailsAt(id: string, moment: Moment, today: BookingRow | undefined) {
    const details = await bookingAt(id, moment, today);
    if (!details) throw refuse('booking-not-found');
    const customerId = today?.customer_id ?? null;
    const [person, opted_out] = await Promise.all([
      customerId === null ? null : deps.personOf(customerId),
      today ? optOutOf(today.customer_phone_e164) : null,
    ]);
    return {
      ...details,
      customer_notes: person?.notes ?? null,
      visit_note: today?.visit_note ?? null,
      last_visit_note: person && today ? await deps.lastVisitNote(person.customerIds, today) : null,
      opted_out,
      proven_contacts: [...(today?.proven_contacts ?? [])],
    };
  }

  on(
    listAdminBookings,
    async ({ caller, query }) => {
      const names = await stylists.read();
      names.check(query.stylist_id);
      const { rows, total, hasMore } = await bookingsPage({ ...query, onlyOf: onlyOf(caller) });
      const list = rows.map(adminBookings({ timeZone, now: now(), stylists: names, listedFor: caller }));
      const last = rows.at(-1);
      const next_cursor = hasMore && last ? bookingCursorText(pageEnd(query, last)) : null;
      return { body: { bookings: list, total, next_cursor } };
    },
    [bookings, stylists.model],
  );

  on(
    getAdminBooking,
    async ({ caller, params: { id }, moment }) => {
      const booking = await bookingWithVisits(id);
      const link = linkOf(id, caller);
      // Of a client's other visits a stylist doesn't see the notes.
      const cut = onlyOf(caller) !== undefined && { last_visit_note: null };
      if (moment) return { body: { ...(await detailsAt(id, moment, booking?.row)), ...link, ...cut } };
      if (!booking) throw refuse('booking-not-found');
      const { row, visits } = booking;
      const [known, opted_out, names] = await Promise.all([
        knownOf(row, visits),
        optOutOf(row.customer_phone_e164),
        stylists.read(),
      ]);
      const body = {
        ...adminBookings({ timeZone, now: now(), stylists: names })(row),
        ...known,
        visit_note: row.visit_note,
        opted_out,
        sms_consent_said: { at: isoInstant(row.consent_at), by: row.consent_by },
        proven_contacts: [...row.proven_contacts],
        ...link,
        ...cut,
      };
      return { body, version: row.version };
    },
    [bookings, deps.customers, stylists.model],
    past.models,
  );
}
