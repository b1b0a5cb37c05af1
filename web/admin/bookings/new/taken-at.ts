import { type CalendarDay, isTheirs } from '../../../../src/contracts/bookings/calendar.ts';
import { partsOf, type Stretch } from '../../../../src/salon/parts.ts';
import { type Interval, overlaps } from '../../../../src/salon/slots.ts';
import type { Minutes } from '../../../../src/salon/time-text.ts';
import { customerName } from '../booking-text.ts';

/** A part of the day that is taken: by an appointment, or by a block. */
export interface Taken extends Interval {
  /** The person or the reason that takes it, within a sentence. */
  readonly words: string;
  /** The appointment, if it is one. */
  readonly booking?: CalendarDay['bookings'][number];
}

/** The part of the day that a minute is in, the next one after it, and all later ones. @param stylistId of whose day; left out where the salon is no team */
export function takenAt(
  { bookings, blocks }: Pick<CalendarDay, 'bookings' | 'blocks'>,
  minute: Minutes,
  stylistId?: string,
): { readonly now: Taken | undefined; readonly next: Taken | undefined; readonly later: readonly Taken[] } {
  const taken: readonly Taken[] = [
    ...bookings.flatMap((booking) =>
      booking.parts
        .filter(isTheirs(stylistId))
        .map(({ start, end }) => ({ start, end, words: customerName(booking), booking })),
    ),
    ...blocks
      .filter(isTheirs(stylistId))
      .map(({ start, end, reason }) => ({ start, end, words: reason ?? 'a blocked time' })),
  ].sort((a, b) => a.start - b.start);
  const later = taken.filter(({ start }) => start > minute);
  return { now: taken.find(({ start, end }) => start <= minute && minute < end), next: later[0], later };
}

/** The first of what comes later on the day that is in the way of a time; nothing is that lies in the time's gap. */
export const inTheWayOf = <T extends Interval>(time: Stretch, later: readonly T[]): T | undefined =>
  later.find((one) => partsOf(time).some((part) => overlaps(part, one)));
