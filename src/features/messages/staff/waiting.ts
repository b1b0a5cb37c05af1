import type { Pool } from 'pg';
import {
  explainWait,
  kindOfWords,
  leaves,
  type MessageChannel,
  type MessageWords,
} from '../../../contracts/messages/message-words.ts';
import type { WaitingMessage } from '../../../contracts/messages/waiting-messages.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import type { Channel } from '../channels.ts';
import { type BookingView, type Cause, viewBooking } from '../decision/booking-view.ts';
import { causesTooLate, hasBegun, textOf, wordsOf } from '../decision/decide-message.ts';
import { toTell, untoldOf } from '../decision/taken-back.ts';
import { ledgerStream, reminderIdOf } from '../events.ts';
import { causeStatus, openCauses, readLedger, toldTogether } from '../ledger/ledger.ts';
import type { SendingState, SendingSwitch } from '../pause/switch.ts';
import { countWaiting, findWaiting, type WaitingCause } from '../queue/queue.ts';

/** A waiting message without what other read models add. */
type Listed = Omit<WaitingMessage, 'customer_name' | 'appointment' | 'reasons'>;

export interface WaitingDeps {
  readonly pool: Pool;
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly channels: Readonly<Record<MessageChannel, Pick<Channel, 'named' | 'rules'>>>;
  readonly sending: Pick<SendingSwitch, 'read'>;
  /** Reads whom messages are about, and what caused them. */
  readContext(messages: readonly Listed[]): Promise<(message: Listed) => Omit<WaitingMessage, keyof Listed>>;
  now(): Date;
}

/** Looks may be late, and clocks differ, by some seconds. */
const SLACK_MS = 10_000;

/**
 * Messages that have not left: what each would say now, and why it waits, as the last look noted. Whether and when it leaves is decided
 * by the next look; this doesn't predict it.
 */
export function createWaitingMessages(deps: WaitingDeps) {
  const { pool, store, channels, sending, readContext, now } = deps;

  /** @param rows of the booking and channel, those that are looked at next coming first */
  async function messagesOf(
    channelName: MessageChannel,
    bookingId: string,
    rows: readonly WaitingCause[],
    state: SendingState,
    booking: BookingView,
  ): Promise<Listed[]> {
    const channel = channels[channelName];
    const { status, slot, reachedAt, smsConsent, silencedAt = '' } = booking;
    // The next look suppresses what can't reach the customer.
    if (status === 'gone' || slot === null || reachedAt === null || !smsConsent) return [];
    const read = readLedger(await store.read(ledgerStream(channelName, bookingId)));
    const { ledger, requests } = read;
    const message = (
      words: MessageWords,
      causes: readonly string[],
      asked: readonly Cause[] = [],
    ): Listed => {
      const row = rows.find(({ causeId }) => causes.includes(causeId));
      const isPaused = !leaves(channelName, state);
      const waits = isPaused ? 'resuming' : (row?.waitsFor ?? 'due');
      return {
        booking_id: bookingId,
        channel: channelName,
        kind: kindOfWords(words),
        waits_for: waits,
        looked_at: row?.lookedAt?.toISOString() ?? null,
        next_look_at: (!isPaused && row?.lookedAt && row.lookAt.toISOString()) || null,
        explanation: explainWait(waits, channelName),
        to: reachedAt,
        text: textOf(words, { ...booking, id: bookingId, slot }, asked, channel.rules),
        causes: [...causes],
      };
    };
    const listed: Listed[] = [];
    // The next look suppresses earlier causes: a restored log may have lost that they were sent, or staff cancelled silently. It also
    // suppresses what comes too late, such as that a no-show is undone.
    const open = openCauses(ledger, booking.causes, requests).filter(
      ({ position }) => position > state.watermark && position > silencedAt,
    );
    const { timeZone } = channel.rules;
    const inTime = open.slice(causesTooLate(booking, open, now(), timeZone).length);
    for (const causes of toldTogether(inTime)) {
      const told = toTell(causes, untoldOf(booking, read));
      if (told.length > 0)
        listed.push(
          message(
            wordsOf(booking, told),
            causes.map(({ id }) => id),
            told,
          ),
        );
    }
    const reminder = reminderIdOf(bookingId, slot.slotId);
    const isReminded =
      !hasBegun(booking, now(), timeZone) && rows.some(({ causeId }) => causeId === reminder);
    if (isReminded && causeStatus(ledger, reminder).status === 'open')
      listed.push(message('reminder', [reminder]));
    return listed;
  }

  const lookedAtUntil = () => new Date(now().getTime() + channels.sms.rules.windowMs + SLACK_MS);

  return {
    /** How many there are. */
    count: () => countWaiting(pool, lookedAtUntil()),

    /**
     * Those about a booking; undefined where there is no such booking. Causes are read from the log, as the messenger may not have queued
     * the latest yet.
     */
    async of(bookingId: string): Promise<WaitingMessage[] | undefined> {
      const events = await store.read(bookingStream(bookingId));
      if (events.length === 0 || events.some(({ type }) => type === 'BookingDeleted')) return undefined;
      const state = await sending.read();
      // Before the messenger's first start no change causes a message.
      if (state.paused && state.why === null) return [];
      const rows = await findWaiting(pool, bookingId, lookedAtUntil());
      const listed = await Promise.all(
        (['email', 'sms'] as const).map(async (channelName) =>
          messagesOf(
            channelName,
            bookingId,
            rows.filter(({ channel }) => channel === channelName),
            state,
            await channels[channelName].named(viewBooking(events, channelName)),
          ),
        ),
      );
      const messages = listed.flat();
      const contextOf = await readContext(messages);
      return messages.map((message) => {
        const { customer_name, appointment, reasons } = contextOf(message);
        return { ...message, customer_name, appointment, reasons };
      });
    },
  };
}

export type WaitingMessages = ReturnType<typeof createWaitingMessages>;
