import { leaves, type MessageChannel } from '../../contracts/message-words.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/event-streams.ts';
import { broken } from '../broken.ts';
import { ledgerStream, type MessageEvent } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { SendingSwitch } from './sending/switch.ts';
import type { MessagesCommand } from './staff-requests.ts';
import type { WhyUnmailed, WhyUntold } from './told.ts';

type MessageStreams = EventStreams<MessagesCommand, MessageEvent, Ledger>;

interface Deps {
  readonly streams: Readonly<Record<MessageChannel, MessageStreams>>;
  readonly whyUntold: WhyUntold;
  readonly whyUnmailed: WhyUnmailed;
  readonly sending: Pick<SendingSwitch, 'read'>;
}

/** What staff do with messages. */
export function createMessageCommands({ streams, whyUntold, whyUnmailed, sending }: Deps) {
  /** Staff hear at once why nothing would be sent, rather than find it in the ledger later. */
  async function checkSendable(channel: MessageChannel, bookingId: string): Promise<void> {
    const untold = await (channel === 'email' ? whyUnmailed(bookingId) : whyUntold(bookingId));
    if (untold) throw broken(untold);
    if (!leaves(channel, await sending.read())) throw broken('texts-paused');
  }

  async function handle(
    channel: MessageChannel,
    bookingId: string,
    command: MessagesCommand,
    run: CommandRun,
  ) {
    const stream = ledgerStream(channel, bookingId);
    // A retry is answered as the first time, whatever the customer wants by now.
    const known = (await streams[channel].load(stream)).appliedBy(run.context.commandId);
    if (!known) await checkSendable(channel, bookingId);
    const { position } = await streams[channel].handle(stream, () => command, run);
    return { position: position ?? '' };
  }
  return {
    /** A text about the booking as it is. */
    request: (bookingId: string, run: CommandRun) =>
      handle('sms', bookingId, { kind: 'RequestMessage' }, run),

    /** @param channel that the message was sent by, and is again */
    resend: (channel: MessageChannel, bookingId: string, attemptId: string, run: CommandRun) =>
      handle(channel, bookingId, { kind: 'ResendMessage', attemptId }, run),
  };
}

export type MessageCommands = ReturnType<typeof createMessageCommands>;
