import { z } from 'zod';
import { SalonDateField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { countField } from '../paging.ts';
import { BookingStatus } from './bookings.ts';

/** Six weeks of a month's grid, with room to scroll. */
const MAX_CALENDAR_DAYS = 100;
const DAY_MS = 86_400_000;
const MOST_PER_DAY = 100;

/** Minutes since the salon's midnight. */
const Minutes = z.int().min(0).max(1440);

/** A column of the calendar: who, or what, an appointment occupies. */
const Resource = z.object({
  id: z.string(),
  /** `stylist`; a client ignores kinds that it doesn't know. */
  kind: z.string(),
  name: z.string(),
  order: z.int(),
});

/** The time that an appointment occupies of one resource. */
const Part = z.object({ resource_id: z.string(), kind: z.string(), start: Minutes, end: Minutes });

/** An appointment in the calendar. */
export const CalendarBooking = z.object({
  id: UuidField,
  /** For `If-Match`. */
  version: z.int().positive(),
  status: BookingStatus,
  start: Minutes,
  end: Minutes,
  /** It doesn't lie within opening hours as they are now. */
  outside_hours: z.boolean(),
  /** Null once the person was erased, like the phone and the notes. */
  customer_name: z.string().nullable(),
  customer_phone: z.string().nullable(),
  services: z.array(z.object({ id: z.string(), name: z.string(), duration: z.int().positive() })),
  total_amount: z.string(),
  notes: z.string().nullable(),
  sms_consent: z.boolean(),
  /** What it occupies; nothing when it is cancelled. */
  parts: z.array(Part),
});
export type CalendarBooking = z.infer<typeof CalendarBooking>;

export const CalendarDay = z.object({
  date: SalonDateField,
  /** The whole salon is closed on this date. */
  blocked: z.boolean(),
  /** The windows of its weekday, in order; `resource_id` null: everybody's. A change of them changes every week. */
  hours: z.array(
    z.object({
      id: UuidField,
      resource_id: z.string().nullable(),
      start: Minutes,
      end: Minutes,
      is_available: z.boolean(),
    }),
  ),
  /** Blocked times; `resource_id` null: everybody's. */
  blocks: z.array(
    z.object({
      id: UuidField,
      resource_id: z.string().nullable(),
      start: Minutes,
      end: Minutes,
      /** Null when it was erased. */
      reason: z.string().nullable(),
    }),
  ),
  /** By start, cancelled ones among them; with `per_day` as `firstOfDay` has them. */
  bookings: z.array(CalendarBooking),
  /** How many appointments it has besides; none unless the query set `per_day`. */
  left_out: z.object({ booked: z.int().min(0), cancelled: z.int().min(0) }),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

export const Calendar = z.object({
  resources: z.array(Resource),
  /** Every day of the range, in order. */
  days: z.array(CalendarDay),
});
export type Calendar = z.infer<typeof Calendar>;

type WithStatus = { readonly status: BookingStatus };

/** How many of some appointments are cancelled, and how many are not. */
export function countByKind(bookings: readonly WithStatus[]): CalendarDay['left_out'] {
  const cancelled = bookings.filter(({ status }) => status === 'cancelled').length;
  return { booked: bookings.length - cancelled, cancelled };
}

/**
 * The appointments of a day that there is room for: the first ones, cancelled ones after all others.
 *
 * @param bookings by start
 */
export const firstOfDay = <Booking extends WithStatus>(
  bookings: readonly Booking[],
  room: number,
): Booking[] =>
  [
    ...bookings.filter(({ status }) => status !== 'cancelled'),
    ...bookings.filter(({ status }) => status === 'cancelled'),
  ].slice(0, room);

const CalendarQuery = z
  .object({
    from: SalonDateField,
    to: SalonDateField,
    /**
     * Only so many appointments of each day, as `firstOfDay` chooses: a month has room for no more, and all of a busy one
     * were 210 KB instead of 43. All when left out, as for day and week.
     */
    per_day: countField(MOST_PER_DAY).optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not lie before `from`.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_CALENDAR_DAYS * DAY_MS, {
    path: ['to'],
    error: `At most ${MAX_CALENDAR_DAYS} days.`,
  });

export const getCalendar = defineOperation({
  method: 'get',
  path: '/api/admin/calendar',
  summary: 'Appointments, hours and blocked dates of a range of days',
  caller: 'admin',
  query: CalendarQuery,
  answer: { status: 200, body: Calendar },
  isProjected: true,
  isShared: true,
});
