import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import {
  adminCancelBooking,
  adminRescheduleBooking,
  type CreateAdminBooking,
  changeSmsConsent,
  completeBooking,
  confirmBooking,
  createAdminBooking,
  deleteBooking,
  reinstateBooking,
} from '../../../src/contracts/bookings/admin-bookings.ts';
import type { CancellationReason } from '../../../src/contracts/bookings/bookings.ts';
import { dollars } from '../../../src/salon/money.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { call } from '../../api.ts';
import { defineCommand } from '../data/command.ts';
import { type Topic, topicOf } from '../data/topics.ts';
import { patchesOf } from './booking-patches.ts';

interface One {
  readonly id: string;
}
/** The text message to the customer; null for none. */
interface WithMessage {
  readonly message: string | null;
}
interface Cancellation extends One, WithMessage {
  readonly reason: CancellationReason;
}
interface Move extends One, WithMessage {
  readonly date: SalonDate;
  readonly time: string;
}
interface Completion extends One {
  /** The amount paid; null if it isn't known. */
  readonly cents: number | null;
}
interface Consent extends One {
  readonly consent: boolean;
}

const booking = ({ id }: One): Topic => topicOf('booking', id);

export const CREATE_BOOKING = defineCommand({
  name: 'create-booking',
  thing: (_: CreateAdminBooking): Topic => 'booking',
  send: (body, sending) => call(createAdminBooking, { ...sending, body }),
});

export const CONFIRM_BOOKING = defineCommand({
  name: 'confirm-booking',
  thing: (input: One) => booking(input),
  send: ({ id }, sending) => call(confirmBooking, { ...sending, params: { id } }),
  patches: ({ id }) => patchesOf(id, { status: 'confirmed' }),
});

export const CANCEL_BOOKING = defineCommand({
  name: 'cancel-booking',
  thing: (input: Cancellation) => booking(input),
  send: ({ id, reason, message }, sending) =>
    call(adminCancelBooking, { ...sending, params: { id }, body: { reason, message } }),
  patches: ({ id }) => patchesOf(id, { status: 'cancelled' }),
});

export const RESCHEDULE_BOOKING = defineCommand({
  name: 'reschedule-booking',
  thing: (input: Move) => booking(input),
  send: ({ id, date, time, message }, sending) =>
    call(adminRescheduleBooking, {
      ...sending,
      params: { id },
      body: { new_date: date, new_time: time, message },
    }),
  patches: ({ id, date, time }) => patchesOf(id, { appointment_date: date, appointment_time: time }),
});

export const COMPLETE_BOOKING = defineCommand({
  name: 'complete-booking',
  thing: (input: Completion) => booking(input),
  send: ({ id, cents }, sending) =>
    call(completeBooking, { ...sending, params: { id }, body: { amount_cents: cents } }),
  patches: ({ id, cents }) =>
    patchesOf(id, { status: 'completed', ...(cents !== null && { total_amount: dollars(cents) }) }),
});

export const REINSTATE_BOOKING = defineCommand({
  name: 'reinstate-booking',
  thing: (input: One) => booking(input),
  send: ({ id }, sending) => call(reinstateBooking, { ...sending, params: { id } }),
});

export const CHANGE_CONSENT = defineCommand({
  name: 'change-consent',
  thing: (input: Consent) => booking(input),
  send: ({ id, consent }, sending) =>
    call(changeSmsConsent, { ...sending, params: { id }, body: { sms_consent: consent } }),
  patches: ({ id, consent }) => patchesOf(id, { sms_consent: consent }),
});

export const DELETE_BOOKING = defineCommand({
  name: 'delete-booking',
  thing: (input: One) => booking(input),
  send: ({ id }, sending) => call(deleteBooking, { ...sending, params: { id } }),
  patches: ({ id }) => patchesOf(id, null),
});

/** Which actions an appointment allows in its current state. */
export const abilitiesOf = ({ status, has_started }: AdminBooking) => ({
  canConfirm: status === 'pending',
  canMove: status === 'pending' || status === 'confirmed',
  canCancel: status === 'pending' || status === 'confirmed',
  canComplete: has_started && (status === 'pending' || status === 'confirmed'),
  canChangeAmount: status === 'completed',
  canReinstate: status === 'cancelled',
});
