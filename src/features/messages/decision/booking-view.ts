import type { Position, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import {
  type BookingEvent,
  bookingEventTypes,
  type Slot,
  UNCOUNTED_EVENTS,
} from '../../booking/appointment/events.ts';

type Recorded = RecordedEvent & BookingEvent;

/** A change of a booking, or a request of staff, that asks for a message. */
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
  /** Whether the customer made the change; they then expect an answer at any hour. */
  readonly byCustomer: boolean;
  /** Text that staff wrote, sent instead of the usual one. */
  readonly customText: string | undefined;
}

/** A booking as messages need it, from its stream. */
export interface BookingView {
  readonly status: 'none' | 'gone' | 'pending' | 'confirmed' | 'completed' | 'cancelled';
  /** Null for a booking that doesn't exist. */
  readonly slot: Slot | null;
  /** Ids of every slot that it has ever had. */
  readonly slotIds: readonly string[];
  readonly smsConsent: boolean;
  /** The address at which the channel reaches the customer: the phone number as E.164, for mails the mail address. Null when there is none or it was erased. */
  readonly reachedAt: string | null;
  /** Whether staff have ever made or confirmed it. */
  readonly isConfirmed: boolean;
  /** Null when there is none or it was erased. */
  readonly email: string | null;
  /** Names of its services. */
  readonly services: readonly string[];
  /** Keyed hash of the network address that it was booked from; null for one made by staff. */
  readonly bookedFrom: string | null;
  readonly causes: readonly Cause[];
  /** Position of the last event that changed when, or whether, it takes place. */
  readonly movedAt: Position;
  /** Position of the last cancellation for which staff chose to send no message. */
  readonly silencedAt: Position | undefined;
  /** How many decisions have been made about it. */
  readonly version: number;
  /** Revision of the last event; -1 for a booking that doesn't exist. */
  readonly revision: number;
}

const NONE: BookingView = {
  status: 'none',
  slot: null,
  slotIds: [],
  smsConsent: false,
  reachedAt: null,
  isConfirmed: false,
  email: null,
  services: [],
  bookedFrom: null,
  causes: [],
  movedAt: '',
  silencedAt: undefined,
  version: 0,
  revision: -1,
};

const causeOf = (
  { id, type, position, metadata: { actor, at } }: Recorded,
  customText?: string | undefined,
): Cause => ({
  id,
  type: type as Cause['type'],
  position,
  at: new Date(at),
  byCustomer: actor.kind === 'customer',
  customText,
});

/** The cause that an event of a booking is, if any. One with the notice `none` only changes the booking. */
export function bookingCause(event: Recorded): Cause | undefined {
  switch (event.type) {
    case 'BookingRequested':
      // A walk-in is there.
      return event.data.walkIn ? undefined : causeOf(event);
    case 'BookingConfirmed':
    case 'BookingReinstated':
      return causeOf(event);
    case 'BookingRescheduled':
    case 'BookingCancelled': {
      const { notice, personal } = event.data;
      if (notice === 'none') return undefined;
      const customText =
        notice === 'custom' && personal && personal !== ERASED ? personal.message : undefined;
      return causeOf(event, customText);
    }
    default:
      return undefined;
  }
}

function evolve(view: BookingView, event: Recorded): BookingView {
  const { position } = event;
  const atSlot = (slot: Slot) => ({ slot, slotIds: [...view.slotIds, slot.slotId], movedAt: position });
  switch (event.type) {
    case 'BookingRequested': {
      const { status, smsConsent, personal, source } = event.data;
      const [reachedAt, email] = personal === ERASED ? [null, null] : [personal.phoneE164, personal.email];
      const services = event.data.services.map(({ name }) => name);
      const bookedFrom = source?.address ?? null;
      const isConfirmed = status === 'confirmed';
      const requested = { status, smsConsent, reachedAt, email, services, bookedFrom, isConfirmed };
      return { ...view, ...atSlot(event.data), ...requested };
    }
    case 'BookingConfirmed':
      return { ...view, status: 'confirmed', isConfirmed: true };
    case 'BookingUnconfirmed':
      return { ...view, status: 'pending' };
    case 'BookingRescheduled':
      return { ...view, ...atSlot(event.data) };
    case 'BookingReinstated':
      return { ...view, ...atSlot(event.data), status: event.data.status };
    case 'BookingCancelled':
      return {
        ...view,
        status: 'cancelled',
        movedAt: position,
        silencedAt: event.data.notice === 'none' ? position : view.silencedAt,
      };
    case 'BookingCompleted':
      return { ...view, status: 'completed' };
    case 'BookingReopened':
      return { ...view, status: event.data.status };
    case 'SmsConsentChanged':
      return { ...view, smsConsent: event.data.smsConsent };
    case 'BookingContactCorrected': {
      const { personal } = event.data;
      // An erased customer stays unreachable, even if a correction was recorded at the same time.
      if (view.status === 'gone') return view;
      const [reachedAt, email] = personal === ERASED ? [null, null] : [personal.phoneE164, personal.email];
      return { ...view, reachedAt, email };
    }
    case 'BookingDeleted':
    case 'BookingErased':
      return { ...view, status: 'gone', reachedAt: null, email: null };
    default:
      return view;
  }
}

/** The causes in a booking's stream, in order. In a stream that isn't decrypted, texts of staff are missing. */
export const causesOf = (events: readonly RecordedEvent[]): readonly Cause[] =>
  events.flatMap((event) => bookingCause(upcast(event, bookingEventTypes)) ?? []);

/** @param events the whole stream, its personal parts decrypted */
export function viewBooking(events: readonly RecordedEvent[]): BookingView {
  const last = events.at(-1);
  const decided = events.filter(({ type }) => !UNCOUNTED_EVENTS.includes(type as Recorded['type']));
  return {
    ...events.reduce((view, event) => evolve(view, upcast(event, bookingEventTypes)), NONE),
    version: decided.length,
    causes: causesOf(events),
    revision: last ? Number(last.revision) : -1,
  };
}
