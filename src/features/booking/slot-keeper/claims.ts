import type { Decider } from '../../../eventsourcing/decider.ts';
import type { EventStreams } from '../../../eventsourcing/event-streams.ts';
import type { SalonDate } from '../../../salon/salon-time.ts';
import { broken } from '../../broken.ts';
import { BOOKING, type BookingEvent, bookingEventTypes, claimOf } from '../appointment/events.ts';

/** What a booking's stream says about slots: all that the slot keeper needs of it. */
interface SlotClaims {
  /** The slot the booking occupies; null when it was never made, is cancelled or deleted. */
  readonly current: string | null;
  /** Every slot that it has ever claimed, with its day. */
  readonly claimed: ReadonlyMap<string, SalonDate>;
  /** Slots that were fenced off before it could claim them. */
  readonly lapsed: ReadonlySet<string>;
}

/** Fences a slot off: from then on the booking can't claim it, however late a process tries to. */
interface LapseClaim {
  readonly slotId: string;
}

export type SlotClaimStreams = EventStreams<LapseClaim, BookingEvent, SlotClaims>;

function decide({ slotId }: LapseClaim, { claimed, lapsed }: SlotClaims): BookingEvent[] {
  if (claimed.has(slotId)) throw broken('slot-id-used');
  return lapsed.has(slotId) ? [] : [{ type: 'SlotClaimLapsed', data: { slotId } }];
}

/** The same state, mutable, for `evolve`. */
interface FoldedClaims extends SlotClaims {
  current: string | null;
  readonly claimed: Map<string, SalonDate>;
  readonly lapsed: Set<string>;
}

function evolve(claims: FoldedClaims, event: BookingEvent): FoldedClaims {
  switch (event.type) {
    case 'BookingRequested':
    case 'BookingRescheduled':
    case 'BookingReinstated': {
      const { slotId, date } = event.data;
      claims.current = slotId;
      claims.claimed.set(slotId, date);
      return claims;
    }
    case 'BookingCancelled':
    case 'BookingDeleted':
      claims.current = null;
      return claims;
    case 'SlotClaimLapsed':
      claims.lapsed.add(event.data.slotId);
      return claims;
    case 'BookingConfirmed':
    case 'BookingCompleted':
    case 'SmsConsentChanged':
    case 'BookingContactCorrected':
    case 'BookingLinked':
    case 'BookingErased':
      return claims;
  }
}

/** A booking's stream as the slot keeper reads it, with the one event that the keeper adds. */
export const slotClaimsDecider: Decider<LapseClaim, BookingEvent, SlotClaims, null, FoldedClaims> = {
  streams: `${BOOKING}-`,
  eventTypes: bookingEventTypes,
  discriminatorOf: claimOf,
  initialState: () => ({ current: null, claimed: new Map(), lapsed: new Set() }),
  decide,
  evolve,
  resultOf: () => null,
};
