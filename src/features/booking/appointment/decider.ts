import type { ProblemCode } from '../../../contracts/problem.ts';
import { type Decider, RuleBroken } from '../../../eventsourcing/decider.ts';
import type { DomainEvent } from '../../../eventsourcing/event-types.ts';
import { instantOf, type Minutes, type SalonDate } from '../../../salon/salon-time.ts';
import { isBeforeCutoff } from '../../../salon/self-service.ts';
import {
  BOOKING,
  type BookedService,
  type BookingEvent,
  bookingEventTypes,
  type CancellationReason,
} from './events.ts';

export interface Slot {
  readonly slotId: string;
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly end: Minutes;
}

/** What the stream has said about slot ids; kept whatever the status, so that none is claimed twice. */
interface Claims {
  /** Every slot id that this booking has claimed. */
  readonly claimed: ReadonlySet<string>;
  /** Slot ids that the keeper has fenced off. */
  readonly lapsed: ReadonlySet<string>;
}

interface Appointment extends Claims {
  readonly slot: Slot;
  readonly services: readonly BookedService[];
  readonly smsConsent: boolean;
}

export type BookingState =
  | (Claims & { readonly status: 'none' | 'deleted' })
  | (Appointment & { readonly status: 'pending' | 'confirmed' | 'completed' })
  | (Appointment & { readonly status: 'cancelled'; readonly before: 'pending' | 'confirmed' });

type BookingRequest = Extract<BookingEvent, { type: 'BookingRequested' }>['data'];

/** Who asks: staff are bound by neither the cut-off nor the status page's courtesy. */
export type Asker =
  | {
      readonly kind: 'customer';
      /** Changes close this long before the start. */
      readonly cutoffHours: number;
      readonly timeZone: string;
      readonly now: Date;
    }
  | { readonly kind: 'admin'; readonly message: Notice };

/** What staff want the customer told: nothing when empty, their words instead of the template otherwise. */
export type Notice = { readonly kind: 'none' } | { readonly kind: 'custom'; readonly message: string };

export type BookingCommand =
  | { readonly kind: 'RequestBooking'; readonly request: BookingRequest }
  | {
      readonly kind: 'RescheduleBooking';
      readonly slot: Slot;
      readonly by: Asker;
    }
  | { readonly kind: 'ReinstateBooking'; readonly slotId: string }
  | { readonly kind: 'ConfirmBooking' }
  | {
      readonly kind: 'CancelBooking';
      readonly reason: CancellationReason;
      readonly by: Asker;
    }
  | {
      readonly kind: 'CompleteBooking';
      /** Null when not told. */
      readonly amountCents: number | null;
      readonly timeZone: string;
      readonly now: Date;
    }
  | { readonly kind: 'ChangeSmsConsent'; readonly smsConsent: boolean }
  | { readonly kind: 'DeleteBooking' };

const broken = (code: ProblemCode) => new RuleBroken<ProblemCode>(code);

export const isBooked = (
  state: BookingState,
): state is Exclude<BookingState, { status: 'none' | 'deleted' }> =>
  state.status !== 'none' && state.status !== 'deleted';

/** Takes up time: its current slot must be taken by it. Only a cancelled or deleted booking doesn't. */
export const isLive = (
  state: BookingState,
): state is Appointment & { status: 'pending' | 'confirmed' | 'completed' } =>
  isBooked(state) && state.status !== 'cancelled';

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

function checkSelfService(appointment: Appointment, by: Asker): void {
  if (by.kind === 'customer' && !isBeforeCutoff(appointment.slot, by)) throw broken('self-service-closed');
}

/** The booking refuses a slot id that it has ever claimed or seen lapse. */
function checkUnclaimed(state: BookingState, slotId: string): void {
  if (state.claimed.has(slotId) || state.lapsed.has(slotId)) throw broken('slot-id-used');
}

function noticeOf(by: Asker) {
  if (by.kind === 'customer') return { notice: 'template' as const };
  return by.message.kind === 'none'
    ? { notice: 'none' as const }
    : { notice: 'custom' as const, personal: { message: by.message.message } };
}

function decide(command: BookingCommand, state: BookingState): BookingEvent[] {
  switch (command.kind) {
    case 'RequestBooking':
      if (state.status !== 'none') throw broken('already-booked');
      checkUnclaimed(state, command.request.slotId);
      return [{ type: 'BookingRequested', data: command.request }];
    case 'RescheduleBooking': {
      const appointment = upcoming(state);
      checkSelfService(appointment, command.by);
      checkUnclaimed(state, command.slot.slotId);
      return [
        {
          type: 'BookingRescheduled',
          data: { ...command.slot, from: appointment.slot, ...noticeOf(command.by) },
        },
      ];
    }
    case 'ReinstateBooking': {
      const appointment = booked(state);
      if (appointment.status !== 'cancelled') throw broken('not-cancelled');
      checkUnclaimed(state, command.slotId);
      const { before, slot } = appointment;
      return [{ type: 'BookingReinstated', data: { ...slot, slotId: command.slotId, status: before } }];
    }
    case 'ConfirmBooking':
      if (upcoming(state).status === 'confirmed') throw broken('already-confirmed');
      return [{ type: 'BookingConfirmed', data: {} }];
    case 'CancelBooking': {
      const appointment = upcoming(state);
      checkSelfService(appointment, command.by);
      const { slotId } = appointment.slot;
      return [
        { type: 'BookingCancelled', data: { slotId, reason: command.reason, ...noticeOf(command.by) } },
      ];
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

/** The slot of an event that claims one. */
const slotOf = ({ slotId, date, start, end }: Slot): Slot => ({ slotId, date, start, end });

/** Folding an event that can't follow this state means the log was written by something else. */
function misplaced(state: BookingState, event: DomainEvent): Error {
  return new Error(`${event.type} can't follow a booking that is ${state.status}`);
}

function evolve(state: BookingState, event: BookingEvent): BookingState {
  if (event.type === 'SlotClaimLapsed') {
    return { ...state, lapsed: new Set(state.lapsed).add(event.data.slotId) };
  }
  if (event.type === 'BookingRequested') {
    const { status, services, smsConsent, slotId } = event.data;
    const claimed = new Set(state.claimed).add(slotId);
    return { ...state, status, services, smsConsent, claimed, slot: slotOf(event.data) };
  }
  if (!isBooked(state)) throw misplaced(state, event);
  switch (event.type) {
    case 'BookingRescheduled': {
      const claimed = new Set(state.claimed).add(event.data.slotId);
      return { ...state, claimed, slot: slotOf(event.data) };
    }
    case 'BookingReinstated': {
      const { lapsed, services, smsConsent } = state;
      const claimed = new Set(state.claimed).add(event.data.slotId);
      const { status } = event.data;
      return { status, lapsed, services, smsConsent, claimed, slot: slotOf(event.data) };
    }
    case 'BookingConfirmed':
      return { ...state, status: 'confirmed' };
    case 'BookingCancelled':
      if (state.status !== 'pending' && state.status !== 'confirmed') throw misplaced(state, event);
      return { ...state, status: 'cancelled', before: state.status };
    case 'BookingCompleted':
      return { ...state, status: 'completed' };
    case 'SmsConsentChanged':
      return { ...state, smsConsent: event.data.smsConsent };
    case 'BookingDeleted': {
      const { claimed, lapsed } = state;
      return { status: 'deleted', claimed, lapsed };
    }
  }
}

/** One appointment: its life from request to completion, cancellation or deletion. */
export const bookingDecider: Decider<BookingCommand, BookingEvent, BookingState> = {
  category: BOOKING,
  eventTypes: bookingEventTypes,
  uncounted: ['SlotClaimLapsed'],
  initialState: { status: 'none', claimed: new Set(), lapsed: new Set() },
  decide,
  evolve,
};
