import type { TextDeparture } from '../../../contracts/messages/messages.ts';
import type { NextText } from '../../../contracts/messages/waiting-messages.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { ERASED } from '../../../eventsourcing/event-types.ts';
import { bookingStream, type Slot } from '../../booking/appointment/events.ts';
import type { Channel } from '../channels.ts';
import { type Cause, causesOf, viewBooking } from '../decision/booking-view.ts';
import { hasBegun, kindOf, refusalOf, textOf } from '../decision/decide-message.ts';
import { isKeptSid, messagesStream } from '../events.ts';
import { openAttempt, openCauses, type ReadLedger, readLedger, statusOf } from '../ledger/ledger.ts';
import { createDecideCause } from '../sending/decide-cause.ts';

interface Deps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  /** The channel of texts. */
  readonly channel: Channel;
  /** Whether texts become files here now, since there is no provider. */
  isOutbox(): boolean;
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

/** Tells staff what a text would say if they asked for one now, and when one that was just asked for will leave, by the sender's own rules. */
export function createNextText({ store, channel, isOutbox, now }: Deps) {
  const { rules } = channel;
  const decideCause = createDecideCause({ store, channel, now });
  const readBoth = (bookingId: string) =>
    Promise.all([store.read(bookingStream(bookingId)), store.read(messagesStream(bookingId))]);

  return {
    /** Null where its customer gets none. */
    async nextText(bookingId: string): Promise<NextText | null> {
      const [events, messages] = await readBoth(bookingId);
      const booking = viewBooking(events);
      const { reachedAt, slot } = booking;
      if (reachedAt === null || slot === null) return null;
      const isWanted = await channel.isWanted(reachedAt);
      if (refusalOf({ booking, isWanted }, rules) || hasBegun(booking, now(), rules.timeZone)) return null;
      const read = readLedger(messages);
      const request: Cause = {
        id: 'of the button',
        type: 'MessageRequested',
        position: '',
        at: now(),
        byCustomer: false,
        customText: undefined,
      };
      const causes = [...openCauses(read.ledger, booking.causes, read.requests), request];
      const kind = kindOf(booking, causes);
      if (kind === 'custom') return null;
      const text = textOf(kind, { ...booking, id: bookingId, slot }, causes, rules);
      return { kind, text, same_before: sameBefore(read, reachedAt, text) };
    },

    /** The usual text about a change that staff are about to make; null where there is no such booking. */
    async changeText(
      bookingId: string,
      kind: 'rescheduled' | 'cancelled',
      to: Partial<Pick<Slot, 'date' | 'start'>>,
    ): Promise<string | null> {
      const booking = viewBooking(await store.read(bookingStream(bookingId)));
      const { slot, status } = booking;
      if (slot === null || status === 'gone') return null;
      return textOf(kind, { ...booking, id: bookingId, slot: { ...slot, ...to } }, [], rules);
    },

    /** When the text that was asked for last about a booking will leave, as things stand; null if the next look will end it unsent. */
    async departureOf(bookingId: string): Promise<TextDeparture | null> {
      const [events, messages] = await readBoth(bookingId);
      const read = readLedger(messages);
      const last = openCauses(read.ledger, causesOf(events), read.requests).at(-1);
      const leaves = (waits_for: TextDeparture['waits_for'], at: Date | null = null): TextDeparture => ({
        waits_for,
        goes_out_at: at?.toISOString() ?? null,
        kept_here: isOutbox(),
      });
      // It may have left by now.
      if (!last) return leaves('due');
      const { decision } = await decideCause(last.id, bookingId, read);
      if (decision.do === 'wait')
        return decision.until === null ? leaves('resuming') : leaves('quiet', decision.until);
      if (decision.do !== 'send') return null;
      return leaves(openAttempt(read.ledger) ? 'before' : 'due');
    },
  };
}

export type NextTexts = ReturnType<typeof createNextText>;
