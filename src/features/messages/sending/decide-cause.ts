import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import type { Channel } from '../channels.ts';
import { type BookingView, viewBooking } from '../decision/booking-view.ts';
import { decideMessage, type MessageDecision } from '../decision/decide-message.ts';
import { lastMessageOf, lastToldOf, neverToldOf, untoldOf } from '../decision/taken-back.ts';
import { ledgerStream, reminderIdOf } from '../events.ts';
import { openCauses, type ReadLedger, readLedger, toldTogether } from '../ledger/ledger.ts';
import type { CausedBy } from '../texts/text-limits.ts';

interface DecideDeps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly channel: Channel;
  now(): Date;
}

interface DecidedCause {
  readonly decision: MessageDecision;
  readonly booking: BookingView;
}

/** Reads what a decision rests on, and decides. */
export function createDecideCause({ store, channel, now }: DecideDeps) {
  const { rules } = channel;
  /** @param read the ledger by which causes are open; it isn't read again here */
  return async (causeId: string, bookingId: string, read: ReadLedger): Promise<DecidedCause> => {
    const other = channel.name === 'sms' ? 'email' : 'sms';
    const [events, inOther, state] = await Promise.all([
      store.read(bookingStream(bookingId)),
      store.read(ledgerStream(other, bookingId)),
      channel.readSending(),
    ]);
    const booking = await channel.named(viewBooking(events, channel.name));
    const { reachedAt } = booking;
    const isWanted = reachedAt === null || (await channel.isWanted(reachedAt));
    const ledgers = [read, readLedger(inOther)];
    const [changes, late] = toldTogether(openCauses(read.ledger, booking.causes, read.requests));
    const context = {
      bookingId,
      booking,
      untold: untoldOf(booking, read),
      lastMessage: lastMessageOf(events, read),
      lastTold: lastToldOf(events, ledgers) ?? neverToldOf(events, ledgers, changes),
      isWanted,
      sending: state,
      now: now(),
    };
    const reminded = booking.slotIds.find((slotId) => reminderIdOf(bookingId, slotId) === causeId);
    if (reminded !== undefined) {
      const causes = { reminder: causeId, isCurrent: reminded === booking.slot?.slotId };
      return { booking, decision: decideMessage({ ...context, causes }, rules) };
    }
    // The cause is no longer in the log, which was restored from an earlier state.
    if (![...booking.causes, ...read.requests].some(({ id }) => id === causeId))
      return { booking, decision: { do: 'suppress', causes: [causeId], why: 'restored' } };
    const causes = late.some(({ id }) => id === causeId) ? late : changes;
    return { booking, decision: decideMessage({ ...context, causes }, rules) };
  };
}

/** Whether both send the same to the same number for the same causes. */
export const isSameText = (a: MessageDecision, b: MessageDecision): boolean =>
  a.do === 'send' &&
  b.do === 'send' &&
  a.to === b.to &&
  a.text === b.text &&
  a.kind === b.kind &&
  a.causes.length === b.causes.length &&
  a.causes.every((cause, index) => cause === b.causes[index]);

/** Tells who caused a message that is to be sent. */
export const whoCaused = (
  { isConfirmed, causes }: BookingView,
  { kind, causes: causeIds }: Extract<MessageDecision, { do: 'send' }>,
): CausedBy => {
  const isByCustomer = causeIds.every((cause) =>
    causes.some(({ id, byCustomer }) => id === cause && byCustomer),
  );
  if (isConfirmed) return isByCustomer ? 'link' : 'salon';
  return isByCustomer || kind === 'reminder' ? 'anybody' : 'salon';
};
