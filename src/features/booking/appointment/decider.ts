import type { BookingStatus } from '../../../contracts/bookings.ts';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { type Decider, RuleBroken } from '../../../eventsourcing/decider.ts';
import { instantOf } from '../../../salon/salon-time.ts';
import { isBeforeCutoff } from '../../../salon/self-service.ts';
import { BOOKING, type BookingEvent, bookingEventTypes, type CancellationReason, claimOf } from './events.ts';
import {
  type Appointment,
  type BookingState,
  evolve,
  type FoldedBooking,
  isBooked,
  noBooking,
  type Slot,
} from './state.ts';

type BookingRequest = Extract<BookingEvent, { type: 'BookingRequested' }>['data'];

/** What binds customers who change their own booking. */
export interface SelfService {
  /** Changes close this long before the start. */
  readonly cutoffHours: number;
  readonly timeZone: string;
  readonly now: Date;
}

/** What the customer is told of a change: the usual text, nothing, or words of the staff's own. */
export type Notice =
  | { readonly kind: 'template' | 'none' }
  | { readonly kind: 'custom'; readonly message: string };

interface Change {
  /** Null for staff and processes, who are bound by no cut-off. */
  readonly selfService: SelfService | null;
  readonly notice: Notice;
}

export type BookingCommand =
  | { readonly kind: 'RequestBooking'; readonly request: BookingRequest }
  | (Change & { readonly kind: 'RescheduleBooking'; readonly slot: Slot })
  | { readonly kind: 'ReinstateBooking'; readonly slot: Slot }
  | { readonly kind: 'ConfirmBooking' }
  | (Change & { readonly kind: 'CancelBooking'; readonly reason: CancellationReason })
  | {
      readonly kind: 'CompleteBooking';
      /** Null when unknown. */
      readonly amountCents: number | null;
      readonly timeZone: string;
      readonly now: Date;
    }
  | { readonly kind: 'ChangeSmsConsent'; readonly smsConsent: boolean }
  | { readonly kind: 'DeleteBooking' };

const broken = (code: ProblemCode) => new RuleBroken<ProblemCode>(code);

function booked(state: BookingState) {
  if (!isBooked(state)) throw broken('booking-not-found');
  return state;
}

/** An appointment that is still to come: neither cancelled nor completed. */
function upcoming(state: BookingState): Appointment & { status: 'pending' | 'confirmed' } {
  const appointment = booked(state);
  switch (appointment.status) {
    case 'cancelled':
      throw broken('already-cancelled');
    case 'completed':
      throw broken('already-completed');
    default:
      return { ...appointment, status: appointment.status };
  }
}

function checkCutoff({ slot }: Appointment, { selfService }: Change): void {
  if (selfService && !isBeforeCutoff(slot, selfService)) throw broken('self-service-closed');
}

/** The booking refuses a slot id that it has ever claimed or seen lapse. */
function checkUnclaimed(state: BookingState, slotId: string): void {
  if (state.claimed.has(slotId) || state.lapsed.has(slotId)) throw broken('slot-id-used');
}

const noticeOf = ({ notice }: Change) =>
  notice.kind === 'custom'
    ? { notice: notice.kind, personal: { message: notice.message } }
    : { notice: notice.kind };

function decide(command: BookingCommand, state: BookingState): BookingEvent[] {
  switch (command.kind) {
    case 'RequestBooking':
      if (state.status !== 'none') throw broken('already-booked');
      checkUnclaimed(state, command.request.slotId);
      return [{ type: 'BookingRequested', data: command.request }];
    case 'RescheduleBooking': {
      const appointment = upcoming(state);
      checkCutoff(appointment, command);
      checkUnclaimed(state, command.slot.slotId);
      return [
        {
          type: 'BookingRescheduled',
          data: { ...command.slot, from: appointment.slot, ...noticeOf(command) },
        },
      ];
    }
    case 'ReinstateBooking': {
      const appointment = booked(state);
      if (appointment.status !== 'cancelled') throw broken('not-cancelled');
      checkUnclaimed(state, command.slot.slotId);
      return [{ type: 'BookingReinstated', data: { ...command.slot, status: appointment.before } }];
    }
    case 'ConfirmBooking':
      if (upcoming(state).status === 'confirmed') throw broken('already-confirmed');
      return [{ type: 'BookingConfirmed', data: {} }];
    case 'CancelBooking': {
      const appointment = upcoming(state);
      checkCutoff(appointment, command);
      const { slotId } = appointment.slot;
      return [{ type: 'BookingCancelled', data: { slotId, reason: command.reason, ...noticeOf(command) } }];
    }
    case 'CompleteBooking': {
      const { date, start } = upcoming(state).slot;
      const startsAt = instantOf(date, start, command.timeZone);
      if (startsAt === null || startsAt > command.now) throw broken('not-started');
      return [{ type: 'BookingCompleted', data: { amountCents: command.amountCents } }];
    }
    case 'ChangeSmsConsent':
      return booked(state).smsConsent === command.smsConsent
        ? []
        : [{ type: 'SmsConsentChanged', data: { smsConsent: command.smsConsent } }];
    case 'DeleteBooking':
      return [{ type: 'BookingDeleted', data: { slotId: booked(state).slot.slotId } }];
  }
}

/** One appointment: its life from request to completion, cancellation or deletion. */
export const bookingDecider: Decider<
  BookingCommand,
  BookingEvent,
  BookingState,
  BookingStatus,
  FoldedBooking
> = {
  streams: `${BOOKING}-`,
  eventTypes: bookingEventTypes,
  uncounted: ['SlotClaimLapsed'],
  factOf: claimOf,
  initialState: noBooking,
  decide,
  evolve,
  resultOf: (_, state) => (isBooked(state) ? state.status : 'cancelled'),
};
