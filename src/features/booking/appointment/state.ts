import { type DomainEvent, ERASED } from '../../../eventsourcing/event-types.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import { type Notices, noticesOf } from '../notice/events.ts';
import { type BookedService, type BookingEvent, changes, type Paid, type Slot } from './events.ts';

/** Slot ids of the booking. They are kept for every status, so that none is claimed twice. */
interface Claims {
  /** The day of every slot that this booking has claimed. */
  readonly claimed: ReadonlyMap<string, SalonDate>;
  /** Slot ids that the keeper has fenced off. */
  readonly lapsed: ReadonlySet<string>;
}

/** The claims that `evolve` changes in place, since copying them for each event would take quadratic time. */
interface FoldedClaims extends Claims {
  readonly claimed: Map<string, SalonDate>;
  readonly lapsed: Set<string>;
}

interface BookedDetails {
  readonly slot: Slot;
  readonly services: readonly BookedService[];
  /** The total before it is completed: words, or dollars such as `$65.00`. */
  readonly totalAmount: string;
  readonly smsConsent: boolean;
  /** How often the customer has moved the booking. */
  readonly customerMoves: number;
  /** True if the personal data of the booking was erased. */
  readonly isErased: boolean;
  /** The customer whose booking it is; null until that is known. */
  readonly customerId: string | null;
  readonly isWalkIn: boolean;
}

/** The facts about a completed booking by which its last change can be undone. */
interface Completion extends Paid {
  readonly status: 'completed';
  /** The payment before its last correction; undefined if it was never corrected. */
  readonly paidBefore: Paid | undefined;
  /** The status before it was completed. */
  readonly before: 'pending' | 'confirmed';
}

type StateWith<C extends Claims> =
  | (C & { readonly status: 'none' | 'deleted' })
  | (C & BookedDetails & { readonly status: 'pending' | 'confirmed' })
  | (C & BookedDetails & Completion)
  | (C &
      BookedDetails & {
        readonly status: 'cancelled';
        readonly before: 'pending' | 'confirmed';
        /** How the customer was told of the cancellation. */
        readonly notices: Notices;
      });

export type Booked = Claims & BookedDetails;
export type BookingState = StateWith<Claims>;
export type FoldedBooking = StateWith<FoldedClaims>;

export const noBooking = (): FoldedBooking => ({ status: 'none', claimed: new Map(), lapsed: new Set() });

export const isBooked = <S extends BookingState>(
  state: S,
): state is Exclude<S, { status: 'none' | 'deleted' }> =>
  state.status !== 'none' && state.status !== 'deleted';

/** Whether a booking occupies its slot on the agenda, as all do except cancelled and deleted ones. */
export const isLive = <S extends BookingState>(
  state: S,
): state is Extract<S, { status: 'pending' | 'confirmed' | 'completed' }> =>
  isBooked(state) && state.status !== 'cancelled';

export const occupies = (state: BookingState, slotId: string): boolean =>
  isLive(state) && state.slot.slotId === slotId;

/** Whether a booking has given up a slot that it once claimed. That stays so, since it claims no slot twice. */
export const hasGivenUp = (state: BookingState, slotId: string): boolean =>
  state.claimed.has(slotId) && !occupies(state, slotId);

/** Records that a slot is claimed. @returns the slot, without the other data of the event */
function claim(claimed: Map<string, SalonDate>, { slotId, date, start, end, parts }: Slot): Slot {
  claimed.set(slotId, date);
  return { slotId, date, start, end, ...(parts && { parts }) };
}

const detailsOf = (details: BookedDetails): BookedDetails => {
  const { slot, services, totalAmount, smsConsent, customerMoves, isErased, customerId, isWalkIn } = details;
  return { slot, services, totalAmount, smsConsent, customerMoves, isErased, customerId, isWalkIn };
};

/** The money that a visit brought, alone; what is missing or erased is left out. */
export const paidOf = ({ amountCents, method, tipCents, lines, payments, personal }: Paid): Paid => ({
  amountCents,
  ...(method && { method }),
  ...(tipCents && { tipCents }),
  ...(lines && { lines }),
  ...(payments && { payments }),
  ...(personal && personal !== ERASED && { personal }),
});

const NOTHING_PAID = {
  amountCents: null,
  method: undefined,
  tipCents: undefined,
  lines: undefined,
  payments: undefined,
  personal: undefined,
};

/** The error for an event that can't follow this state, so that something other than the decider must have written it. */
const misplaced = ({ status }: BookingState, { type }: DomainEvent): Error =>
  new Error(`${type} can't follow a booking that is ${status}`);

/** The state of the booking after the event. Adds to the claims of the given state in place. */
export function evolve(state: FoldedBooking, event: BookingEvent): FoldedBooking {
  if (changes(event, 'slot fenced off')) {
    state.lapsed.add(event.data.slotId);
    return state;
  }
  if (changes(event, 'customer')) {
    if (!isBooked(state)) return state;
    return event.type === 'BookingErased'
      ? { ...state, isErased: true }
      : { ...state, customerId: event.data.customerId };
  }
  const { claimed, lapsed } = state;
  if (event.type === 'BookingRequested') {
    const { status, walkIn: isWalkIn = false } = event.data;
    const slot = claim(claimed, event.data);
    const first = { customerMoves: 0, isErased: false, customerId: null, isWalkIn };
    return { claimed, lapsed, status, ...detailsOf({ ...event.data, ...first, slot }) };
  }
  if (!isBooked(state)) throw misplaced(state, event);
  switch (event.type) {
    case 'BookingRescheduled': {
      const customerMoves = state.customerMoves + (event.data.bySelfService ? 1 : 0);
      return { ...state, slot: claim(claimed, event.data), customerMoves };
    }
    case 'BookingLengthChanged':
      return { ...state, slot: claim(claimed, event.data) };
    case 'BookingServicesChanged': {
      const { services, totalAmount } = event.data;
      return { ...state, services, totalAmount };
    }
    case 'BookingReinstated': {
      const slot = claim(claimed, event.data);
      return { status: event.data.status, claimed, lapsed, ...detailsOf({ ...state, slot }) };
    }
    case 'BookingConfirmed':
      return { ...state, status: 'confirmed' };
    case 'BookingUnconfirmed':
      if (state.status !== 'confirmed') throw misplaced(state, event);
      return { ...state, status: 'pending' };
    case 'BookingCancelled':
      if (state.status !== 'pending' && state.status !== 'confirmed') throw misplaced(state, event);
      return { ...state, status: 'cancelled', before: state.status, notices: noticesOf(event.data) };
    case 'BookingCompleted': {
      // The event replaces the former record: a value that it lacks is no longer recorded.
      const paid = { ...NOTHING_PAID, ...paidOf(event.data) };
      if (state.status === 'completed') return { ...state, ...paid, paidBefore: paidOf(state) };
      const before = state.status === 'cancelled' ? state.before : state.status;
      return { ...state, ...paid, status: 'completed', paidBefore: undefined, before };
    }
    case 'BookingReopened': {
      if (state.status !== 'completed') throw misplaced(state, event);
      const { status } = event.data;
      if (status === 'completed') return { ...state, ...NOTHING_PAID, paidBefore: paidOf(state) };
      return { status, claimed, lapsed, ...detailsOf(state) };
    }
    case 'SmsConsentChanged':
      return { ...state, smsConsent: event.data.smsConsent };
    case 'BookingDeleted':
      return { status: 'deleted', claimed, lapsed };
    case 'BookingContactCorrected':
    case 'CustomerArrived':
    case 'ArrivalTakenBack':
    case 'VisitNoted':
      return state;
    default:
      return event satisfies never;
  }
}
