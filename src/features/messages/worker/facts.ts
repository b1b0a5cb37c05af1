import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import { type BookingView, reminderIdOf, viewBooking } from '../booking-view.ts';
import { type Decision, decideMessage, type MessageRules, type Sending } from '../decide.ts';
import { numberStream } from '../events.ts';
import { isNumberIn, openCauses, type ReadLedger } from '../read-streams.ts';

export interface FactsDeps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly sending: { read(): Promise<Sending> };
  readonly rules: MessageRules;
  hashNumber(number: string): string;
  now(): Date;
}

/** A decision about a cause, and the booking that it was made about. */
export interface Decided {
  readonly decision: Decision;
  readonly booking: BookingView;
}

/** Reads what a decision rests on, and decides. */
export function createDeciding({ store, sending, rules, hashNumber, now }: FactsDeps) {
  /** @param read the ledger by which causes are open; it isn't read again here */
  return async (causeId: string, bookingId: string, read: ReadLedger): Promise<Decided> => {
    const booking = viewBooking(await store.read(bookingStream(bookingId)));
    const { number } = booking;
    const isIn = number === null || isNumberIn(await store.read(numberStream(hashNumber(number))));
    const facts = { bookingId, booking, isIn, sending: await sending.read(), now: now() };
    const reminded = booking.slotIds.find((slotId) => reminderIdOf(bookingId, slotId) === causeId);
    if (reminded !== undefined) {
      const isCurrent = reminded === booking.slot?.slotId;
      const reminder = { ...facts, causes: { reminder: causeId } };
      return { booking, decision: decideMessage(reminder, rules, isCurrent) };
    }
    const causes = openCauses(read.ledger, booking.causes, read.requests);
    // The log was restored from before it.
    const isKnown = [...booking.causes, ...read.requests].some(({ id }) => id === causeId);
    const decision: Decision = isKnown
      ? decideMessage({ ...facts, causes }, rules)
      : { do: 'suppress', causes: [causeId], why: 'restored' };
    return { booking, decision };
  };
}

/** Whether both send the same to the same number for the same causes. */
export const isSameText = (a: Decision, b: Decision): boolean =>
  a.do === 'send' &&
  b.do === 'send' &&
  a.to === b.to &&
  a.text === b.text &&
  a.kind === b.kind &&
  a.causes.length === b.causes.length &&
  a.causes.every((cause, index) => cause === b.causes[index]);
