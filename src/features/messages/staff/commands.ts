import {
  leaves,
  MESSAGE_CHANNELS,
  type MessageChannel,
  STUCK_MINUTES,
} from '../../../contracts/messages/message-words.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import type { CommandRun, EventStreams } from '../../../eventsourcing/streams/event-streams.ts';
import { alreadyApplied } from '../../../eventsourcing/streams/stream-fold.ts';
import { refuse } from '../../../http/refusal.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import { broken } from '../../rule-broken.ts';
import { viewBooking } from '../decision/booking-view.ts';
import { ledgerStream, type MessageEvent } from '../events.ts';
import { type Ledger, readLedger, statusOf } from '../ledger/ledger.ts';
import type { SendingSwitch } from '../pause/switch.ts';
import type { MessagesCommand } from './decider.ts';
import type { WhyUnsendable, WhyUnsendableOf } from './sendability.ts';

type MessageStreams = EventStreams<MessagesCommand, MessageEvent, Ledger>;

interface Deps {
  readonly streams: Readonly<Record<MessageChannel, MessageStreams>>;
  readonly whyUnsendable: WhyUnsendableOf;
  readonly sending: Pick<SendingSwitch, 'read'>;
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  now(): Date;
}

type Chosen = Readonly<Record<MessageChannel, boolean>>;

/** Placeholder for a command that was applied before, so that nothing is decided again. */
const APPLIED: MessagesCommand = { kind: 'RequestMessage' };

/** Commands of staff on messages. */
export function createMessageCommands({ streams, whyUnsendable, sending, store, now }: Deps) {
  /** Tells staff at once why nothing would be sent. */
  async function checkSendable(channel: MessageChannel, bookingId: string): Promise<void> {
    const why = await whyUnsendable(channel, bookingId);
    if (why) throw broken(why);
    if (!leaves(channel, await sending.read())) throw broken('texts-paused');
  }

  /** @throws Refused when no such reply is recorded about the booking */
  async function checkReply(bookingId: string, replyId: string): Promise<void> {
    const recorded = await store.read(ledgerStream('sms', bookingId));
    if (!recorded.some(({ id, type }) => id === replyId && type === 'ReplyReceived'))
      throw refuse('message-not-found');
  }

  /** @throws RuleBroken where nobody is waited for any more */
  async function checkComing(bookingId: string): Promise<void> {
    const { status } = viewBooking(await store.read(bookingStream(bookingId)));
    if (status === 'cancelled') throw broken('already-cancelled');
    if (status === 'completed') throw broken('already-completed');
  }

  /** @throws when there is no such message, or it may still get somewhere by itself */
  async function checkDismissable(channel: MessageChannel, bookingId: string, id: string): Promise<void> {
    const recorded = await store.read(ledgerStream(channel, bookingId));
    const { ledger, claims } = readLedger(recorded);
    const attempt = ledger.attempts.get(id);
    const isSuppressed = recorded.some((event) => event.id === id && event.type.endsWith('Suppressed'));
    if (!attempt && !isSuppressed) throw refuse('message-not-found');
    const claimedAt = Date.parse(claims.get(id)?.metadata.at ?? '');
    if (attempt && statusOf(attempt) === 'open' && now().getTime() - claimedAt < STUCK_MINUTES * 60_000)
      throw broken('not-dismissable');
  }

  /** Why the customer of a booking gets no answer by text, as things stand; null where they do. An answer is never too late. */
  async function whyUnanswerable(bookingId: string): Promise<WhyUnsendable | 'texts-paused' | null> {
    const why = await whyUnsendable('sms', bookingId);
    if (why && why !== 'too-late-to-text') return why;
    return leaves('sms', await sending.read()) ? null : 'texts-paused';
  }

  /** Why the customer isn't told by this channel that the salon is running late; null where they are. */
  async function whyNotTold(channel: MessageChannel, bookingId: string) {
    if (channel === 'sms') return whyUnanswerable(bookingId);
    const why = await whyUnsendable(channel, bookingId);
    return why ?? (leaves(channel, await sending.read()) ? null : 'texts-paused');
  }

  async function handle(
    channel: MessageChannel,
    bookingId: string,
    run: CommandRun,
    prepare: () => Promise<MessagesCommand>,
  ) {
    const stream = ledgerStream(channel, bookingId);
    // A retry gets the first answer, even if the message couldn't be sent by now.
    const known = (await streams[channel].load(stream)).appliedBy(run.context.commandId);
    const command = known ? APPLIED : await prepare();
    const { position } = await streams[channel].handle(stream, () => command, run);
    return { position: position ?? '' };
  }

  return {
    /** Requests a text about the booking as it is. */
    request: (bookingId: string, run: CommandRun) =>
      handle('sms', bookingId, run, async () => {
        await checkSendable('sms', bookingId);
        return { kind: 'RequestMessage' };
      }),

    /** @param channel of the first message, and of the new one */
    resend: (channel: MessageChannel, bookingId: string, attemptId: string, run: CommandRun) =>
      handle(channel, bookingId, run, async () => {
        await checkSendable(channel, bookingId);
        return { kind: 'ResendMessage', attemptId };
      }),

    whyUnanswerable,

    /** Answers a customer's reply by a text in staff's own words. */
    answer: (
      bookingId: string,
      { replyId, words, answersSeen }: Omit<Extract<MessagesCommand, { kind: 'AnswerReply' }>, 'kind'>,
      run: CommandRun,
    ) =>
      handle('sms', bookingId, run, async () => {
        await checkReply(bookingId, replyId);
        const why = await whyUnanswerable(bookingId);
        if (why) throw broken(why);
        return { kind: 'AnswerReply', replyId, words, answersSeen };
      }),

    whyNotTold,

    /**
     * Tells the customer in staff's own words that the salon is running late, in those of the chosen channels by which they are reached.
     * A retry does what is left.
     *
     * @throws RuleBroken where none does, with the reason of the first
     */
    async tellLate(
      bookingId: string,
      {
        tell,
        ...late
      }: Omit<Extract<MessagesCommand, { kind: 'TellLate' }>, 'kind'> & { readonly tell: Chosen },
      run: CommandRun,
    ) {
      const look = async (channel: MessageChannel) => {
        const isKnown = alreadyApplied(await streams[channel].load(ledgerStream(channel, bookingId)), run);
        return {
          channel,
          isKnown: isKnown !== undefined,
          why: isKnown ? null : await whyNotTold(channel, bookingId),
        };
      };
      // Both ledgers are looked at, as the key may have come with another request.
      const ways = (await Promise.all(MESSAGE_CHANNELS.map(look))).filter(({ channel }) => tell[channel]);
      if (ways.every(({ isKnown }) => !isKnown)) await checkComing(bookingId);
      const reached = ways.flatMap(({ channel, why }) => (why === null ? [channel] : []));
      const [first] = ways;
      if (reached.length === 0 && first?.why) throw broken(first.why);
      let position = '';
      for (const channel of reached) {
        const asked = await handle(channel, bookingId, run, async () => ({ kind: 'TellLate', ...late }));
        if (asked.position > position) ({ position } = asked);
      }
      return { reached, position };
    },

    /** Records that a customer's reply needs no answer. */
    dismiss: (bookingId: string, replyId: string, run: CommandRun) =>
      handle('sms', bookingId, run, async () => {
        await checkReply(bookingId, replyId);
        return { kind: 'DismissReply', replyId };
      }),

    /** Records that a message which didn't arrive needs nothing more. */
    dismissMessage: (channel: MessageChannel, bookingId: string, attemptId: string, run: CommandRun) =>
      handle(channel, bookingId, run, async () => {
        await checkDismissable(channel, bookingId, attemptId);
        return { kind: 'DismissMessage', attemptId };
      }),
  };
}

export type MessageCommands = ReturnType<typeof createMessageCommands>;
