import { z } from 'zod';
import { MAX_SERVICES_PER_BOOKING } from '../../salon/slots.ts';
import { TYPED_EVERY_MINUTES } from '../../salon/starts.ts';
import { parseTime } from '../../salon/time-text.ts';
import { boundedText, IdPath, ServiceIdField } from '../fields.ts';
import { TELLING } from '../messages/telling.ts';
import { defineOperation } from '../operation.ts';
import { ToldChange } from './admin-bookings.ts';
import { CentsField } from './complete-booking.ts';

/** The appointment as it turns out: other services, or another end. Once it has begun, nobody is told of it. */

const END = `Must be a time in steps of ${TYPED_EVERY_MINUTES} minutes, such as 12:30 PM.`;
/** The end of an appointment, such as `12:30 PM`; `12:00 AM` is the end of the day. */
const EndTimeField = boundedText(8, END).refine((time) => {
  const minutes = parseTime(time);
  return minutes !== null && minutes % TYPED_EVERY_MINUTES === 0;
}, END);

const MINUTES = `The duration must be from ${TYPED_EVERY_MINUTES} minutes to 12 hours, in steps of ${TYPED_EVERY_MINUTES}.`;

/** A service of an appointment. A field that is left out stays as it was booked, or is taken from the catalogue for a new service. */
const WantedService = z.object({
  id: ServiceIdField,
  /** The price for this appointment. */
  price_cents: CentsField.optional(),
  /** Its minutes in this appointment. */
  duration: z
    .int(MINUTES)
    .min(TYPED_EVERY_MINUTES, MINUTES)
    .max(720, MINUTES)
    .multipleOf(TYPED_EVERY_MINUTES, MINUTES)
    .optional(),
});

const ServicesBody = z.object({
  services: z
    .array(WantedService, 'services-required')
    .min(1, 'services-required')
    .max(MAX_SERVICES_PER_BOOKING, `Please select at most ${MAX_SERVICES_PER_BOOKING} services`)
    .refine((services) => new Set(services.map(({ id }) => id)).size === services.length, {
      error: 'Each service may be named once.',
    }),
  ...TELLING,
});
export type ServicesBody = z.input<typeof ServicesBody>;

const ON_BOOKING = {
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  params: IdPath,
  method: 'post',
  needsVersion: true,
} as const;
const PROBLEMS = [
  'booking-not-found',
  'already-cancelled',
  'already-completed',
  'slot-taken',
  'date-blocked',
  'time-blocked',
  'past-midnight',
] as const;

export const changeServices = defineOperation({
  ...ON_BOOKING,
  path: '/api/admin/bookings/{id}/services',
  summary: 'Change its services, their prices and with them its length, also outside opening hours',
  body: ServicesBody,
  answer: { status: 200, body: ToldChange },
  command: 'admin-change-services',
  problems: ['services-required', 'unknown-service', 'same-services', ...PROBLEMS],
});

export const changeLength = defineOperation({
  ...ON_BOOKING,
  path: '/api/admin/bookings/{id}/length',
  summary: 'Let it end earlier or later, also outside opening hours',
  body: z.object({ end_time: EndTimeField, ...TELLING }),
  answer: { status: 200, body: ToldChange },
  command: 'admin-change-length',
  problems: ['same-length', 'ends-before-start', ...PROBLEMS],
});
