import type { NextText } from '../../../contracts/messages/waiting-messages.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { ERASED } from '../../../eventsourcing/event-types.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import { type Cause, viewBooking } from '../booking-view.ts';
import { isKeptSid, messagesStream } from '../events.ts';
import { statusOf } from '../ledger.ts';
import { openCauses, type ReadLedger, readLedger } from '../read-streams.ts';
import { hasBegun, kindOf, type MessageRules, refusalOf } from '../what-to-send.ts';
import type { Channel } from '../worker/facts.ts';

interface Deps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  /** Of texts. */
  readonly channel: Channel;
  readonly rules: MessageRules;
  now(): Date;
}

/** The last text to a number with these words that may have reached it. */
function sameBefore(
  { ledger, claims, sentAt }: ReadLedger,
  to: string,
  text: string,
): NextText['same_before'] {
  for (const attempt of [...ledger.attempts.values()].reverse()) {
    const claim = claims.get(attempt.id);
    const status = statusOf(attempt);
    if (!claim || (status !== 'delivered' && status !== 'sent' && status !== 'no-receipt')) continue;
    const { personal } = claim.data;
    if (personal === ERASED || personal.to !== to || personal.text !== text) continue;
    const at = sentAt.get(attempt.id) ?? new Date(claim.metadata.at);
    const isKept = attempt.sid !== undefined && isKeptSid(attempt.sid);
    return { status: isKept ? 'kept' : status, at: at.toISOString() };
  }
  return null;
}

/** What a text would say that staff ask for now, by the rules that the worker decides by; null where its customer gets none. */
export const createNextText =
  ({ store, channel, rules, now }: Deps) =>
  async (bookingId: string): Promise<NextText | null> => {
    const [events, messages] = await Promise.all([
      store.read(bookingStream(bookingId)),
      store.read(messagesStream(bookingId)),
    ]);
    const booking = viewBooking(events);
    const { number, slot } = booking;
    if (number === null || slot === null) return null;
    const isWanted = await channel.isWanted(number);
    if (refusalOf({ booking, isWanted }, rules) || hasBegun(booking, now(), rules.timeZone)) return null;
    const read = readLedger(messages);
    const request: Cause = {
      id: 'of the button',
      type: 'MessageRequested',
      position: '',
      at: now(),
      byCustomer: false,
      words: undefined,
    };
    const kind = kindOf(booking, [...openCauses(read.ledger, booking.causes, read.requests), request]);
    if (kind === 'custom') return null;
    const text = rules.textOf(kind, { ...booking, id: bookingId, slot });
    return { kind, text, same_before: sameBefore(read, number, text) };
  };
