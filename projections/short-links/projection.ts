import { BOOKING, bookingEventTypes, idOfBooking } from '../../src/features/booking/appointment/events.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';

/** Short codes are derived from the booking's id and a secret; only their hash is stored. */
export interface ShortCodes {
  shortCodeOf(bookingId: string): string;
  shortCodeHash(code: string): string;
}

type ShortLinkRow = {
  readonly booking_id: string;
  readonly code_hash: string;
};

/** The projection without its tables, which need the secret. */
export const SHORT_LINKS = { name: 'short_links', version: 1 } as const;

/** Name of the live table. */
export const SHORT_LINKS_TABLE = sqlName(SHORT_LINKS, SHORT_LINKS);

/** The booking of each short link. */
export function shortLinks(codes: ShortCodes): Projection {
  const table = defineTable({
    name: SHORT_LINKS.name,
    streams: `${BOOKING}-`,
    eventTypes: bookingEventTypes,
    key: 'booking_id',
    rowPerStream: true,
    columns: { booking_id: 'uuid', code_hash: 'text' },
    indexes: ['code_hash'],
    keyOf: (event) =>
      event.type === 'BookingRequested' || event.type === 'BookingDeleted' ? idOfBooking(event.stream) : null,
    evolve(row: ShortLinkRow | undefined, event): ShortLinkRow | null {
      switch (event.type) {
        case 'BookingRequested': {
          const bookingId = idOfBooking(event.stream);
          return { booking_id: bookingId, code_hash: codes.shortCodeHash(codes.shortCodeOf(bookingId)) };
        }
        case 'BookingDeleted':
          return null;
        default:
          return row ?? null;
      }
    },
  });
  return { ...SHORT_LINKS, tables: [table] };
}
