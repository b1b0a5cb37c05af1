import { z } from 'zod';
import { MAX_SERVICES_PER_BOOKING } from '../../salon/slots.ts';
import {
  boundedText,
  CustomerNameField,
  EmailField,
  NamedStylist,
  NotesField,
  PhoneField,
  PositionField,
  SalonDateField,
  ServiceIdField,
  StylistIdField,
  TimeField,
  UuidField,
} from '../fields.ts';
import { MESSAGE_CHANNELS } from '../messages/message-words.ts';
import { defineOperation } from '../operation.ts';
import { CodeWay } from '../problem.ts';
import { STYLIST_PROBLEMS, TIME_PROBLEMS } from '../time-problems.ts';

export const BookingStatus = z.enum(['pending', 'confirmed', 'completed', 'cancelled']);
export type BookingStatus = z.infer<typeof BookingStatus>;

/** The reasons that staff choose from. When customers cancel by themselves, the reason is `customer_request`. */
export const CancellationReason = z.enum([
  'customer_request',
  'scheduling_conflict',
  'emergency',
  'no_show',
  'other',
]);
export type CancellationReason = z.infer<typeof CancellationReason>;

export const PaymentMethod = z.enum(['cash', 'card', 'other']);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** The services of an appointment, as they were when it was booked. */
export const BookedServices = z.array(
  z.object({ id: z.string(), name: z.string(), price: z.string(), duration: z.int().positive() }),
);

/** A requested service. Only its `id` is used: name, price and duration come from the catalogue. */
const RequestedService = z.union(
  [z.object({ id: ServiceIdField }), ServiceIdField.transform((id) => ({ id }))],
  'Must be a service id, or an object with the id.',
);

/** @param none the message when no service is chosen */
const chosenServices = (none: string) =>
  z
    .array(RequestedService, none)
    .min(1, none)
    .max(MAX_SERVICES_PER_BOOKING, {
      error: `Please select at most ${MAX_SERVICES_PER_BOOKING} services`,
      abort: true,
    })
    .refine((services) => new Set(services.map(({ id }) => id)).size === services.length, {
      error: 'Each service may be named once.',
    });
/** The services of a booking that staff make. */
export const StaffChosenServices = chosenServices('services-required');

/** The spec's create-booking payload. */
export const CreateBooking = z.object({
  customer_name: CustomerNameField,
  customer_email: EmailField,
  customer_phone: PhoneField,
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  /** The stylist who is wished for; anyone if left out. */
  stylist_id: StylistIdField.optional(),
  services: chosenServices('Please select at least one service'),
  notes: NotesField,
  sms_consent: z.literal(true, 'sms-consent-required'),
  /** Accepted because the spec's requests contain it. The server ignores it, and always records its own text. */
  total_amount: boundedText(200, 'Must be text of at most 200 characters.').optional(),
  hold_id: UuidField.optional(),
  /** A honeypot: the form hides this field from people, so only programs fill it in. */
  subject: boundedText(200, 'Must be text of at most 200 characters.').optional(),
});
export type CreateBooking = z.input<typeof CreateBooking>;

/** By which ways messages leave that tell the customer that a booking is confirmed. */
export const ConfirmedByField = z.array(z.enum(MESSAGE_CHANNELS));

export const CreatedBooking = z.object({
  id: UuidField,
  status: BookingStatus,
  management_token: z.string(),
  short_code: z.string(),
  /** Absolute URL, for the confirmation page and for messages. */
  manage_url: z.url(),
  position: PositionField,
  /** Only of a booking by the public. */
  confirmed_by: ConfirmedByField.optional(),
  stylist: NamedStylist.optional(),
  /** As this stylist does them. Answers leave them out where the salon is no team. */
  services: BookedServices.optional(),
});
export type CreatedBooking = z.infer<typeof CreatedBooking>;

const ShortLinkQuery = z.object({
  // A request without a code is invalid. A code that can't exist is answered as a link that isn't found.
  code: z
    .string('Must be the code of a short link.')
    .max(12, { error: 'short-link-not-found', abort: true })
    .regex(/^[0-9A-Za-z]{12}$/, 'short-link-not-found'),
});

export const ShortLink = z.object({
  success: z.literal(true),
  booking_id: UuidField,
  management_token: z.string(),
});
export type ShortLink = z.infer<typeof ShortLink>;

const CODE = 'Must be a code of six digits.';
/** These are headers and not part of the body, so that a repeated request counts as the same booking when they are added. */
const AdmissionHeaders = z.object({
  /** Asks for the code of `code-required`. */
  'booking-code-by': CodeWay.optional(),
  /** The code that the visitor has received. */
  'booking-code': boundedText(6, CODE)
    .regex(/^\d{6}$/, CODE)
    .optional(),
});

export const createBooking = defineOperation({
  method: 'post',
  path: '/api/bookings',
  summary: 'Book an appointment',
  caller: 'public',
  headers: AdmissionHeaders,
  body: CreateBooking,
  answer: { status: 201, body: CreatedBooking },
  command: 'create-booking',
  problems: [
    'invalid-name',
    'invalid-email',
    'invalid-phone',
    'sms-consent-required',
    'unknown-service',
    ...STYLIST_PROBLEMS,
    'booking-too-long',
    'suspicious-booking',
    'code-required',
    'code-invalid',
    'code-not-sent',
    'too-many-codes',
    ...TIME_PROBLEMS,
    'rate-limit-exceeded',
  ],
});

export const getShortLink = defineOperation({
  method: 'get',
  path: '/api/short-links',
  summary: 'The booking behind a short link',
  caller: 'public',
  query: ShortLinkQuery,
  answer: { status: 200, body: ShortLink },
  isProjected: true,
  isSecret: true,
  problems: ['short-link-not-found', 'booking-being-recorded'],
});
