import { z } from 'zod';
import { PositionField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { CalendarDays } from './calendar.ts';

/** A change of a range of days, and where the calendar is right after it. */
const CalendarChange = z.object({
  /** The calendar after the change is that at this position. */
  position: PositionField,
  /** UTC instant, by the clock of the process that decided the event. */
  at: z.iso.datetime(),
  event_id: UuidField,
  /**
   * Such as `Freya Santos moved from 2 PM to 3 PM on Thu, Dec 3, 2026`. Customers have the names of today: an erased one is an `Erased
   * customer`, and a `Deleted appointment` has none.
   */
  what: z.string(),
});
export type CalendarChange = z.infer<typeof CalendarChange>;

/** Types of events on a booking that change nothing in the calendar of a past moment: personal data is shown as it is today. */
export const NOT_IN_CALENDAR: ReadonlySet<string> = new Set([
  'BookingLinked',
  'BookingContactCorrected',
  'CustomerArrived',
  'ArrivalTakenBack',
  'VisitNoted',
]);

export const listCalendarChanges = defineOperation({
  method: 'get',
  path: '/api/admin/calendar/moments',
  summary: 'The changes of a range of days, the newest first, to look at the calendar after each of them',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  query: CalendarDays.safeExtend({ cursor: PositionField.optional() }),
  answer: {
    status: 200,
    body: z.object({
      /** The changes. The field is named after the address, which other programs know. */
      moments: z.array(CalendarChange),
      /** Cursor of the next part, which is earlier; null when there is none. */
      next_cursor: z.string().nullable(),
    }),
  },
  isProjected: true,
});
