import { z } from 'zod';
import { MAX_SERVICES_PER_BOOKING } from '../../salon/slots.ts';
import {
  boundedText,
  daysField,
  SalonDateField,
  ServiceIdField,
  StylistIdField,
  TimeField,
  UuidField,
} from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const MAX_AVAILABILITY_DAYS = 200;

const SERVICE_IDS = `Must be 1 to ${MAX_SERVICES_PER_BOOKING} service ids, separated by commas.`;
/** Ids separated by commas; none may occur twice. */
export const ServiceIdsQuery = boundedText(2000, SERVICE_IDS)
  .transform((text) => text.split(',', MAX_SERVICES_PER_BOOKING + 1))
  .pipe(
    z
      .array(ServiceIdField)
      .max(MAX_SERVICES_PER_BOOKING, { error: SERVICE_IDS, abort: true })
      .refine((ids) => new Set(ids).size === ids.length, 'Each service may be named once.'),
  );

/** Left out, the times are those of anyone. */
const OF_STYLIST = { stylist_id: StylistIdField.optional() };

const AvailabilityQuery = z.object({
  date: SalonDateField,
  services: ServiceIdsQuery,
  ...OF_STYLIST,
  hold_id: UuidField.optional(),
});

/** The times of one day at which a booking can start. A stylist who doesn't take it has none, and is closed on every day. */
export const Availability = z.object({
  date: SalonDateField,
  /** Staff have blocked this date; the reason is never shown. */
  blocked: z.boolean(),
  /** The salon has no hours on this day, nor has any stylist who is asked for; or it is over or too far ahead. */
  closed: z.boolean(),
  /** Times such as `9:30 AM`, in order. */
  slots: z.array(TimeField),
});
export type Availability = z.infer<typeof Availability>;

const AvailabilityDaysQuery = daysField(MAX_AVAILABILITY_DAYS).safeExtend({
  services: ServiceIdsQuery,
  ...OF_STYLIST,
});

/** `full`: the salon is open and the stylist works, but no time that is long enough for the services is free. Past days count as closed. */
export const DayStatus = z.enum(['open', 'closed', 'blocked', 'full']);
export type DayStatus = z.infer<typeof DayStatus>;

/** Every day of the range, in order. */
export const AvailabilityDays = z.array(z.object({ date: SalonDateField, status: DayStatus }));
export type AvailabilityDays = z.infer<typeof AvailabilityDays>;

export const getAvailability = defineOperation({
  method: 'get',
  path: '/api/availability',
  summary: 'Free times of one day',
  caller: 'public',
  query: AvailabilityQuery,
  answer: { status: 200, body: Availability },
  isProjected: true,
  isShared: true,
  problems: ['unknown-service', 'unknown-stylist'],
});

export const getAvailabilityDays = defineOperation({
  method: 'get',
  path: '/api/availability/days',
  summary: 'The state of each day of a range: open, closed, blocked or full',
  caller: 'public',
  query: AvailabilityDaysQuery,
  answer: { status: 200, body: AvailabilityDays },
  isProjected: true,
  isShared: true,
  isCostly: true,
  problems: ['unknown-service', 'unknown-stylist'],
});

/** `GET /api/availability/next`: the first time that is free for the shortest service of a stylist, of anyone or of one; null when there is none. */
export const NextFree = z.object({
  next_free: z.object({ date: SalonDateField, time: TimeField }).nullable(),
});
export type NextFree = z.infer<typeof NextFree>;

export const getNextFree = defineOperation({
  method: 'get',
  path: '/api/availability/next',
  summary: 'The next free time',
  caller: 'public',
  query: z.object(OF_STYLIST),
  answer: { status: 200, body: NextFree },
  isProjected: true,
  isShared: true,
  problems: ['unknown-stylist'],
});

/** `GET /api/availability/next/stylists`: of each stylist who takes such an appointment, in the salon's order. */
const NextFreeByStylist = z.array(NextFree.extend({ stylist_id: StylistIdField }));

export const getNextFreeByStylist = defineOperation({
  method: 'get',
  path: '/api/availability/next/stylists',
  summary: 'The next free time of each stylist for the services together',
  caller: 'public',
  query: z.object({ services: ServiceIdsQuery }),
  answer: { status: 200, body: NextFreeByStylist },
  isProjected: true,
  isShared: true,
  isCostly: true,
  problems: ['unknown-service'],
});
