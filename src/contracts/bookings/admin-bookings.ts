import { z } from 'zod';
import {
  IdPath,
  IN_ORDER,
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
  StylistIdField,
  UuidField,
} from '../fields.ts';
import { TELLING, ToldBy } from '../messages/telling.ts';
import { defineOperation } from '../operation.ts';
import { NO_CURSOR, pageLimitField, SearchField } from '../paging.ts';
import { STAFF_BOOKING_TIME_PROBLEMS, STAFF_TIME_PROBLEMS, STYLIST_PROBLEMS } from '../time-problems.ts';
import { AdminBooking, AdminBookingDetails } from './admin-booking.ts';
import { CursorField, orderOf } from './booking-order.ts';
import { BookingStatus, CancellationReason, CreatedBooking, StaffChosenServices } from './bookings.ts';

const STATUS = 'Must be pending, confirmed, completed or cancelled.';

const ListQuery = z
  .object({
    search: SearchField,
    status: z.enum(BookingStatus.options, STATUS).optional(),
    /** The list leaves out cancelled and completed ones. */
    open: z.literal('true', 'Must be true.').optional(),
    /** First and last day of the bookings; both days are included. */
    from: SalonDateField.optional(),
    to: SalonDateField.optional(),
    /** Those of one stylist. */
    stylist_id: StylistIdField.optional(),
    /** The latest booking first. */
    sort: z.literal('-date', 'Must be -date.').optional(),
    limit: pageLimitField(100, 100),
    /** `next_cursor` of the page before, which was read with the same filters and sort. */
    cursor: CursorField.optional(),
  })
  .refine(...IN_ORDER)
  .refine(({ cursor, ...query }) => !cursor || (cursor.by === 'booked') === (orderOf(query) === 'booked'), {
    path: ['cursor'],
    error: NO_CURSOR,
  });
export type AdminBookingQuery = z.output<typeof ListQuery>;

export const AdminBookingList = z.object({
  /**
   * The newest first, by `created_at`. With `from` or `to` they are ordered by date and time, the earliest first; `sort` overrides both.
   */
  bookings: z.array(AdminBooking),
  /** Number of bookings that match the filters. Null on all pages but the first. */
  total: z.int().min(0).nullable(),
  /** Null on the last page. Clients must not interpret it. */
  next_cursor: z.string().nullable(),
});
export type AdminBookingList = z.infer<typeof AdminBookingList>;

/** A booking that staff enter for a customer who calls. `total_amount` follows from the catalogue. */
export const CreateAdminBooking = z.object({
  customer_name: StaffNameField,
  customer_email: StaffEmailField.default(null),
  customer_phone: StaffPhoneField,
  /** The customer chosen in the picker. If left out, the customer is found by e-mail and phone. */
  customer_id: UuidField.optional(),
  appointment_date: StaffDateField,
  appointment_time: StaffTimeField,
  /** The stylist; anyone if left out. */
  stylist_id: StylistIdField.optional(),
  services: StaffChosenServices,
  notes: NotesField,
  sms_consent: z.boolean('Must be true or false.').default(false),
  walk_in: z.literal(false).optional(),
  /** If both are left out, the customer gets the usual messages. */
  message: TELLING.message,
  tell: TELLING.tell,
});
export type CreateAdminBooking = z.input<typeof CreateAdminBooking>;

/** A visit of somebody who has come without an appointment, from a time of today until now. Nobody is told. */
export const CreateWalkIn = CreateAdminBooking.extend({
  walk_in: z.literal(true),
  customer_name: StaffNameField.nullable().default(null),
  customer_phone: StaffPhoneField.nullable().default(null),
  /** The appointment that ends where this one begins, in one request, and the version of it that was seen. It is completed without an amount. Its stylist is meant where none is named. */
  finish: z
    .object({ id: UuidField, version: z.int('Must be a version.').positive('Must be a version.') })
    .optional(),
});
export type CreateWalkIn = z.input<typeof CreateWalkIn>;

/** The result of a change. `version` is the version after the change. */
export const ChangedBooking = z.object({
  id: UuidField,
  status: BookingStatus,
  version: z.int().positive(),
  position: PositionField,
});
export type ChangedBooking = z.infer<typeof ChangedBooking>;

/** The result of a change that the customer may be told about. */
export const ToldChange = ChangedBooking.extend(ToldBy.shape);
export type ToldChange = z.infer<typeof ToldChange>;

const CancelBody = z.object({
  reason: z.enum(CancellationReason.options, 'cancellation-reason-required'),
  ...TELLING,
});

const RescheduleBody = z.object({
  new_date: NewDateField,
  new_time: NewTimeField,
  /** Another stylist, or null for anyone; if left out, the one who has the appointment keeps it. */
  stylist_id: StylistIdField.nullable().optional(),
  ...TELLING,
});

export const listAdminBookings = defineOperation({
  method: 'get',
  path: '/api/admin/bookings',
  summary: 'Appointments, the newest first; with days or if asked, by date and time',
  caller: 'admin',
  roles: 'all',
  area: 'bookings',
  query: ListQuery,
  answer: { status: 200, body: AdminBookingList },
  isProjected: true,
  problems: ['unknown-stylist'],
});

export const createAdminBooking = defineOperation({
  method: 'post',
  path: '/api/admin/bookings',
  summary:
    'Book for a customer, from 8 AM to 8 PM also outside opening hours, or for somebody who is there; it is confirmed at once',
  caller: 'admin',
  roles: 'desk',
  area: 'bookings',
  body: z.discriminatedUnion('walk_in', [CreateAdminBooking, CreateWalkIn], 'Must be true or false.'),
  answer: {
    status: 201,
    // Programs with an API key don't get the private links of customers.
    body: CreatedBooking.partial({ management_token: true, short_code: true, manage_url: true }).extend(
      ToldBy.shape,
    ),
  },
  command: 'admin-create-booking',
  problems: [
    'customer-name-too-short',
    'customer-email-invalid',
    'customer-phone-invalid',
    'appointment-time-required',
    'services-required',
    'unknown-service',
    ...STYLIST_PROBLEMS,
    'customer-not-found',
    ...STAFF_BOOKING_TIME_PROBLEMS,
    'not-a-walk-in-time',
    'booking-not-found',
    'already-cancelled',
    'already-completed',
    'not-started',
    'stale',
  ],
});

const ONE = { caller: 'admin', roles: 'desk', area: 'bookings', params: IdPath } as const;

export const getAdminBooking = defineOperation({
  ...ONE,
  roles: 'all',
  method: 'get',
  path: '/api/admin/bookings/{id}',
  summary: 'One appointment, as it is or as it was at a moment',
  answer: { status: 200, body: AdminBookingDetails },
  isProjected: true,
  moment: 'if asked',
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
    'same-time',
    'unknown-stylist',
    'stylist-unavailable',
    ...STAFF_TIME_PROBLEMS,
    'already-cancelled',
    'already-completed',
  ],
});

export const reinstateBooking = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/reinstate',
  summary: 'Undo a cancellation, if the time is still free',
  /** If nothing is said of telling, the customer is told where they were told of the cancellation. */
  body: z.object(TELLING),
  answer: { status: 200, body: ToldChange },
  command: 'admin-reinstate-booking',
  problems: [
    'booking-not-found',
    'not-cancelled',
    'slot-taken',
    'date-blocked',
    'time-blocked',
    'time-skipped',
  ],
});

export const changeSmsConsent = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/sms-consent',
  summary: 'Record whether the customer wants text messages about it',
  body: z.object({ sms_consent: z.boolean('Must be true or false.') }),
  answer: { status: 200, body: ChangedBooking },
  command: 'admin-change-sms-consent',
  problems: ['booking-not-found', 'number-opted-out'],
});

/** All contacts by which a customer is reached about a booking. They replace the earlier ones. */
export const CorrectContact = CreateWalkIn.pick({ customer_email: true, customer_phone: true })
  .extend({
    /** The name of a walk-in. If the booking has brought the customer, their card gets name and contacts, too. */
    customer_name: StaffNameField.optional(),
  })
  .refine(({ customer_name, customer_phone }) => customer_phone !== null || customer_name !== undefined, {
    path: ['customer_phone'],
    error: 'customer-phone-invalid',
  });
export type CorrectContact = z.input<typeof CorrectContact>;

export const correctContact = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/contact',
  summary:
    'Correct the e-mail and the phone that messages about it go to; the customer’s card stays as it is. Or say who a walk-in is',
  body: CorrectContact,
  answer: { status: 200, body: ChangedBooking },
  command: 'admin-correct-contact',
  problems: [
    'booking-not-found',
    'customer-not-found',
    'customer-name-too-short',
    'customer-phone-invalid',
    'not-a-walk-in',
    'not-linked-yet',
  ],
});

export const recordArrival = defineOperation({
  ...ONE,
  method: 'post',
  path: '/api/admin/bookings/{id}/arrival',
  summary: 'Record that the customer is in the salon, or take that back',
  body: z.object({ here: z.boolean('Must be true or false.') }),
  /** It isn't a decision about the booking, so `version` stays as it is. */
  answer: { status: 200, body: ChangedBooking },
  command: 'admin-record-arrival',
  problems: ['booking-not-found', 'already-cancelled', 'already-completed'],
});

export const deleteBooking = defineOperation({
  ...ONE,
  roles: 'owners',
  area: null,
  method: 'delete',
  path: '/api/admin/bookings/{id}',
  summary: 'Delete it for good, with all that it says about its customer',
  answer: { status: 200, body: z.object({ id: UuidField, position: PositionField }) },
  command: 'admin-delete-booking',
  problems: ['booking-not-found'],
});
