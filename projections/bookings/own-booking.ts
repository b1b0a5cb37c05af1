import type { Position } from '../../src/eventsourcing/event-store.ts';
import type { ProjectionWait } from '../../src/http/operation/projected.ts';
import { refuse } from '../../src/http/refusal.ts';
import { type BookingRow, bookings } from './projection.ts';
import type { BookingById } from './queries.ts';

interface OwnBookingDeps {
  readonly bookingById: BookingById;
  readonly waitForProjection: ProjectionWait;
  /** The end of the log. */
  head(): Promise<Position>;
}

/**
 * The booking of a private link. The link's signature says that there is one, so the read model that doesn't know it yet
 * is waited for as with `?after=`; one that it doesn't know then was deleted.
 */
export function createOwnBooking({ bookingById, waitForProjection, head }: OwnBookingDeps) {
  return async ({
    caller: { bookingId },
    from,
  }: {
    readonly caller: { readonly bookingId: string };
    readonly from: { readonly address: string };
  }): Promise<BookingRow> => {
    const known = await bookingById(bookingId);
    if (known) return known;
    await waitForProjection([bookings], await head(), from.address);
    const booking = await bookingById(bookingId);
    if (!booking) throw refuse('booking-not-found');
    return booking;
  };
}

export type OwnBooking = ReturnType<typeof createOwnBooking>;
