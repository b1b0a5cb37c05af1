import type { CommandRun, EventStreams } from '../../eventsourcing/event-streams.ts';
import { broken } from '../broken.ts';
import type { MessagesCommand } from './decider.ts';
import { type MessageEvent, messagesStream } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { WillBeTold } from './told.ts';

export type MessageStreams = EventStreams<MessagesCommand, MessageEvent, Ledger>;

interface Deps {
  readonly streams: MessageStreams;
  readonly willBeTold: WillBeTold;
}

/** What staff do with messages. */
export function createMessageCommands({ streams, willBeTold }: Deps) {
  async function handle(bookingId: string, command: MessagesCommand, run: CommandRun) {
    const { position } = await streams.handle(messagesStream(bookingId), () => command, run);
    return { position: position ?? '' };
  }
  return {
    /** A text about the booking as it is. */
    async request(bookingId: string, run: CommandRun) {
      const known = (await streams.load(messagesStream(bookingId))).appliedBy(run.context.commandId);
      // A retry is answered as the first time, whatever the customer wants by now.
      if (!known) {
        const told = await willBeTold(bookingId);
        if (told === 'no-booking') throw broken('booking-not-found');
        if (told === 'no') throw broken('no-text-wanted');
      }
      return handle(bookingId, { kind: 'RequestMessage' }, run);
    },

    resend: (bookingId: string, attemptId: string, run: CommandRun) =>
      handle(bookingId, { kind: 'ResendMessage', attemptId }, run),
  };
}

export type MessageCommands = ReturnType<typeof createMessageCommands>;
