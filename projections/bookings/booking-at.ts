import type { AdminBookingDetails } from '../../src/contracts/bookings/admin-booking.ts';
import type { Moment } from '../../src/contracts/moment.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { type Minutes, type SalonDate, salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import type { StylistNaming } from '../stylist-of.ts';
import { type AdminRow, adminBookings } from './admin-booking.ts';
import type { BookingRow } from './projection.ts';

type PersonalColumn = 'customer_name' | 'customer_email' | 'customer_phone' | 'notes';

/** The facts of a booking as they stood. */
type BookingFacts = Omit<AdminRow, PersonalColumn | 'created_at'> & {
  /** ISO-8601 UTC instants. */
  readonly requested_at: string;
  readonly consent_at: string;
  readonly consent_by: AdminBookingDetails['sms_consent_said']['by'];
};

/** A booking as it stood at a position. */
export interface PastDeps {
  /** Undefined if it hadn't been booked, or was deleted. */
  appointmentAt(id: string, position: Position): Promise<BookingFacts | undefined>;
  /** The customers who were one person with a customer, themselves among them. */
  samePersonAt(customerId: string, position: Position): Promise<readonly string[]>;
  /** The bookings that were ever linked to one of some customers. */
  bookingsEverOf(customerIds: readonly string[]): Promise<readonly string[]>;
  visitsBefore(asked: {
    readonly customerIds: readonly string[];
    readonly everTheirs: readonly string[];
    readonly appointment: BookingFacts;
    readonly position: Position;
    readonly today: SalonDate;
    readonly minute: Minutes;
  }): Promise<number>;
  /** The read models that these read besides those of a booking of now. */
  readonly models: readonly NamedModel[];
}

/** The answer for a past moment, besides personal data, which is only today's. */
type DetailsAt = Omit<
  AdminBookingDetails,
  | 'customer_notes'
  | 'visit_note'
  | 'last_visit_note'
  | 'opted_out'
  | 'proven_contacts'
  | 'management_token'
  | 'manage_url'
>;

const DELETED = { customer_name: null, customer_email: null, customer_phone: null, notes: null };

/**
 * Makes a function that tells the facts of a booking as they stood, with what is personal as it is today.
 *
 * @returns undefined if there was no such booking then
 */
export function createBookingAt(past: PastDeps, stylists: StylistNaming, timeZone: string) {
  return async (
    id: string,
    moment: Moment,
    today: BookingRow | undefined,
  ): Promise<DetailsAt | undefined> => {
    const { position, as_of } = moment;
    const facts = await past.appointmentAt(id, position);
    if (!facts || as_of === null) return undefined;
    const now = new Date(as_of);
    const customerIds =
      facts.customer_id === null ? [] : await past.samePersonAt(facts.customer_id, position);
    const earlier_visits =
      customerIds.length === 0
        ? 0
        : await past.visitsBefore({
            customerIds,
            everTheirs: await past.bookingsEverOf(customerIds),
            appointment: facts,
            position,
            today: salonDate(now, timeZone),
            minute: salonMinutes(now, timeZone),
          });
    const { customer_name, customer_email, customer_phone, notes } = today ?? DELETED;
    const person = { customer_name, customer_email, customer_phone, notes };
    return {
      ...moment,
      ...adminBookings({ timeZone, now, stylists: await stylists.read() })({
        ...facts,
        ...person,
        created_at: facts.requested_at,
      }),
      ...(!today && ({ is_deleted: true } as const)),
      earlier_visits,
      sms_consent_said: { at: facts.consent_at, by: facts.consent_by },
    };
  };
}
