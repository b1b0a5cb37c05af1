import { leaves, type MessageChannel } from '../../contracts/messages/message-words.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { bookingStream } from '../booking/appointment/events.ts';
import { broken } from '../broken.ts';
import { viewBooking } from './booking-view.ts';
import { ledgerStream, type MessageEvent, reminderIdOf } from './events.ts';
import type { Ledger } from './ledger.ts';
import { readLedger } from './read-streams.ts';
import type { SendingSwitch } from './sending/switch.ts';
import type { CauseRows } from './sending/tables.ts';
import type { MessagesCommand } from './staff-requests.ts';
import type { WhyUnmailed, WhyUntold } from './told.ts';
import { kindOf } from './what-to-send.ts';

type MessageStreams = EventStreams<MessagesCommand, MessageEvent, Ledger>;

interface Deps {
  readonly streams: Readonly<Record<MessageChannel, MessageStreams>>;
  readonly whyUntold: WhyUntold;
  readonly whyUnmailed: WhyUnmailed;
  readonly sending: Pick<SendingSwitch, 'read'>;
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly rows: Readonly<Record<MessageChannel, Pick<CauseRows, 'end'>>>;
}

/** Stands for a command that isn't decided about again. */
const APPLIED: MessagesCommand = { kind: 'RequestMessage' };

/** What staff do with messages. */
export function createMessageCommands({ streams, whyUntold, whyUnmailed, sending, store, rows }: Deps) {
  /** Staff hear at once why nothing would be sent, rather than find it in the ledger later. */
  async function checkSendable(channel: MessageChannel, bookingId: string): Promise<void> {
    const untold = await (channel === 'email' ? whyUnmailed(bookingId) : whyUntold(bookingId));
    if (untold) throw broken(untold);
    if (!leaves(channel, await sending.read())) throw broken('texts-paused');
  }

  /** What a message that waits would say, by what has asked for it. */
  async function wouldTell(channel: MessageChannel, bookingId: string, causes: readonly string[]) {
    const [events, messages] = await Promise.all([
      store.read(bookingStream(bookingId)),
      store.read(ledgerStream(channel, bookingId)),
    ]);
    const booking = viewBooking(events);
    if (booking.status === 'none' || booking.status === 'gone') throw broken('booking-not-found');
    const reminders = booking.slotIds.map((slotId) => reminderIdOf(bookingId, slotId));
    const others = [...booking.causes, ...readLedger(messages).requests];
    const known = new Set([...reminders, ...others.map(({ id }) => id)]);
    if (!causes.every((cause) => known.has(cause))) throw broken('message-not-waiting');
    const named = others.filter(({ id }) => causes.includes(id));
    return named.length === 0 ? 'reminder' : kindOf(booking, named);
  }

  async function handle(
    channel: MessageChannel,
    bookingId: string,
    run: CommandRun,
    prepare: () => Promise<MessagesCommand>,
  ) {
    const stream = ledgerStream(channel, bookingId);
    // A retry is answered as the first time, whatever the customer wants by now.
    const known = (await streams[channel].load(stream)).appliedBy(run.context.commandId);
    const command = known ? APPLIED : await prepare();
    const { position } = await streams[channel].handle(stream, () => command, run);
    return { position: position ?? '' };
  }

  return {
    /** A text about the booking as it is. */
    request: (bookingId: string, run: CommandRun) =>
      handle('sms', bookingId, run, async () => {
        await checkSendable('sms', bookingId);
        return { kind: 'RequestMessage' };
      }),

    /** @param channel that the message was sent by, and is again */
    resend: (channel: MessageChannel, bookingId: string, attemptId: string, run: CommandRun) =>
      handle(channel, bookingId, run, async () => {
        await checkSendable(channel, bookingId);
        return { kind: 'ResendMessage', attemptId };
      }),

    /**
     * Keeps a message that waits from being sent. The ledger decides between this and a worker that sends it.
     *
     * @param causes that it was shown with
     */
    async withhold(channel: MessageChannel, bookingId: string, causes: readonly string[], run: CommandRun) {
      const withheld = await handle(channel, bookingId, run, async () => {
        const told = await wouldTell(channel, bookingId, causes);
        return { kind: 'WithholdMessage', causes, told };
      });
      // The ledger shows the end now, so nothing waits any more. Should this be cut off, the next look finds it.
      await Promise.all(causes.map((cause) => rows[channel].end(cause)));
      return withheld;
    },
  };
}

export type MessageCommands = ReturnType<typeof createMessageCommands>;
