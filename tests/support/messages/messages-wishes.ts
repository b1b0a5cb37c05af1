import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { upcast } from '../../../src/eventsourcing/event-types.ts';
import {
  type BookingEvent,
  bookingEventTypes,
  changes,
} from '../../../src/features/booking/appointment/events.ts';
import { reminderIdOf } from '../../../src/features/messages/events.ts';

/** A value that a booking has, and since when. */
interface Since<T> {
  readonly value: T;
  readonly at: number;
}

interface ProvenWishes {
  /** Its values over time, the latest last. */
  consent: readonly Since<boolean>[];
  slot: readonly Since<string | null>[];
  readonly slotIds: string[];
  readonly causes: RecordedEvent[];
}

/** The values from an instant on: the one of that time, and those that came later. */
const valuesFrom = <T>(values: readonly Since<T>[], instant: number): readonly T[] => {
  const before = values.findLastIndex(({ at }) => at <= instant);
  return values.slice(Math.max(0, before)).map(({ value }) => value);
};

/** Whether the customer is to be told of it. */
const asksForText = (event: BookingEvent): boolean =>
  'notice' in event.data
    ? event.data.notice !== 'none'
    : changes(event, 'slot claimed') || event.type === 'BookingConfirmed';

/** Which texts the bookings of a log ask for, and which they allow. */
export function createWishes() {
  const bookings = new Map<string, ProvenWishes>();
  const wishesOf = (bookingId: string): ProvenWishes => {
    const wishes = bookings.get(bookingId) ?? { consent: [], slot: [], slotIds: [], causes: [] };
    bookings.set(bookingId, wishes);
    return wishes;
  };

  return {
    apply(bookingId: string, recorded: RecordedEvent): void {
      const event = upcast(recorded, bookingEventTypes);
      const wishes = wishesOf(bookingId);
      const at = Date.parse(recorded.metadata.at);
      const slot = (value: string | null) => {
        wishes.slot = [...wishes.slot, { value, at }];
        if (value !== null) wishes.slotIds.push(value);
      };
      if (changes(event, 'slot claimed')) slot(event.data.slotId);
      if (changes(event, 'slot given up')) slot(null);
      if (event.type === 'BookingRequested') wishes.consent = [{ value: event.data.smsConsent, at }];
      if (event.type === 'SmsConsentChanged')
        wishes.consent = [...wishes.consent, { value: event.data.smsConsent, at }];
      if (asksForText(event)) wishes.causes.push(recorded);
    },

    /** Staff asked for a text. */
    requested(bookingId: string, request: RecordedEvent): void {
      wishesOf(bookingId).causes.push(request);
    },

    /** Whether texts were consented to at the instant, or at any time since. */
    consented: (bookingId: string, instant: number): boolean =>
      valuesFrom(wishesOf(bookingId).consent, instant).includes(true),

    /** Whether none of the causes is the reminder of a time that the booking had given up by the instant. */
    isTimely(bookingId: string, causes: readonly string[], instant: number): boolean {
      const { slot, slotIds } = wishesOf(bookingId);
      const reminded = slotIds.find((slotId) => causes.includes(reminderIdOf(bookingId, slotId)));
      return reminded === undefined || valuesFrom(slot, instant).includes(reminded);
    },

    *causes(): Generator<{ readonly bookingId: string; readonly cause: RecordedEvent }> {
      for (const [bookingId, { causes }] of bookings) for (const cause of causes) yield { bookingId, cause };
    },
  };
}
