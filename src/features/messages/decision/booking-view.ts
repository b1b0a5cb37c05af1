import type { MessageChannel } from '../../../contracts/messages/message-words.ts';
import type { Position, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../eventsourcing/event-types.ts';
import {
  type BookingEvent,
  bookingEventTypes,
  isHandOver,
  type Slot,
  UNCOUNTED_EVENTS,
} from '../../booking/appointment/events.ts';
import { type Notices, noticesOf } from '../../booking/notice/events.ts';

type Recorded = RecordedEvent & BookingEvent;

/** A change of a booking, or a request of staff, that asks for a message. */
export interface Cause {
  readonly id: string;
  readonly type:
    | 'BookingRequested'
    | 'BookingConfirmed'
    | 'BookingRescheduled'
    | 'BookingLengthChanged'
    | 'BookingServicesChanged'
    | 'BookingCancelled'
    | 'BookingReinstated'
    | 'MessageRequested';
  readonly position: Position;
  readonly at: Date;
  /** Whether the customer made the change; they then expect an answer at any hour. */
  readonly byCustomer: boolean;
  /** Text that staff wrote, sent instead of the usual one. */
  readonly customText: string | undefined;
  /** Set for a move that gives it to another stylist at its time. */
  readonly isHandOver?: true;
  /** Set for a reinstatement that staff tell in another channel: it only leads to what its cancellation kept from being told. */
  readonly isQuiet?: true;
  /** Set where staff tell that they are running late. */
  readonly isLate?: true;
  /** Set for a mail about that: it tells nothing else, and no other mail tells that. */
  readonly isAlone?: true;
}

/** A booking as the messages of a channel need it, from its stream. */
export interface BookingView {
  readonly status: 'none' | 'gone' | 'pending' | 'confirmed' | 'completed' | 'cancelled';
  /** Null for a booking that doesn't exist. */
  readonly slot: Slot | null;
  /** Ids of every slot that it has ever had. */
  readonly slotIds: readonly string[];
  /** Whether messages of the channel are agreed to. Mails go wherever there is an address. */
  readonly smsConsent: boolean;
  /** The address at which the channel reaches the customer: the phone number as E.164, for mails the mail address. Null when there is none or it was erased. */
  readonly reachedAt: string | null;
  /** Whether staff have ever made or confirmed it. */
  readonly isConfirmed: boolean;
  /** Null when there is none or it was erased. */
  readonly email: string | null;
  /** Names of its services. */
  readonly services: readonly string[];
  /** With whom it is, such as `with Ann`; only where the salon is a team. It isn't from the booking's stream (`Channel.named`). */
  readonly stylist?: string | undefined;
  /** Keyed hash of the network address that it was booked from; null for one made by staff. */
  readonly bookedFrom: string | null;
  readonly causes: readonly Cause[];
  /** Position of the last event that changed when, or whether, it takes place, or its services. */
  readonly movedAt: Position;
  /** Position of the last cancellation that staff chose not to tell in this channel. */
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

const CAUSES: readonly string[] = [
  'BookingRequested',
  'BookingConfirmed',
  'BookingRescheduled',
  'BookingLengthChanged',
  'BookingServicesChanged',
  'BookingCancelled',
  'BookingReinstated',
] satisfies readonly Cause['type'][];

/** How an event has the customer told in each channel; undefined for one of which nobody is told. */
function noticesIn(event: Recorded): Notices | undefined {
  // A walk-in is there.
  if (!CAUSES.includes(event.type) || (event.type === 'BookingRequested' && event.data.walkIn))
    return undefined;
  return noticesOf(event.data as Parameters<typeof noticesOf>[0]);
}

/** The words that staff wrote. */
function wordsIn({ data }: Recorded): string | undefined {
  const { personal } = data as { readonly personal?: { readonly message?: string } | typeof ERASED };
  return personal === ERASED ? undefined : personal?.message;
}

/** The cause of a channel's message that an event of a booking is, if any. One with the notice `none` only changes the booking. */
export function bookingCause(event: Recorded, channel: MessageChannel): Cause | undefined {
  const notice = noticesIn(event)?.[channel];
  const isQuiet = event.type === 'BookingReinstated' && notice === 'none';
  if (notice === undefined || (notice === 'none' && !isQuiet)) return undefined;
  const { id, type, position, metadata } = event;
  return {
    id,
    type: type as Cause['type'],
    position,
    at: new Date(metadata.at),
    byCustomer: metadata.actor.kind === 'customer',
    customText: notice === 'custom' ? wordsIn(event) : undefined,
    ...(event.type === 'BookingRescheduled' && isHandOver(event.data) && { isHandOver: true as const }),
    ...(isQuiet && { isQuiet }),
  };
}

/** Whether an event cancels the booking, and staff chose not to tell that in this channel. */
export const isSilentCancellation = (event: Recorded, channel: MessageChannel): boolean =>
  event.type === 'BookingCancelled' && noticesOf(event.data)[channel] === 'none';

export const isSameList = (some: readonly string[], others: readonly string[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others);

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
    case 'BookingLengthChanged':
      return { ...view, ...atSlot(event.data) };
    case 'BookingServicesChanged': {
      const services = event.data.services.map(({ name }) => name);
      // Prices alone are no news.
      return { ...view, services, ...(!isSameList(services, view.services) && { movedAt: position }) };
    }
    case 'BookingReinstated':
      return { ...view, ...atSlot(event.data), status: event.data.status };
    case 'BookingCancelled':
      return { ...view, status: 'cancelled', movedAt: position };
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

/** The causes of a channel's messages in a booking's stream, in order. In a stream that isn't decrypted, texts of staff are missing. */
export const causesOf = (events: readonly RecordedEvent[], channel: MessageChannel): readonly Cause[] =>
  events.flatMap((event) => bookingCause(upcast(event, bookingEventTypes), channel) ?? []);

/** @param recorded the whole stream, its personal parts decrypted */
export function viewBooking(
  recorded: readonly RecordedEvent[],
  channel: MessageChannel = 'sms',
): BookingView {
  const events = recorded.map((event) => upcast(event, bookingEventTypes));
  const last = events.at(-1);
  const view = events.reduce(evolve, NONE);
  return {
    ...view,
    ...(channel === 'email' && { reachedAt: view.email, smsConsent: true }),
    silencedAt: events.findLast((event) => isSilentCancellation(event, channel))?.position,
    version: events.filter(({ type }) => !UNCOUNTED_EVENTS.includes(type)).length,
    causes: causesOf(recorded, channel),
    revision: last ? Number(last.revision) : -1,
  };
}
