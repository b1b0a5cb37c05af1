import type { DomainEvent } from '../../../eventsourcing/event-types.ts';
import type { Minutes, SalonDate } from '../../../salon/salon-time.ts';
import type { BookedService, BookingEvent } from './events.ts';

export interface Slot {
  readonly slotId: string;
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly end: Minutes;
}

/** What the stream has said about slot ids; kept whatever the status, so that none is claimed twice. */
interface Claims<Ids> {
  /** Every slot id that this booking has claimed. */
  readonly claimed: Ids;
  /** Slot ids that the keeper has fenced off. */
  readonly lapsed: Ids;
}

interface Booked<Ids> extends Claims<Ids> {
  readonly slot: Slot;
  readonly services: readonly BookedService[];
  readonly smsConsent: boolean;
}

type State<Ids> =
  | (Claims<Ids> & { readonly status: 'none' | 'deleted' })
  | (Booked<Ids> & { readonly status: 'pending' | 'confirmed' | 'completed' })
  | (Booked<Ids> & { readonly status: 'cancelled'; readonly before: 'pending' | 'confirmed' });

export type Appointment = Booked<ReadonlySet<string>>;
export type BookingState = State<ReadonlySet<string>>;
/** The same as `evolve` adds to its ids in place: a copy for each move would make the cost of many quadratic. */
export type FoldedBooking = State<Set<string>>;

export const noBooking = (): FoldedBooking => ({ status: 'none', claimed: new Set(), lapsed: new Set() });

export const isBooked = <S extends BookingState>(
  state: S,
): state is Exclude<S, { status: 'none' | 'deleted' }> =>
  state.status !== 'none' && state.status !== 'deleted';

/** Takes up time: its current slot must be taken by it. Only a cancelled or deleted booking doesn't. */
export const isLive = <S extends BookingState>(
  state: S,
): state is Extract<S, { status: 'pending' | 'confirmed' | 'completed' }> =>
  isBooked(state) && state.status !== 'cancelled';

const slotOf = ({ slotId, date, start, end }: Slot): Slot => ({ slotId, date, start, end });

/** Folding an event that can't follow this state means the log was written by something else. */
const misplaced = ({ status }: BookingState, { type }: DomainEvent): Error =>
  new Error(`${type} can't follow a booking that is ${status}`);

/** The booking behind the event; the ids of the given one are added to. */
export function evolve(state: FoldedBooking, event: BookingEvent): FoldedBooking {
  if (event.type === 'SlotClaimLapsed') {
    state.lapsed.add(event.data.slotId);
    return state;
  }
  if (event.type === 'BookingRequested') {
    const { status, services, smsConsent, slotId } = event.data;
    const { claimed, lapsed } = state;
    claimed.add(slotId);
    return { claimed, lapsed, status, services, smsConsent, slot: slotOf(event.data) };
  }
  if (!isBooked(state)) throw misplaced(state, event);
  switch (event.type) {
    case 'BookingRescheduled':
      state.claimed.add(event.data.slotId);
      return { ...state, slot: slotOf(event.data) };
    case 'BookingReinstated': {
      const { claimed, lapsed, services, smsConsent } = state;
      claimed.add(event.data.slotId);
      return { status: event.data.status, claimed, lapsed, services, smsConsent, slot: slotOf(event.data) };
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
