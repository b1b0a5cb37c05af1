import type { CommandRun, EventStreams } from '../../eventsourcing/event-streams.ts';
import { broken } from '../broken.ts';
import type { MessagesCommand } from './decider.ts';
import { type MessageEvent, messagesStream } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { SendingSwitch } from './sending/switch.ts';
import type { WhyUntold } from './told.ts';

export type MessageStreams = EventStreams<MessagesCommand, MessageEvent, Ledger>;

interface Deps {
  readonly streams: MessageStreams;
  readonly whyUntold: WhyUntold;
  readonly sending: Pick<SendingSwitch, 'read'>;
}

/** What staff do with messages. */
export function createMessageCommands({ streams, whyUntold, sending }: Deps) {
  /** Staff hear at once why nothing would be sent, rather than find it in the ledger later. */
  async function checkSendable(bookingId: string): Promise<void> {
    const why = await whyUntold(bookingId);
    if (why) throw broken(why);
    if ((await sending.read()).paused) throw broken('texts-paused');
  }

  async function handle(bookingId: string, command: MessagesCommand, run: CommandRun) {
    const stream = messagesStream(bookingId);
    // A retry is answered as the first time, whatever the customer wants by now.
    const known = (await streams.load(stream)).appliedBy(run.context.commandId);
    if (!known) await checkSendable(bookingId);
    const { position } = await streams.handle(stream, () => command, run);
    return { position: position ?? '' };
  }
  return {
    /** A text about the booking as it is. */
    request: (bookingId: string, run: CommandRun) => handle(bookingId, { kind: 'RequestMessage' }, run),

    resend: (bookingId: string, attemptId: string, run: CommandRun) =>
      handle(bookingId, { kind: 'ResendMessage', attemptId }, run),
  };
}

export type MessageCommands = ReturnType<typeof createMessageCommands>;
