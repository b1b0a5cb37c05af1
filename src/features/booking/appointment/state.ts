import type { DomainEvent } from '../../../eventsourcing/event-types.ts';
import type { BookedService, BookingEvent, Slot } from './events.ts';

/** Slot ids of the booking; kept whatever its status, so that none is claimed twice. */
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
  /** How often its customer has moved it. */
  readonly customerMoves: number;
  /** Nothing personal is left of it. */
  readonly isErased: boolean;
}

type State<Ids> =
  | (Claims<Ids> & { readonly status: 'none' | 'deleted' })
  | (Booked<Ids> & { readonly status: 'pending' | 'confirmed' })
  | (Booked<Ids> & { readonly status: 'completed'; readonly amountCents: number | null })
  | (Booked<Ids> & { readonly status: 'cancelled'; readonly before: 'pending' | 'confirmed' });

export type Appointment = Booked<ReadonlySet<string>>;
export type BookingState = State<ReadonlySet<string>>;
/** The same state with mutable sets: `evolve` adds to them in place, since copying them for each event would be quadratic. */
export type FoldedBooking = State<Set<string>>;

export const noBooking = (): FoldedBooking => ({ status: 'none', claimed: new Set(), lapsed: new Set() });

export const isBooked = <S extends BookingState>(
  state: S,
): state is Exclude<S, { status: 'none' | 'deleted' }> =>
  state.status !== 'none' && state.status !== 'deleted';

/** Whether it occupies its slot on the agenda: all do but a cancelled or deleted booking. */
export const isLive = <S extends BookingState>(
  state: S,
): state is Extract<S, { status: 'pending' | 'confirmed' | 'completed' }> =>
  isBooked(state) && state.status !== 'cancelled';

const slotOf = ({ slotId, date, start, end }: Slot): Slot => ({ slotId, date, start, end });

/** An event that can't follow this state was written by something else. */
const misplaced = ({ status }: BookingState, { type }: DomainEvent): Error =>
  new Error(`${type} can't follow a booking that is ${status}`);

/** The booking after the event; adds to the given one's sets in place. */
export function evolve(state: FoldedBooking, event: BookingEvent): FoldedBooking {
  if (event.type === 'SlotClaimLapsed') {
    state.lapsed.add(event.data.slotId);
    return state;
  }
  if (event.type === 'BookingLinked') return state;
  if (event.type === 'BookingErased') return isBooked(state) ? { ...state, isErased: true } : state;
  if (event.type === 'BookingRequested') {
    const { status, services, smsConsent, slotId } = event.data;
    const { claimed, lapsed } = state;
    claimed.add(slotId);
    const slot = slotOf(event.data);
    return { claimed, lapsed, status, services, smsConsent, customerMoves: 0, isErased: false, slot };
  }
  if (!isBooked(state)) throw misplaced(state, event);
  switch (event.type) {
    case 'BookingRescheduled':
      state.claimed.add(event.data.slotId);
      return {
        ...state,
        slot: slotOf(event.data),
        customerMoves: state.customerMoves + (event.data.bySelfService ? 1 : 0),
      };
    case 'BookingReinstated': {
      const { claimed, lapsed, services, smsConsent, customerMoves, isErased } = state;
      claimed.add(event.data.slotId);
      const slot = slotOf(event.data);
      const { status } = event.data;
      return { status, claimed, lapsed, services, smsConsent, customerMoves, isErased, slot };
    }
    case 'BookingConfirmed':
      return { ...state, status: 'confirmed' };
    case 'BookingCancelled':
      if (state.status !== 'pending' && state.status !== 'confirmed') throw misplaced(state, event);
      return { ...state, status: 'cancelled', before: state.status };
    case 'BookingCompleted':
      return { ...state, status: 'completed', amountCents: event.data.amountCents };
    case 'BookingContactCorrected':
      return state;
    case 'SmsConsentChanged':
      return { ...state, smsConsent: event.data.smsConsent };
    case 'BookingDeleted': {
      const { claimed, lapsed } = state;
      return { status: 'deleted', claimed, lapsed };
    }
  }
}
