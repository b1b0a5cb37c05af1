import { z } from 'zod';
import { BookingStatus, CancellationReason, CreatedBooking, StaffChosenServices } from './bookings.ts';
import {
  boundedText,
  NewDateField,
  NewTimeField,
  NotesField,
  PositionField,
  SalonDateField,
  StaffDateField,
  StaffEmailField,
  StaffNameField,
  StaffPhoneField,
  StaffTimeField,
  TimeField,
  UuidField,
} from './fields.ts';
import { defineOperation } from './operation.ts';
import { TIME_PROBLEMS } from './problem.ts';

const BookingPath = z.object({ id: UuidField });
const Instant = z.iso.datetime();

/** An appointment as staff see it, in a list and alone. */
export const AdminBooking = z.object({
  id: UuidField,
  /** Counts the decisions about it; sent as `If-Match: "<version>"`, a change is refused when somebody else was faster. */
  version: z.int().positive(),
  /** The customer it is linked to; null until it is, moments after it was made. */
  customer_id: UuidField.nullable(),
  /** Null, like the other personal fields, once the person was erased. */
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  /** As it was typed. */
  customer_phone: z.string().nullable(),
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  /** Minutes of all services together. */
  duration: z.int().positive(),
  services: z.array(
    z.object({ id: z.string(), name: z.string(), price: z.string(), duration: z.int().positive() }),
  ),
  total_amount: z.string(),
  notes: z.string().nullable(),
  sms_consent: z.boolean(),
  status: BookingStatus,
  /** By the salon's clock. From then on it can be completed. */
  has_started: z.boolean(),
  /** Of a cancelled one. */
  cancellation: z
    .object({
      reason: CancellationReason,
      at: Instant,
      by: z.enum(['customer', 'staff', 'system']),
    })
    .nullable(),
  created_at: Instant,
});
export type AdminBooking = z.infer<typeof AdminBooking>;

/** One appointment, with its customer's private link. */
export const AdminBookingDetails = AdminBooking.extend({
  management_token: z.string(),
  manage_url: z.url(),
});
export type AdminBookingDetails = z.infer<typeof AdminBookingDetails>;

const MAX_PAGE = 100;
const LIMIT = `Must be a number from 1 to ${MAX_PAGE}.`;
const SEARCH = 'Must be text of at most 100 characters.';
const CURSOR = 'Must be the next_cursor of the page before.';
const STATUS = 'Must be pending, confirmed, completed or cancelled.';

const ListQuery = z
  .object({
    /** Part of a name, an e-mail, or a phone number as it was typed or as its digits. */
    search: boundedText(100, SEARCH)
      .transform((text) => text.trim())
      .default(''),
    status: z.enum(BookingStatus.options, STATUS).optional(),
    /** Of the appointment; both days included. */
    from: SalonDateField.optional(),
    to: SalonDateField.optional(),
    limit: boundedText(3, LIMIT)
      .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PAGE, LIMIT)
      .transform(Number)
      .default(MAX_PAGE),
    /** `next_cursor` of the page before, with the same filters. */
    cursor: boundedText(200, CURSOR)
      .regex(/^[\w-]{1,200}$/, CURSOR)
      .optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: 'Must not lie before `from`.',
  });
export type AdminBookingQuery = z.output<typeof ListQuery>;

export const AdminBookingList = z.object({
  /** The newest first, by `created_at`. */
  bookings: z.array(AdminBooking),
  /** How many there are with these filters. Only on the first page; null on the others. */
  total: z.int().min(0).nullable(),
  /** Null on the last page. Opaque. */
  next_cursor: z.string().nullable(),
});
export type AdminBookingList = z.infer<typeof AdminBookingList>;

/** What staff enter for a customer who calls. `total_amount` follows from the catalogue. */
export const CreateAdminBooking = z.object({
  customer_name: StaffNameField,
  customer_email: StaffEmailField.default(null),
  customer_phone: StaffPhoneField,
  /** Chosen in the customer picker; without it, the customer is found by e-mail and phone. */
  customer_id: UuidField.optional(),
  appointment_date: StaffDateField,
  appointment_time: StaffTimeField,
  services: StaffChosenServices,
  notes: NotesField,
  sms_consent: z.boolean('Must be true or false.').default(false),
});
export type CreateAdminBooking = z.input<typeof CreateAdminBooking>;

/** The result of a change. `version` is the one after it. */
export const ChangedBooking = z.object({
  id: UuidField,
  status: BookingStatus,
  version: z.int().positive(),
  position: PositionField,
});
export type ChangedBooking = z.infer<typeof ChangedBooking>;

/** The same of a change that customers may be told about. `notified`: a message to the customer was queued. */
export const ToldChange = ChangedBooking.extend({ notified: z.boolean() });
export type ToldChange = z.infer<typeof ToldChange>;

const MESSAGE = 'Must be plain text of at most 1600 characters.';
/** What the customer is told, in the place of the usual text; blank or left out: nothing. */
const Message = boundedText(1600, MESSAGE)
  .transform((text) => text.trim() || null)
  .nullable()
  .default(null);

const CancelBody = z.object({
  reason: z.enum(CancellationReason.options, 'cancellation-reason-required'),
  message: Message,
});

const RescheduleBody = z.object({
  new_date: NewDateField,
  new_time: NewTimeField,
  message: Message,
});

const MOST_CENTS = 100_000_00;
const AMOUNT = 'The amount must be 0 or more, in cents.';
const CompleteBody = z.object({
  /** What was paid, if it is known: it becomes the total. */
  amount_cents: z.int(AMOUNT).min(0, AMOUNT).max(MOST_CENTS, AMOUNT).nullable().default(null),
});

export const listAdminBookings = defineOperation({
  method: 'get',
  path: '/api/admin/bookings',
  summary: 'Appointments, the newest first',
  caller: 'admin',
  query: ListQuery,
  answer: { status: 200, body: AdminBookingList },
  isProjected: true,
});

export const createAdminBooking = defineOperation({
  method: 'post',
  path: '/api/admin/bookings',
  summary: 'Book for a customer, also outside opening hours; it is confirmed at once',
  caller: 'admin',
  body: CreateAdminBooking,
  answer: { status: 201, body: CreatedBooking },
  command: 'admin-create-booking',
  problems: [
    'customer-name-too-short',
    'customer-email-invalid',
    'customer-phone-invalid',
    'appointment-time-required',
    'services-required',
    'unknown-service',
    ...TIME_PROBLEMS,
  ],
});

/** What all operations on one appointment have in common. */
const ONE = { caller: 'admin', params: BookingPath } as const;

export const getAdminBooking = defineOperation({
  ...ONE,
  method: 'get',
  path: '/api/admin/bookings/{id}',
  summary: 'One appointment',
  answer: { status: 200, body: AdminBookingDetails },
  isProjected: true,
  problems: ['booking-not-found'],
});

export const confirmBooking = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/confirm',
  summary: 'Confirm it',
  answer: { status: 200, body: ChangedBooking },
  command: 'admin-confirm-booking',
  problems: ['booking-not-found', 'already-confirmed', 'already-cancelled', 'already-completed'],
});

export const adminCancelBooking = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/cancel',
  summary: 'Cancel it, at any time before it is completed',
  body: CancelBody,
  answer: { status: 200, body: ToldChange },
  command: 'admin-cancel-booking',
  problems: ['cancellation-reason-required', 'booking-not-found', 'already-cancelled', 'already-completed'],
});

export const adminRescheduleBooking = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/reschedule',
  summary: 'Move it, also outside opening hours; the status stays',
  body: RescheduleBody,
  answer: { status: 200, body: ToldChange },
  command: 'admin-reschedule-booking',
  problems: [
    'new-time-required',
    'booking-not-found',
    ...TIME_PROBLEMS,
    'already-cancelled',
    'already-completed',
  ],
});

export const completeBooking = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/complete',
  summary: 'Record that it has taken place, and what was paid',
  body: CompleteBody,
  answer: { status: 200, body: ChangedBooking },
  command: 'admin-complete-booking',
  problems: ['booking-not-found', 'already-cancelled', 'already-completed', 'not-started'],
});

export const reinstateBooking = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/reinstate',
  summary: 'Undo a cancellation, if the time is still free',
  answer: { status: 200, body: ChangedBooking },
  command: 'admin-reinstate-booking',
  problems: ['booking-not-found', 'not-cancelled', 'slot-taken', 'date-blocked', 'time-skipped'],
});

export const changeSmsConsent = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/sms-consent',
  summary: 'Record whether the customer wants text messages about it',
  body: z.object({ sms_consent: z.boolean('Must be true or false.') }),
  answer: { status: 200, body: ChangedBooking },
  command: 'admin-change-sms-consent',
  problems: ['booking-not-found'],
});

export const deleteBooking = defineOperation({
  ...ONE,
  method: 'delete',
  path: '/api/admin/bookings/{id}',
  summary: 'Delete it for good, and what is known of its customer with it',
  answer: { status: 200, body: z.object({ id: UuidField, position: PositionField }) },
  command: 'admin-delete-booking',
  problems: ['booking-not-found'],
});

/** Not served until messages can be sent. */
export const sendBookingMessage = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/messages',
  summary: 'Send the customer a text message about it',
  answer: { status: 200, body: z.object({ id: UuidField, queued: z.boolean(), position: PositionField }) },
  command: 'admin-send-message',
  problems: ['booking-not-found'],
});
