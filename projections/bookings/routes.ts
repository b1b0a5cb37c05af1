import {
  getCalendarFile,
  getManagedBooking,
  type ManagedBooking,
} from '../../src/contracts/bookings/manage.ts';
import type { MessageChannel } from '../../src/contracts/messages/message-words.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { bookingEntry } from '../../src/salon/booking-entry.ts';
import { calendarFile } from '../../src/salon/calendar-file.ts';
import { stylistOf } from '../../src/salon/parts.ts';
import { formatTime } from '../../src/salon/salon-time.ts';
import { isBeforeCutoff } from '../../src/salon/self-service.ts';
import { withStylist } from '../../src/salon/stylist-words.ts';
import type { StylistNaming } from '../stylist-of.ts';
import type { OwnBooking } from './own-booking.ts';
import { type BookingRow, bookings } from './projection.ts';
import { durationOf, servicesOf } from './row-fields.ts';

interface ManageRoutesDeps {
  readonly on: Mount;
  readonly ownBooking: OwnBooking;
  readonly links: { shortCodeOf(bookingId: string): string };
  /** Read anew for each request. */
  readonly salon: { readonly name: string; readonly phone: string; readonly address: string };
  /** By which of the ways that reach a customer messages leave that confirm a booking; undefined if that can't be said now. */
  confirmedBy(reached: Readonly<Record<MessageChannel, boolean>>): Promise<MessageChannel[] | undefined>;
  readonly stylists: Pick<StylistNaming, 'read'>;
  selfServiceCutoffHours(): number;
  readonly timeZone: string;
  readonly publicUrl: string;
  now(): Date;
}

export function manageRoutes(deps: ManageRoutesDeps): void {
  const {
    on,
    ownBooking,
    links,
    salon,
    confirmedBy,
    stylists,
    selfServiceCutoffHours,
    timeZone,
    publicUrl,
    now,
  } = deps;

  async function shown(booking: BookingRow): Promise<ManagedBooking> {
    const { appointment_date: date, start_minute: start, status } = booking;
    const reached = { sms: booking.sms_consent, email: booking.customer_email !== null };
    const confirmed_by = status === 'pending' ? await confirmedBy(reached) : undefined;
    const names = await stylists.read();
    const isUpcoming = status === 'pending' || status === 'confirmed';
    return {
      id: booking.id,
      short_code: links.shortCodeOf(booking.id),
      appointment_date: date,
      appointment_time: formatTime(start),
      services: servicesOf(booking),
      duration: durationOf(booking),
      ...names.of(stylistOf(booking)),
      total_amount: booking.total_amount,
      notes: booking.notes,
      customer_name: booking.customer_name,
      status,
      self_service:
        isUpcoming &&
        isBeforeCutoff({ date, start }, { cutoffHours: selfServiceCutoffHours(), timeZone, now: now() }),
      ...(confirmed_by && { confirmed_by }),
    };
  }

  async function calendarOf(booking: BookingRow): Promise<string> {
    const names = await stylists.read();
    const appointment = {
      bookingId: booking.id,
      version: booking.version,
      status: booking.status,
      date: booking.appointment_date,
      start: booking.start_minute,
      minutes: durationOf(booking),
      services: booking.services.map(({ name }) => name),
      stylist: withStylist(names.of(stylistOf(booking)).stylist),
      link: `${publicUrl}/b/${links.shortCodeOf(booking.id)}`,
    };
    const entry = bookingEntry(appointment, { ...salon, timeZone }, now());
    if (!entry) throw new Error('a booking never starts at a time that its day skips');
    return calendarFile(entry);
  }

  /** The customer's own change is shown, even where the read model hasn't come so far. */
  const asNewAs = ({ after }: { readonly after?: string | undefined }) =>
    after === undefined ? {} : { headers: { 'X-Projected-Position': after } };

  on(
    getManagedBooking,
    async (request) => {
      const booking = await ownBooking(request);
      return { body: await shown(booking), version: booking.version, ...asNewAs(request.query) };
    },
    [bookings],
  );

  on(
    getCalendarFile,
    async (request) => ({
      body: await calendarOf(await ownBooking(request)),
      filename: 'appointment.ics',
      ...asNewAs(request.query),
    }),
    [bookings],
  );
}
