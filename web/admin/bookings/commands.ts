import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import {
  adminCancelBooking,
  adminRescheduleBooking,
  type CreateAdminBooking,
  changeSmsConsent,
  confirmBooking,
  createAdminBooking,
  deleteBooking,
  reinstateBooking,
} from '../../../src/contracts/bookings/admin-bookings.ts';
import type { CancellationReason } from '../../../src/contracts/bookings/bookings.ts';
import { type CompleteBooking, completeBooking } from '../../../src/contracts/bookings/complete-booking.ts';
import { changeLength, changeServices, type ServicesBody } from '../../../src/contracts/bookings/length.ts';
import { noteVisit } from '../../../src/contracts/bookings/visit-note.ts';
import { getWhyNot, type WhyNotCode } from '../../../src/contracts/bookings/why-not.ts';
import { isTimeGivenAway } from '../../../src/contracts/time-problems.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { formatTime, type Minutes } from '../../../src/salon/time-text.ts';
import { ApiError, call } from '../../api.ts';
import { defineCommand } from '../data/command.ts';
import type { useMay } from '../data/role.ts';
import { type Topic, topicOf } from '../data/topics.ts';

interface One {
  readonly id: string;
}
/** How the customer is told, and in which words: those of staff, or else the usual ones; nothing without `tell`. */
export interface Told {
  readonly message: string | null;
  readonly tell?: { readonly sms: boolean; readonly email: boolean };
}
interface Cancellation extends One, Told {
  readonly reason: CancellationReason;
}
interface Move extends One, Told {
  readonly date: SalonDate;
  readonly time: string;
  /** Another stylist, or null for anyone; left out, it keeps its own. */
  readonly stylist_id?: string | null | undefined;
}
interface NewLength extends One, Told {
  /** When it ends. */
  readonly end: Minutes;
}
interface NewServices extends One, Told {
  readonly services: ServicesBody['services'];
}
type Completion = One & CompleteBooking;
/** The appointment, and the time that it had. */
interface Reinstatement extends Told, Pick<AdminBooking, 'id' | 'appointment_date' | 'appointment_time'> {}
interface Consent extends One {
  readonly consent: boolean;
}
interface Note extends One {
  /** The whole text; empty for none. */
  readonly text: string;
}

const booking = ({ id }: One): Topic => topicOf('booking', id);

export const CREATE_BOOKING = defineCommand({
  name: 'create-booking',
  thing: (_: CreateAdminBooking): Topic => 'booking',
  send: (body, options) => call(createAdminBooking, { ...options, body }),
});

export const CONFIRM_BOOKING = defineCommand({
  name: 'confirm-booking',
  thing: (input: One) => booking(input),
  send: ({ id }, options) => call(confirmBooking, { ...options, params: { id } }),
});

export const CANCEL_BOOKING = defineCommand({
  name: 'cancel-booking',
  thing: (input: Cancellation) => booking(input),
  send: ({ id, ...body }, options) => call(adminCancelBooking, { ...options, params: { id }, body }),
});

export const RESCHEDULE_BOOKING = defineCommand({
  name: 'reschedule-booking',
  thing: (input: Move) => booking(input),
  send: ({ id, date, time, ...more }, options) =>
    call(adminRescheduleBooking, {
      ...options,
      params: { id },
      body: { new_date: date, new_time: time, ...more },
    }),
});

export const CHANGE_LENGTH = defineCommand({
  name: 'change-length',
  thing: (input: NewLength) => booking(input),
  send: ({ id, end, ...told }, options) =>
    call(changeLength, { ...options, params: { id }, body: { end_time: formatTime(end), ...told } }),
});

export const CHANGE_SERVICES = defineCommand({
  name: 'change-services',
  thing: (input: NewServices) => booking(input),
  send: ({ id, ...body }, options) => call(changeServices, { ...options, params: { id }, body }),
});

export const COMPLETE_BOOKING = defineCommand({
  name: 'complete-booking',
  thing: (input: Completion) => booking(input),
  send: ({ id, ...body }, options) => call(completeBooking, { ...options, params: { id }, body }),
});

const IN_THE_WAY: readonly WhyNotCode[] = ['taken', 'held', 'blocked', 'time-blocked'];

/** An appointment can't be reinstated at another time: a refusal says what is in the way instead of asking for one. */
async function withReasons(error: unknown, asked: Reinstatement, token: string): Promise<unknown> {
  if (!(error instanceof ApiError) || !isTimeGivenAway(error.code)) return error;
  const { id: booking_id, appointment_date: date, appointment_time: time } = asked;
  const why = await call(getWhyNot, { token, query: { date, time, booking_id } }).catch(() => undefined);
  const reasons = why?.reasons.filter(({ code }) => IN_THE_WAY.includes(code)) ?? [];
  if (reasons.length > 0) error.message = reasons.map(({ text }) => text).join(' ');
  return error;
}

export const REINSTATE_BOOKING = defineCommand({
  name: 'reinstate-booking',
  thing: (input: Reinstatement) => booking(input),
  send: (input, options) =>
    call(reinstateBooking, {
      ...options,
      params: { id: input.id },
      // Without a word about it, the customer would be told where they were told of the cancellation.
      body: { message: input.message, tell: input.tell ?? { sms: false, email: false } },
    }).catch(async (error: unknown) => {
      throw await withReasons(error, input, options.token);
    }),
});

export const CHANGE_CONSENT = defineCommand({
  name: 'change-consent',
  thing: (input: Consent) => booking(input),
  send: ({ id, consent }, options) =>
    call(changeSmsConsent, { ...options, params: { id }, body: { sms_consent: consent } }),
});

export const DELETE_BOOKING = defineCommand({
  name: 'delete-booking',
  thing: (input: One) => booking(input),
  send: ({ id }, options) => call(deleteBooking, { ...options, params: { id } }),
});

/** Whether an appointment is still to come or under way. */
export const isOpen = ({ status }: Pick<AdminBooking, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed';

/** The actions that an appointment allows a person in its current state. */
export function abilitiesOf(booking: AdminBooking, may: ReturnType<typeof useMay>) {
  const { status, has_started, walk_in, customer_name, paid_left_out } = booking;
  const isDesk = may('desk');
  const canChange = isDesk && isOpen(booking);
  return {
    canConfirm: isDesk && status === 'pending',
    canMove: canChange,
    /** Only a team's appointments name a stylist. */
    canHandOver: canChange && booking.stylist !== undefined,
    canCancel: canChange,
    canComplete: has_started && isOpen(booking),
    canBeNoShow: canChange && has_started && !walk_in,
    canChangeAmount: status === 'completed' && !paid_left_out,
    canReinstate: isDesk && status === 'cancelled',
    canBookAgain: isDesk && !isOpen(booking) && customer_name !== null,
  };
}

/** Notes a visit. A note isn't a decision about the appointment, so it names no version of it. */
export const NOTE_VISIT = defineCommand({
  name: 'note-visit',
  thing: (input: Note) => booking(input),
  send: ({ id, text }, options) =>
    call(noteVisit, { ...options, params: { id }, body: { visit_note: text } }),
});
