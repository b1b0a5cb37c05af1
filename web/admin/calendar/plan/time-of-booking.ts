import type { CalendarBooking } from '../../../../src/contracts/bookings/calendar.ts';
import { partsOf, type Stretch, stretchOf } from '../../../../src/salon/parts.ts';
import { type Interval, without } from '../../../../src/salon/slots.ts';

type Time = Pick<CalendarBooking, 'start' | 'end' | 'parts'>;

/** The time of an appointment, with its parts as the rules about time have them. */
export const timeOfBooking = ({ start, end, parts }: Time): Stretch =>
  stretchOf({
    start,
    end,
    parts: parts.map((part) => ({ resource: part.resource_id, start: part.start, end: part.end })),
  });

/** An appointment at another time of the same stylist. */
export const withTime = (booking: CalendarBooking, time: Stretch): CalendarBooking => ({
  ...booking,
  start: time.start,
  end: time.end,
  parts: partsOf(time).map(({ resource, start, end }) => ({
    resource_id: resource,
    kind: booking.parts[0]?.kind ?? '',
    start,
    end,
  })),
});

/** The gaps of an appointment in which its stylist is free. A cancelled one has none. */
export const gapsOf = ({ start, end, parts }: Time): readonly Interval[] =>
  parts.length === 0 ? [] : without([{ start, end }], parts);
