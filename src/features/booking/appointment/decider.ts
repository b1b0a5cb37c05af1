import { isDeepStrictEqual } from 'node:util';
import type { BookingStatus, CancellationReason } from '../../../contracts/bookings/bookings.ts';
import type { CodeWay } from '../../../contracts/problem.ts';
import type { Decider } from '../../../eventsourcing/streams/decider.ts';
import type { EventStreams } from '../../../eventsourcing/streams/event-streams.ts';
import { FIRST, isSameStretch, stylistOf } from '../../../salon/parts.ts';
import { instantOf, type Minutes } from '../../../salon/salon-time.ts';
import { isBeforeCutoff } from '../../../salon/self-service.ts';
import { broken } from '../../rule-broken.ts';
import { type Notices, noticesOf } from '../notice/events.ts';
import { NOBODY, type Notice, noticeData, usualWhere } from '../notice/notice.ts';
import {
  BOOKING,
  type BookedService,
  type BookingEvent,
  type BookingRequest,
  bookingEventTypes,
  changes,
  type Paid,
  type Slot,
  UNCOUNTED_EVENTS,
} from './events.ts';
import { checkLines, correctedPaid } from './paid.ts';
import {
  type Booked,
  type BookingState,
  evolve,
  type FoldedBooking,
  isBooked,
  noBooking,
  paidOf,
} from './state.ts';

/** Limits to changes that customers make to their own booking. */
export interface SelfService {
  /** Customers can't change the booking any more from this many hours before its start on. */
  readonly cutoffHours: number;
  readonly timeZone: string;
  readonly now: Date;
}

/** How often a customer may move a booking. Each move adds events to two days that stay for ever. */
export const MOST_CUSTOMER_MOVES = 10;

interface Told {
  readonly notice: Notice;
}

interface Change extends Told {
  /** Null for staff and processes, for whom there is no cut-off. */
  readonly selfService: SelfService | null;
}

/** How the customer is reached about the booking. */
export interface BookingContact {
  readonly email: string | null;
  /** The phone number as it was typed. */
  readonly phone: string;
  /** Null if staff have entered a number that nobody can have. */
  readonly phoneE164: string | null;
}

/** The contact, and the name of a walk-in whom staff name by it. */
export type CorrectedContact = BookingContact & { readonly name?: string | undefined };

export type BookingCommand =
  | {
      readonly kind: 'RequestBooking';
      readonly slot: Slot;
      readonly request: BookingRequest;
      /** Keyed hash of the network address that a public booking came from. */
      readonly source?: string | undefined;
      /** The contacts that the booking's own code has proven, if a code was asked for. */
      readonly provenContacts?: readonly CodeWay[] | undefined;
    }
  | (Change & { readonly kind: 'RescheduleBooking'; readonly slot: Slot })
  /** `slot`: of the same day and start, with another end. */
  | (Told & { readonly kind: 'ChangeLength'; readonly slot: Slot })
  | (Told & {
      readonly kind: 'ChangeServices';
      readonly services: readonly BookedService[];
      readonly totalAmount: string;
      /** Of the same day and start; left out if the appointment keeps its length. */
      readonly slot?: Slot | undefined;
    })
  /** `notice`: as staff have chosen; left out, it is told where the cancellation was. */
  | { readonly kind: 'ReinstateBooking'; readonly slot: Slot; readonly notice?: Notice | undefined }
  | { readonly kind: 'ConfirmBooking' | 'UnconfirmBooking' }
  | (Change & { readonly kind: 'CancelBooking'; readonly reason: CancellationReason })
  | (Paid & {
      readonly kind: 'CompleteBooking';
      readonly timeZone: string;
      readonly now: Date;
      /** The shorter slot of a visit that is over before its end, if one was taken for it. */
      readonly slot?: Slot | undefined;
    })
  /** Undoes the last completion, or the last correction of what was paid. `slot`: the time before an early end, taken again. */
  | { readonly kind: 'ReopenBooking'; readonly slot?: Slot | undefined }
  | { readonly kind: 'ChangeSmsConsent'; readonly smsConsent: boolean }
  | { readonly kind: 'CorrectContact'; readonly contact: CorrectedContact }
  | { readonly kind: 'RecordArrival'; readonly isHere: boolean }
  | { readonly kind: 'NoteVisit'; readonly text: string | null }
  | { readonly kind: 'LinkBooking'; readonly customerId: string }
  | { readonly kind: 'DeleteBooking' }
  /** Sent by the slot keeper. After it the booking can't claim the slot any more, even if a slow process still tries to. */
  | { readonly kind: 'LapseClaim'; readonly slotId: string };

function booked(state: BookingState) {
  if (!isBooked(state)) throw broken('booking-not-found');
  return state;
}

/** The booking, which must be neither cancelled nor completed. */
function openBooking(state: BookingState): Booked & { status: 'pending' | 'confirmed' } {
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

function checkCutoff({ slot }: Booked, { selfService }: Change): void {
  if (selfService && !isBeforeCutoff(slot, selfService)) throw broken('self-service-closed');
}

/** Whether the appointment has begun. */
export function hasBegun(
  { date, start }: Slot,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): boolean {
  const startsAt = instantOf(date, start, timeZone);
  return startsAt !== null && startsAt <= now;
}

const isSameTime = (one: Slot, other: Slot): boolean => one.date === other.date && isSameStretch(one, other);

/** The booking can't claim a slot id that it has claimed before, or whose claim has lapsed. */
function checkUnclaimed(state: BookingState, slotId: string): void {
  if (state.claimed.has(slotId) || state.lapsed.has(slotId)) throw broken('slot-id-used');
}

const admittedBy = ({
  source,
  provenContacts = [],
}: Extract<BookingCommand, { kind: 'RequestBooking' }>) => ({
  ...(source !== undefined && { source: { address: source } }),
  ...(provenContacts.length > 0 && { provenContacts: [...provenContacts] }),
});

/**
 * Reinstating is told in the channels in which the cancellation was told. If that was said in none, the customer is told wherever they
 * may have heard of it otherwise.
 */
const noticeOfReinstating = (cancelling: Notices) => {
  const { notice, mail } = noticeData(usualWhere(cancelling));
  return mail ? { notice, mail } : {};
};

/** The claim on a slot of another length. @throws RuleBroken `slot-id-used` */
function lengthChanged(slot: Slot, state: Booked & BookingState, told: Told): BookingEvent {
  checkUnclaimed(state, slot.slotId);
  return { type: 'BookingLengthChanged', data: { ...slot, from: state.slot, ...noticeData(told.notice) } };
}

/** Nobody is told that a visit was over early, or that this was undone. */
const UNTOLD: Told = { notice: NOBODY };

function decide(command: BookingCommand, state: BookingState): BookingEvent[] {
  switch (command.kind) {
    case 'RequestBooking':
      if (state.status !== 'none') throw broken('already-booked');
      checkUnclaimed(state, command.slot.slotId);
      return [
        { type: 'BookingRequested', data: { ...command.slot, ...command.request, ...admittedBy(command) } },
      ];
    case 'RescheduleBooking': {
      const appointment = openBooking(state);
      const { selfService } = command;
      checkCutoff(appointment, command);
      if (selfService && appointment.customerMoves >= MOST_CUSTOMER_MOVES) throw broken('moved-too-often');
      checkUnclaimed(state, command.slot.slotId);
      // A move to the same time is refused instead of answered as done: a command that changes nothing isn't remembered, so if the same
      // request were sent again later, it could move the booking.
      if (isSameTime(command.slot, appointment.slot)) throw broken('same-time');
      return [
        {
          type: 'BookingRescheduled',
          data: {
            ...command.slot,
            from: appointment.slot,
            ...(selfService && { bySelfService: true }),
            ...noticeData(command.notice),
          },
        },
      ];
    }
    case 'ChangeLength': {
      const appointment = openBooking(state);
      if (isSameTime(command.slot, appointment.slot)) throw broken('same-length');
      return [lengthChanged(command.slot, appointment, command)];
    }
    case 'ChangeServices': {
      const appointment = openBooking(state);
      const { services, totalAmount, slot } = command;
      const isSame =
        isDeepStrictEqual(services, appointment.services) && totalAmount === appointment.totalAmount;
      if (!slot && isSame) throw broken('same-services');
      return [
        ...(slot ? [lengthChanged(slot, appointment, command)] : []),
        {
          type: 'BookingServicesChanged',
          data: { services: [...services], totalAmount, ...noticeData(command.notice) },
        },
      ];
    }
    case 'ReinstateBooking': {
      const appointment = booked(state);
      if (appointment.status !== 'cancelled') throw broken('not-cancelled');
      checkUnclaimed(state, command.slot.slotId);
      const { before: status, notices } = appointment;
      const { slot, notice } = command;
      const told = notice ? noticeData(notice) : noticeOfReinstating(notices);
      return [{ type: 'BookingReinstated', data: { ...slot, status, ...told } }];
    }
    case 'ConfirmBooking':
      if (openBooking(state).status === 'confirmed') throw broken('already-confirmed');
      return [{ type: 'BookingConfirmed', data: {} }];
    case 'UnconfirmBooking':
      if (openBooking(state).status !== 'confirmed') throw broken('undo-overtaken');
      return [{ type: 'BookingUnconfirmed', data: {} }];
    case 'CancelBooking': {
      const appointment = openBooking(state);
      checkCutoff(appointment, command);
      const { slotId } = appointment.slot;
      const { reason, notice } = command;
      return [{ type: 'BookingCancelled', data: { slotId, reason, ...noticeData(notice) } }];
    }
    case 'CompleteBooking': {
      const { amountCents } = command;
      checkLines(booked(state), command);
      if (state.status === 'completed' && amountCents !== null) {
        const paid = correctedPaid({ ...command, amountCents }, state);
        return isDeepStrictEqual(paid, paidOf(state)) ? [] : [{ type: 'BookingCompleted', data: paid }];
      }
      const appointment = openBooking(state);
      if (!hasBegun(appointment.slot, command)) throw broken('not-started');
      return [
        ...(command.slot ? [lengthChanged(command.slot, appointment, UNTOLD)] : []),
        { type: 'BookingCompleted', data: paidOf(command) },
      ];
    }
    case 'ReopenBooking': {
      const appointment = booked(state);
      if (appointment.status !== 'completed') throw broken('undo-overtaken');
      const { paidBefore, before, totalAmount } = appointment;
      // A correction is undone by the payment before it. If that had no amount, the total is the one of the booking again.
      if (typeof paidBefore?.amountCents === 'number')
        return [{ type: 'BookingCompleted', data: paidBefore }];
      const status = paidBefore === undefined ? before : 'completed';
      return [
        ...(command.slot ? [lengthChanged(command.slot, appointment, UNTOLD)] : []),
        { type: 'BookingReopened', data: { status, totalAmount } },
      ];
    }
    case 'ChangeSmsConsent':
      return booked(state).smsConsent === command.smsConsent
        ? []
        : [{ type: 'SmsConsentChanged', data: { smsConsent: command.smsConsent } }];
    case 'CorrectContact':
      if (booked(state).isErased) throw broken('customer-not-found');
      if (command.contact.name !== undefined) {
        if (!booked(state).isWalkIn) throw broken('not-a-walk-in');
        // The customer's card gets the name, too.
        if (booked(state).customerId === null) throw broken('not-linked-yet');
      }
      return [{ type: 'BookingContactCorrected', data: { personal: command.contact } }];
    case 'RecordArrival':
      // Recorded even if it says the same: a command that changes nothing isn't remembered, so its retry could undo a later one.
      if (!command.isHere) {
        booked(state);
        return [{ type: 'ArrivalTakenBack', data: {} }];
      }
      openBooking(state);
      return [{ type: 'CustomerArrived', data: {} }];
    case 'NoteVisit':
      if (booked(state).isErased) throw broken('customer-not-found');
      return [{ type: 'VisitNoted', data: { personal: { text: command.text } } }];
    case 'LinkBooking':
      // The registrar's own link would come later and count.
      if (booked(state).customerId === null) throw broken('not-linked-yet');
      return [{ type: 'BookingLinked', data: { customerId: command.customerId } }];
    case 'DeleteBooking':
      return [{ type: 'BookingDeleted', data: { slotId: booked(state).slot.slotId } }];
    case 'LapseClaim': {
      const { slotId } = command;
      if (state.claimed.has(slotId)) throw broken('slot-id-used');
      return state.lapsed.has(slotId) ? [] : [{ type: 'SlotClaimLapsed', data: { slotId } }];
    }
  }
}

/** The result of a command on a booking. */
export interface BookingOutcome {
  readonly status: BookingStatus;
  /** How the command has the customer told; undefined for a command that tells nothing. */
  readonly notices: Notices | undefined;
  /** Whether the command has claimed a slot. */
  readonly hasClaimed: boolean;
  /** When the appointment ends after the command; null for a deleted one. */
  readonly end: Minutes | null;
  /** The stylist who does it then. */
  readonly stylistId: string;
  /** Its services then; none of a deleted one. */
  readonly services: readonly BookedService[];
}

function noticesIn(event: BookingEvent): Notices | undefined {
  switch (event.type) {
    case 'BookingRescheduled':
    case 'BookingCancelled':
    case 'BookingLengthChanged':
    case 'BookingServicesChanged':
    case 'BookingReinstated':
      return noticesOf(event.data);
    default:
      return undefined;
  }
}

/** Tries of one command may find another catalogue, or another clock. */
function discriminatorOf(event: BookingEvent): string | undefined {
  switch (event.type) {
    case 'BookingRequested': {
      const { slotId, services, totalAmount } = event.data;
      return JSON.stringify([slotId, services, totalAmount]);
    }
    case 'BookingServicesChanged': {
      const { services, totalAmount, notice, mail } = event.data;
      return JSON.stringify([services, totalAmount, notice, mail]);
    }
    case 'BookingLengthChanged':
      return JSON.stringify([event.data.slotId, event.data.notice, event.data.mail]);
    default: {
      const namesSlot =
        changes(event, 'slot claimed') ||
        changes(event, 'slot given up') ||
        changes(event, 'slot fenced off');
      return namesSlot ? event.data.slotId : undefined;
    }
  }
}

/** The streams of bookings. */
export type BookingStreams = EventStreams<BookingCommand, BookingEvent, BookingState, BookingOutcome>;

/** Decides about one booking, from its request to its completion, cancellation or deletion. */
export const bookingDecider: Decider<
  BookingCommand,
  BookingEvent,
  BookingState,
  BookingOutcome,
  FoldedBooking
> = {
  streams: `${BOOKING}-`,
  eventTypes: bookingEventTypes,
  uncounted: UNCOUNTED_EVENTS,
  discriminatorOf,
  initialState: noBooking,
  decide,
  evolve,
  resultOf: (event, state) => ({
    // A deleted booking has no status. The answer says `cancelled`, since the appointment doesn't take place.
    status: isBooked(state) ? state.status : 'cancelled',
    notices: event && noticesIn(event),
    hasClaimed: event !== undefined && changes(event, 'slot claimed'),
    end: isBooked(state) ? state.slot.end : null,
    stylistId: isBooked(state) ? stylistOf(state.slot) : FIRST,
    services: isBooked(state) ? state.services : [],
  }),
};
