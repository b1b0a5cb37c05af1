import type { DomainEvent } from '../../../eventsourcing/event-types.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import { type BookedService, type BookingEvent, changes, type Slot } from './events.ts';

/** Slot ids of the booking; kept whatever its status, so that none is claimed twice. */
interface Claims {
  /** The day of every slot that this booking has claimed. */
  readonly claimed: ReadonlyMap<string, SalonDate>;
  /** Slot ids that the keeper has fenced off. */
  readonly lapsed: ReadonlySet<string>;
}

/** The same, changed in place by `evolve`, since copying them for each event would be quadratic. */
interface FoldedClaims extends Claims {
  readonly claimed: Map<string, SalonDate>;
  readonly lapsed: Set<string>;
}

interface Facts {
  readonly slot: Slot;
  readonly services: readonly BookedService[];
  readonly smsConsent: boolean;
  /** How often its customer has moved it. */
  readonly customerMoves: number;
  /** Nothing personal is left of it. */
  readonly isErased: boolean;
}

type StateWith<C extends Claims> =
  | (C & { readonly status: 'none' | 'deleted' })
  | (C & Facts & { readonly status: 'pending' | 'confirmed' })
  | (C & Facts & { readonly status: 'completed'; readonly amountCents: number | null })
  | (C & Facts & { readonly status: 'cancelled'; readonly before: 'pending' | 'confirmed' });

export type Appointment = Claims & Facts;
export type BookingState = StateWith<Claims>;
export type FoldedBooking = StateWith<FoldedClaims>;

export const noBooking = (): FoldedBooking => ({ status: 'none', claimed: new Map(), lapsed: new Set() });

export const isBooked = <S extends BookingState>(
  state: S,
): state is Exclude<S, { status: 'none' | 'deleted' }> =>
  state.status !== 'none' && state.status !== 'deleted';

/** Whether it occupies its slot on the agenda: all do but a cancelled or deleted booking. */
export const isLive = <S extends BookingState>(
  state: S,
): state is Extract<S, { status: 'pending' | 'confirmed' | 'completed' }> =>
  isBooked(state) && state.status !== 'cancelled';

/** Notes that the slot is claimed. @returns it, without what else the event says */
function claim(claimed: Map<string, SalonDate>, { slotId, date, start, end }: Slot): Slot {
  claimed.set(slotId, date);
  return { slotId, date, start, end };
}

/** An event that can't follow this state was written by something else. */
const misplaced = ({ status }: BookingState, { type }: DomainEvent): Error =>
  new Error(`${type} can't follow a booking that is ${status}`);

/** The booking after the event; adds to the given one's claims in place. */
export function evolve(state: FoldedBooking, event: BookingEvent): FoldedBooking {
  if (changes(event, 'slot fenced off')) {
    state.lapsed.add(event.data.slotId);
    return state;
  }
  if (changes(event, 'customer'))
    return event.type === 'BookingErased' && isBooked(state) ? { ...state, isErased: true } : state;
  const { claimed, lapsed } = state;
  if (event.type === 'BookingRequested') {
    const { status, services, smsConsent } = event.data;
    const slot = claim(claimed, event.data);
    return { claimed, lapsed, status, services, smsConsent, customerMoves: 0, isErased: false, slot };
  }
  if (!isBooked(state)) throw misplaced(state, event);
  switch (event.type) {
    case 'BookingRescheduled': {
      const customerMoves = state.customerMoves + (event.data.bySelfService ? 1 : 0);
      return { ...state, slot: claim(claimed, event.data), customerMoves };
    }
    case 'BookingReinstated': {
      const { services, smsConsent, customerMoves, isErased } = state;
      const slot = claim(claimed, event.data);
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
    case 'SmsConsentChanged':
      return { ...state, smsConsent: event.data.smsConsent };
    case 'BookingDeleted':
      return { status: 'deleted', claimed, lapsed };
    default:
      return state;
  }
}
