import { isMissingTable } from '../../src/adapters/postgres/outage.ts';
import type { EventStore, Position, RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { upcast } from '../../src/eventsourcing/event-types.ts';
import { BOOKING, bookingEventTypes } from '../../src/features/booking/appointment/events.ts';
import { refuse } from '../../src/http/refusal.ts';
import { type BookingRow, bookings } from './projection.ts';
import type { BookingById } from './queries.ts';

interface OwnBookingDeps {
  readonly bookingById: BookingById;
  /** The position that the read model of bookings has reached. */
  position(): Promise<Position>;
  readonly log: Pick<EventStore, 'read'>;
  /** Opens the personal parts of events. */
  open(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]>;
  /** Whether the booking's private link has ended. */
  hasEnded(booking: BookingRow): boolean;
}

const [table] = bookings.tables;

/**
 * The booking of a private link. Its row may be missing or older than the customer's own change, however long an open transaction
 * or a rebuild keeps the read model back. Then the booking is read from its stream, as the read model would fold it.
 */
export function createOwnBooking({ bookingById, position, log, open, hasEnded }: OwnBookingDeps) {
  async function recorded(bookingId: string): Promise<BookingRow> {
    const events = await log.read(`${BOOKING}-${bookingId}`);
    // The signature says that the booking was accepted.
    if (events.length === 0) throw refuse('booking-being-recorded');
    let row: BookingRow | undefined;
    for (const event of await open(events)) {
      const known = upcast(event, bookingEventTypes);
      if (table?.keyOf(known) === bookingId) row = (table.evolve(row, known) ?? undefined) as typeof row;
    }
    if (!row) throw refuse('booking-not-found');
    if (hasEnded(row)) throw refuse('unauthorized');
    return row;
  }

  async function known(bookingId: string): Promise<BookingRow | null> {
    try {
      return await bookingById(bookingId);
    } catch (error) {
      if (isMissingTable(error)) return null;
      throw error;
    }
  }

  return async ({
    caller: { bookingId },
    query: { after },
  }: {
    readonly caller: { readonly bookingId: string };
    readonly query: { readonly after?: Position | undefined };
  }): Promise<BookingRow> => {
    const isBehind = after !== undefined && (await position()) < after;
    return (isBehind ? null : await known(bookingId)) ?? recorded(bookingId);
  };
}

export type OwnBooking = ReturnType<typeof createOwnBooking>;
