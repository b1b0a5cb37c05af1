import type { Position, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../eventsourcing/event-types.ts';
import {
  type BookingEvent,
  bookingEventTypes,
  type Slot,
  UNCOUNTED_EVENTS,
} from '../booking/appointment/events.ts';

type Recorded = RecordedEvent & BookingEvent;

/** Something that asks for a text. */
export interface Cause {
  readonly id: string;
  readonly type:
    | 'BookingRequested'
    | 'BookingConfirmed'
    | 'BookingRescheduled'
    | 'BookingCancelled'
    | 'BookingReinstated'
    | 'MessageRequested';
  readonly position: Position;
  readonly at: Date;
  /** Whether the customer did it, who then waits for an answer. */
  readonly byCustomer: boolean;
  /** What staff want to say instead of the usual text. */
  readonly words: string | undefined;
}

/** What messages need to know of a booking, from its stream. */
export interface BookingView {
  readonly status: 'none' | 'gone' | 'pending' | 'confirmed' | 'completed' | 'cancelled';
  /** Null for a booking that isn't there. */
  readonly slot: Slot | null;
  /** Ids of every slot that it has had. */
  readonly slotIds: readonly string[];
  readonly smsConsent: boolean;
  /** E.164; null when it can't be understood or was erased. */
  readonly number: string | null;
  /** Whether staff have made or confirmed it, whatever became of it since. */
  readonly isConfirmed: boolean;
  /** Null when there is none or it was erased. */
  readonly email: string | null;
  /** Names of its services. */
  readonly services: readonly string[];
  /** Keyed hash of where it was booked from, a network address or an IPv6 network; null for one by staff. */
  readonly address: string | null;
  readonly causes: readonly Cause[];
  /** Of the last event that changed when, or whether, it takes place. */
  readonly movedAt: Position;
  /** Of the last cancellation that staff asked to be silent. */
  readonly silencedAt: Position | undefined;
  /** How many decisions it has seen. */
  readonly version: number;
  /** Of the last event; -1 for a booking that isn't there. */
  readonly revision: number;
}

const NONE: BookingView = {
  status: 'none',
  slot: null,
  slotIds: [],
  smsConsent: false,
  number: null,
  isConfirmed: false,
  email: null,
  services: [],
  address: null,
  causes: [],
  movedAt: '',
  silencedAt: undefined,
  version: 0,
  revision: -1,
};

const causeOf = (
  { id, type, position, metadata: { actor, at } }: Recorded,
  words?: string | undefined,
): Cause => ({
  id,
  type: type as Cause['type'],
  position,
  at: new Date(at),
  byCustomer: actor.kind === 'customer',
  words,
});

/** The cause that an event of a booking is, if any: one with notice none only moves the booking. */
export function bookingCause(event: Recorded): Cause | undefined {
  switch (event.type) {
    case 'BookingRequested':
    case 'BookingConfirmed':
    case 'BookingReinstated':
      return causeOf(event);
    case 'BookingRescheduled':
    case 'BookingCancelled': {
      const { notice, personal } = event.data;
      if (notice === 'none') return undefined;
      const own = notice === 'custom' && personal && personal !== ERASED ? personal.message : undefined;
      return causeOf(event, own);
    }
    default:
      return undefined;
  }
}

function evolve(view: BookingView, event: Recorded): BookingView {
  const { position } = event;
  const given = (slot: Slot) => ({ slot, slotIds: [...view.slotIds, slot.slotId], movedAt: position });
  switch (event.type) {
    case 'BookingRequested': {
      const { status, smsConsent, personal, source } = event.data;
      const [number, email] = personal === ERASED ? [null, null] : [personal.phoneE164, personal.email];
      const services = event.data.services.map(({ name }) => name);
      const address = source?.network ?? source?.address ?? null;
      const isConfirmed = status === 'confirmed';
      const asked = { status, smsConsent, number, email, services, address, isConfirmed };
      return { ...view, ...given(event.data), ...asked };
    }
    case 'BookingConfirmed':
      return { ...view, status: 'confirmed', isConfirmed: true };
    case 'BookingRescheduled':
      return { ...view, ...given(event.data) };
    case 'BookingReinstated':
      return { ...view, ...given(event.data), status: event.data.status };
    case 'BookingCancelled':
      return {
        ...view,
        status: 'cancelled',
        movedAt: position,
        silencedAt: event.data.notice === 'none' ? position : view.silencedAt,
      };
    case 'BookingCompleted':
      return { ...view, status: 'completed' };
    case 'SmsConsentChanged':
      return { ...view, smsConsent: event.data.smsConsent };
    case 'BookingContactCorrected': {
      const { personal } = event.data;
      // Of whoever is erased nobody is reached any more, whatever was written beside it.
      if (view.status === 'gone') return view;
      const [number, email] = personal === ERASED ? [null, null] : [personal.phoneE164, personal.email];
      return { ...view, number, email };
    }
    case 'BookingDeleted':
    case 'BookingErased':
      return { ...view, status: 'gone', number: null, email: null };
    case 'BookingLinked':
    case 'SlotClaimLapsed':
      return view;
  }
}

/** What a booking's stream asks for, in order. Of a stream that isn't opened nobody's words are known. */
export const causesOf = (events: readonly RecordedEvent[]): readonly Cause[] =>
  events.flatMap((event) => bookingCause(upcast(event, bookingEventTypes) as Recorded) ?? []);

/** @param events the whole stream, its personal parts opened */
export function viewBooking(events: readonly RecordedEvent[]): BookingView {
  const last = events.at(-1);
  const decided = events.filter(({ type }) => !UNCOUNTED_EVENTS.includes(type as Recorded['type']));
  return {
    ...events.reduce((view, event) => evolve(view, upcast(event, bookingEventTypes) as Recorded), NONE),
    version: decided.length,
    causes: causesOf(events),
    revision: last ? Number(last.revision) : -1,
  };
}
