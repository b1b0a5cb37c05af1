import {
  type Availability,
  getAvailability,
  getAvailabilityDays,
  getNextFree,
  getNextFreeByStylist,
} from '../../src/contracts/bookings/availability.ts';
import { getManageAvailability } from '../../src/contracts/bookings/manage.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import type { NamedModel } from '../../src/http/operation/projected.ts';
import { type Part, stretchOf } from '../../src/salon/parts.ts';
import { formatTime, type Minutes, type SalonDate } from '../../src/salon/salon-time.ts';
import type { OutlookReader } from './outlook.ts';
import { availability } from './projection.ts';
import type { AvailabilityReader, DayTimes } from './queries.ts';
import type { OwnSlot } from './stored-days.ts';

/** The part of a booking on which the times it can be moved to depend. */
export interface MovableBooking {
  readonly appointment_date: SalonDate;
  readonly slot_id: string;
  readonly start_minute: Minutes;
  readonly end_minute: Minutes;
  readonly parts: readonly Part[] | null;
}

export const ownSlotOf = ({
  slot_id: slotId,
  start_minute: start,
  end_minute: end,
  parts,
}: MovableBooking): OwnSlot => ({
  slotId,
  ...stretchOf({ start, end, parts }),
});

interface AvailabilityRoutesDeps {
  readonly on: Mount;
  readonly reader: AvailabilityReader;
  readonly outlook: OutlookReader;
  /** @throws `unknown-stylist` */
  checkStylist(id: string | undefined): void;
  now(): Date;
  ownBooking(request: {
    readonly caller: { readonly bookingId: string };
    readonly query: { readonly after?: string | undefined };
  }): Promise<MovableBooking>;
  /** The read model that it is in. */
  readonly bookings: NamedModel;
}

/** A day's times as the contract has them. */
const timesOf = (date: SalonDate, { blocked, closed, starts }: DayTimes): Availability => ({
  date,
  blocked,
  closed,
  slots: starts.map(formatTime),
});

/** Free times: for services that a visitor has chosen, and for a booking that its customer moves. */
export function availabilityRoutes({
  on,
  reader,
  outlook,
  checkStylist,
  now,
  ownBooking,
  bookings,
}: AvailabilityRoutesDeps): void {
  on(
    getAvailability,
    async ({ query: { date, services: serviceIds, stylist_id: stylistId, hold_id } }) => ({
      body: timesOf(date, await reader.forServices(date, { serviceIds, stylistId }, hold_id)),
    }),
    [availability],
  );

  on(
    getAvailabilityDays,
    async ({ query: { from, to, services: serviceIds, stylist_id: stylistId } }) => ({
      body: await reader.days(from, to, { serviceIds, stylistId }),
    }),
    [availability],
  );

  // The front page asks for one time alone: with the wizard's operations it would need three requests in a row and more scripts.
  on(
    getNextFree,
    async ({ query }) => {
      // Before the whole range is read: answers about stylists who don't exist are kept for nobody.
      checkStylist(query.stylist_id);
      const { nextFree: next } = await outlook(now(), query.stylist_id);
      return { body: { next_free: next && { date: next.date, time: formatTime(next.start) } } };
    },
    [availability],
  );

  on(
    getNextFreeByStylist,
    async ({ query }) => {
      const stylists = await reader.nextByStylist(query.services);
      return {
        body: stylists.map(({ stylistId: stylist_id, next }) => ({
          stylist_id,
          next_free: next && { date: next.date, time: formatTime(next.start) },
        })),
      };
    },
    [availability],
  );

  on(
    getManageAvailability,
    async (request) => {
      const { date } = request.query;
      const { isStylistUnavailable, ...times } = await reader.forBooking(
        date,
        ownSlotOf(await ownBooking(request)),
      );
      const unavailable = isStylistUnavailable ? { stylist_unavailable: true as const } : {};
      return { body: { ...timesOf(date, times), ...unavailable } };
    },
    [availability, bookings],
  );
}
