import type { Pool } from 'pg';
import { explainWait, leaves, type MessageChannel } from '../../../contracts/messages/message-words.ts';
import type { WaitingMessage } from '../../../contracts/messages/waiting-messages.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import type { Channel } from '../channels.ts';
import { type BookingView, type Cause, viewBooking } from '../decision/booking-view.ts';
import { causesTooLate, hasBegun, kindOf, textOf } from '../decision/decide-message.ts';
import { ledgerStream, type MessageKind, reminderIdOf } from '../events.ts';
import { causeStatus, openCauses, readLedger } from '../ledger/ledger.ts';
import type { SendingState, SendingSwitch } from '../pause/switch.ts';
import { countWaiting, findWaiting, type WaitingCause } from '../queue/queue.ts';

/** A waiting message without what other read models add. */
type Listed = Omit<WaitingMessage, 'customer_name' | 'appointment' | 'reasons'>;

export interface WaitingDeps {
  readonly pool: Pool;
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly channels: Readonly<Record<MessageChannel, Pick<Channel, 'view' | 'rules'>>>;
  readonly sending: Pick<SendingSwitch, 'read'>;
  /** Ids of the bookings whose customer's name, e-mail or phone contains the text. */
  findBookings(search: string): Promise<readonly string[]>;
  /** Reads whom messages are about, and what caused them. */
  readContext(messages: readonly Listed[]): Promise<(message: Listed) => Omit<WaitingMessage, keyof Listed>>;
  now(): Date;
}

interface WaitingOf {
  readonly search?: string;
  readonly kind?: string | undefined;
  readonly channel?: MessageChannel | undefined;
}

/** The most messages in a list. */
const MOST = 100;
/** Rows read for a list: a message has one for each of its causes. */
const MOST_ROWS = 2 * MOST;
/** Rows read for one kind. The kind isn't in the rows, and after a long pause many of other kinds may come first. */
const MOST_ROWS_OF_ALL_KINDS = 10 * MOST;
/** Bookings whose streams are read at the same time. */
const READ_AT_ONCE = 8;
/** Looks may be late, and clocks differ, by some seconds. */
const SLACK_MS = 10_000;

/**
 * Messages that have not left: what each would say now, and why it waits, as the last look noted. Whether and when it leaves is decided
 * by the next look; this doesn't predict it.
 */
export function createWaitingMessages(deps: WaitingDeps) {
  const { pool, store, channels, sending, findBookings, readContext, now } = deps;

  /** @param rows of the booking and channel, those that are looked at next coming first */
  async function messagesOf(
    channelName: MessageChannel,
    bookingId: string,
    rows: readonly WaitingCause[],
    state: SendingState,
    view: BookingView,
  ): Promise<Listed[]> {
    const channel = channels[channelName];
    const booking = channel.view(view);
    const { status, slot, reachedAt, smsConsent, silencedAt = '' } = booking;
    // The next look suppresses what can't reach the customer.
    if (status === 'gone' || slot === null || reachedAt === null || !smsConsent) return [];
    const { ledger, requests } = readLedger(await store.read(ledgerStream(channelName, bookingId)));
    const message = (kind: MessageKind, causes: readonly string[], asked: readonly Cause[] = []): Listed => {
      const row = rows.find(({ causeId }) => causes.includes(causeId));
      const isPaused = !leaves(channelName, state);
      const waits = isPaused ? 'resuming' : (row?.waitsFor ?? 'due');
      return {
        booking_id: bookingId,
        channel: channelName,
        kind,
        waits_for: waits,
        looked_at: row?.lookedAt?.toISOString() ?? null,
        next_look_at: (!isPaused && row?.lookedAt && row.lookAt.toISOString()) || null,
        explanation: explainWait(waits, channelName),
        to: reachedAt,
        text: textOf(kind, { ...booking, id: bookingId, slot }, asked, channel.rules),
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
    const causes = open.slice(causesTooLate(booking, open, now(), timeZone).length);
    if (causes.length > 0)
      listed.push(
        message(
          kindOf(booking, causes),
          causes.map(({ id }) => id),
          causes,
        ),
      );
    const reminder = reminderIdOf(bookingId, slot.slotId);
    const isReminded =
      !hasBegun(booking, now(), timeZone) && rows.some(({ causeId }) => causeId === reminder);
    if (isReminded && causeStatus(ledger, reminder).status === 'open')
      listed.push(message('reminder', [reminder]));
    return listed;
  }

  /** Those of a kind, or all, in the order of their rows. Stops once there are more than a list has. */
  async function listedOf(rows: readonly WaitingCause[], kind?: string): Promise<Listed[]> {
    const state = await sending.read();
    const groups = [...Map.groupBy(rows, ({ channel, bookingId }) => `${channel} ${bookingId}`).values()];
    const listed: Listed[] = [];
    for (let from = 0; from < groups.length && listed.length <= MOST; from += READ_AT_ONCE) {
      const some = await Promise.all(
        groups.slice(from, from + READ_AT_ONCE).map(async (group) => {
          const [first] = group;
          if (!first) return [];
          const booking = viewBooking(await store.read(bookingStream(first.bookingId)));
          return messagesOf(first.channel, first.bookingId, group, state, booking);
        }),
      );
      listed.push(...some.flat().filter((message) => kind === undefined || message.kind === kind));
    }
    return listed;
  }

  async function shown(messages: readonly Listed[]): Promise<WaitingMessage[]> {
    const contextOf = await readContext(messages);
    return messages.map((message) => {
      const { customer_name, appointment, reasons } = contextOf(message);
      return { ...message, customer_name, appointment, reasons };
    });
  }

  const lookedAtUntil = () => new Date(now().getTime() + channels.sms.rules.windowMs + SLACK_MS);

  return {
    /** How many there are. */
    count: () => countWaiting(pool, lookedAtUntil()),

    /** Those that are looked at next come first. */
    async list({ search, kind, channel }: WaitingOf) {
      const bookingIds = search ? await findBookings(search) : undefined;
      const most = kind === undefined ? MOST_ROWS : MOST_ROWS_OF_ALL_KINDS;
      const rows = await findWaiting(pool, {
        lookedAtUntil: lookedAtUntil(),
        bookingIds,
        channel,
        most: most + 1,
      });
      const listed = await listedOf(rows.slice(0, most), kind);
      return {
        messages: await shown(listed.slice(0, MOST)),
        has_more: rows.length > most || listed.length > MOST,
      };
    },

    /**
     * Those about a booking; undefined where there is no such booking. Causes are read from the log, as the messenger may not have queued
     * the latest yet.
     */
    async of(bookingId: string): Promise<WaitingMessage[] | undefined> {
      const events = await store.read(bookingStream(bookingId));
      if (events.length === 0 || events.some(({ type }) => type === 'BookingDeleted')) return undefined;
      const booking = viewBooking(events);
      const state = await sending.read();
      // Before the messenger's first start no change causes a message.
      if (state.paused && state.why === null) return [];
      const rows = await findWaiting(pool, {
        lookedAtUntil: lookedAtUntil(),
        bookingIds: [bookingId],
        most: MOST_ROWS,
      });
      const listed = await Promise.all(
        (['email', 'sms'] as const).map((channelName) =>
          messagesOf(
            channelName,
            bookingId,
            rows.filter(({ channel }) => channel === channelName),
            state,
            booking,
          ),
        ),
      );
      return shown(listed.flat());
    },
  };
}

export type WaitingMessages = ReturnType<typeof createWaitingMessages>;
