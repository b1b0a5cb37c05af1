import { z } from 'zod';
import { DAY_MINUTES } from '../../salon/time-text.ts';
import { daysField, NamedStylist, SalonDateField, StylistIdField, UuidField } from '../fields.ts';
import { OptionalMoment } from '../moment.ts';
import { defineOperation } from '../operation.ts';
import { countField } from '../paging.ts';
import { HoursFrom } from '../salon/hours-from.ts';
import { Payment } from './admin-booking.ts';
import { BookingStatus } from './bookings.ts';

/** Enough for the six weeks of a month's grid, and for scrolling. */
const MAX_CALENDAR_DAYS = 100;
const MOST_PER_DAY = 100;

/** Minutes since the salon's midnight. */
const Minutes = z.int().min(0).max(DAY_MINUTES);

/** A column of the calendar: a person or a thing that a booking occupies. */
const Resource = z.object({
  id: z.string(),
  /** Such as `stylist`. A client ignores kinds that it doesn't know. */
  kind: z.string(),
  /** Null once it was erased. */
  name: z.string().nullable(),
  order: z.int(),
  /** Takes no appointments any more. */
  is_inactive: z.literal(true).optional(),
});

/** The time for which a booking occupies one resource. */
const Part = z.object({ resource_id: z.string(), kind: z.string(), start: Minutes, end: Minutes });

/**
 * A booking in the calendar. For a past moment it has the facts as they stood then, and personal data as it stands today.
 */
export const CalendarBooking = z.object({
  id: UuidField,
  /** Only for a past moment: the booking has been deleted since, with everything personal. */
  is_deleted: z.literal(true).optional(),
  /** The value for `If-Match`. */
  version: z.int().positive(),
  status: BookingStatus,
  start: Minutes,
  end: Minutes,
  /** True if the booking doesn't lie within the opening hours; in the calendar of a moment, within those of then. */
  outside_hours: z.boolean(),
  /** Null once the person was erased, as are the phone number and the notes. */
  customer_name: z.string().nullable(),
  customer_phone: z.string().nullable(),
  services: z.array(z.object({ id: z.string(), name: z.string(), duration: z.int().positive() })),
  total_amount: z.string(),
  /** Price by the catalogue when the appointment was booked; null if one of its services has no fixed price. */
  catalogue_amount: z.string().nullable(),
  /** The payments that make the recorded amount; empty if no amount was recorded. */
  payments: z.array(Payment),
  /** As in the list of bookings. */
  paid_left_out: z.literal(true).optional(),
  notes: z.string().nullable(),
  sms_consent: z.boolean(),
  /** The one who does it; left out where the salon is no team. The name is null once it was erased. */
  stylist: NamedStylist.optional(),
  /** The times that the booking occupies. Empty if it is cancelled. */
  parts: z.array(Part),
});
export type CalendarBooking = z.infer<typeof CalendarBooking>;

export const CalendarDay = z.object({
  date: SalonDateField,
  /** The whole salon is closed on this date. */
  blocked: z.boolean(),
  /** Whether the hours are this date's own or those of every week. */
  hours_from: HoursFrom,
  /** The opening hours of this date, in order. `resource_id` null: of the salon. */
  hours: z.array(
    z.object({
      /** Id of weekly hours, whose change changes every week; null for hours of this date alone. */
      id: UuidField.nullable(),
      resource_id: z.string().nullable(),
      start: Minutes,
      end: Minutes,
      is_available: z.boolean(),
    }),
  ),
  /** The hours of the stylists who have some of their own, within the salon's; left out where the salon is no team. */
  own_hours: z
    .array(
      z.object({
        resource_id: z.string(),
        /** Whether they are of this date alone or of every week. */
        from: HoursFrom,
        windows: z.array(z.object({ start: Minutes, end: Minutes })),
      }),
    )
    .optional(),
  /** Blocked times; that of a blocked date is the whole day. `resource_id` null: of everybody. */
  blocks: z.array(
    z.object({
      id: UuidField,
      resource_id: z.string().nullable(),
      start: Minutes,
      end: Minutes,
      /** Null once it was erased; in the calendar of a moment also once the block was removed. */
      reason: z.string().nullable(),
    }),
  ),
  /** Only for a stylist: when others have appointments. Those aren't among `bookings`. */
  busy: z.array(z.object({ resource_id: z.string(), start: Minutes, end: Minutes })).optional(),
  /** Bookings by start, cancelled ones included. With `per_day`, those that `firstOfDay` chooses, in its order. */
  bookings: z.array(CalendarBooking),
  /** Number of the day's bookings that aren't listed; more than 0 only if the query set `per_day`. */
  left_out: z.object({ booked: z.int().min(0), cancelled: z.int().min(0) }),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

/** The hours of a day in which it can be booked: those that aren't switched off. */
export const openHours = ({ hours }: Pick<CalendarDay, 'hours'>): CalendarDay['hours'] =>
  hours.filter(({ is_available }) => is_available);

export const Calendar = OptionalMoment.extend({
  resources: z.array(Resource),
  /** Every day of the range, in order. */
  days: z.array(CalendarDay),
});
export type Calendar = z.infer<typeof Calendar>;

/** Makes a test for what is a stylist's or everybody's; with no stylist, for anything. */
export const isTheirs =
  (stylistId: string | undefined) =>
  ({ resource_id }: { readonly resource_id: string | null }): boolean =>
    stylistId === undefined || resource_id === null || resource_id === stylistId;

/** The hours of a stylist on a day; without one, the salon's. */
export const hoursOf = (
  day: Pick<CalendarDay, 'hours' | 'own_hours'>,
  resourceId: string | undefined,
): readonly { readonly start: number; readonly end: number }[] =>
  day.own_hours?.find(({ resource_id }) => resource_id === resourceId)?.windows ?? openHours(day);

type WithStatus = { readonly status: BookingStatus };

export function countByKind(bookings: readonly WithStatus[]): CalendarDay['left_out'] {
  const cancelled = bookings.filter(({ status }) => status === 'cancelled').length;
  return { booked: bookings.length - cancelled, cancelled };
}

/**
 * The appointments of a day that there is room for: the first ones, with cancelled ones after all others.
 *
 * @param bookings the day's appointments, sorted by start
 */
export const firstOfDay = <Booking extends WithStatus>(
  bookings: readonly Booking[],
  room: number,
): Booking[] =>
  [
    ...bookings.filter(({ status }) => status !== 'cancelled'),
    ...bookings.filter(({ status }) => status === 'cancelled'),
  ].slice(0, room);

/** The days that a calendar is asked for. */
export const CalendarDays = daysField(MAX_CALENDAR_DAYS);

const CalendarQuery = CalendarDays.safeExtend({
  /**
   * Limits the appointments of each day, chosen by `firstOfDay`. The month view has no room for more, and all appointments
   * of a busy month would be 210 KB instead of 43. If left out, as in the views of a day and a week, all are returned.
   */
  per_day: countField(MOST_PER_DAY).optional(),
  /** Only the appointments of one stylist, and when nothing can be booked with them. */
  stylist_id: StylistIdField.optional(),
});

export const getCalendar = defineOperation({
  method: 'get',
  path: '/api/admin/calendar',
  summary:
    'Appointments, hours and blocked dates of a range of days, as they are or as they were at a moment',
  caller: 'admin',
  roles: 'all',
  area: 'bookings',
  query: CalendarQuery,
  answer: { status: 200, body: Calendar },
  isProjected: true,
  moment: 'if asked',
  problems: ['unknown-stylist'],
});
