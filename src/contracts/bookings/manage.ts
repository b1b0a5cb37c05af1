import { z } from 'zod';
import { NamedStylist, PositionField, SalonDateField, TimeField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { TIME_PROBLEMS } from '../time-problems.ts';
import { Availability } from './availability.ts';
import { BookedServices, BookingStatus, ConfirmedByField } from './bookings.ts';

/** The customer's own booking, as the private link shows it. */
export const ManagedBooking = z.object({
  id: UuidField,
  /** The code of the short link, `/b/{short_code}`. The page shows this link in its address bar instead of the token. */
  short_code: z.string(),
  appointment_date: SalonDateField,
  appointment_time: TimeField,
  services: BookedServices,
  /** Minutes from its start to its end. Staff may have set an end other than that of the services. */
  duration: z.int().positive(),
  stylist: NamedStylist.optional(),
  total_amount: z.string(),
  /** Null when there are no notes, or when the personal data was erased. */
  notes: z.string().nullable(),
  customer_name: z.string().nullable(),
  status: BookingStatus,
  /** Whether the customer can still cancel and reschedule: the status allows it, and the cut-off time hasn't passed. */
  self_service: z.boolean(),
  /** Only as long as it is pending. */
  confirmed_by: ConfirmedByField.optional(),
});
export type ManagedBooking = z.infer<typeof ManagedBooking>;

const ManageReschedule = z.object({ new_date: SalonDateField, new_time: TimeField });

const ManageAvailabilityQuery = z.object({ date: SalonDateField });

/** The times to which it can be moved, with the stylist who has it. */
const ManageAvailability = Availability.extend({
  /** Set if that stylist takes no appointments online. Then there are no times, and the customer has to call. */
  stylist_unavailable: z.literal(true).optional(),
});

/** The result of a command by a customer on their booking. */
export const ManageAnswer = z.object({ id: UuidField, status: BookingStatus, position: PositionField });
export type ManageAnswer = z.infer<typeof ManageAnswer>;

export const getManagedBooking = defineOperation({
  method: 'get',
  path: '/api/manage',
  summary: "The customer's own booking",
  caller: 'link',
  answer: { status: 200, body: ManagedBooking },
  isProjected: true,
});

export const getCalendarFile = defineOperation({
  method: 'get',
  path: '/api/manage/calendar.ics',
  summary: 'The appointment as a calendar file',
  caller: 'link',
  answer: { status: 200, body: 'text/calendar' },
  isProjected: true,
});

export const getManageAvailability = defineOperation({
  method: 'get',
  path: '/api/manage/availability',
  summary: 'Free times it could be moved to',
  caller: 'link',
  query: ManageAvailabilityQuery,
  answer: { status: 200, body: ManageAvailability },
  isProjected: true,
});

/** Problems that refuse a customer's change because of the booking's state. */
const CHANGE_PROBLEMS = ['already-cancelled', 'already-completed', 'self-service-closed'] as const;

export const cancelBooking = defineOperation({
  method: 'post',
  path: '/api/manage/cancel',
  summary: 'Cancel it',
  caller: 'link',
  answer: { status: 200, body: ManageAnswer },
  command: 'cancel-booking',
  problems: CHANGE_PROBLEMS,
});

export const rescheduleBooking = defineOperation({
  method: 'post',
  path: '/api/manage/reschedule',
  summary: 'Move it to another time',
  caller: 'link',
  body: ManageReschedule,
  answer: { status: 200, body: ManageAnswer },
  command: 'reschedule-booking',
  problems: [
    ...TIME_PROBLEMS,
    'stylist-unavailable',
    ...CHANGE_PROBLEMS,
    'same-time',
    'outside-move-times',
    'moved-too-often',
  ],
});
