import type { ExportedMessage } from '../../src/contracts/customer-export.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { bookingOfMessages, channelOf, ledgersOf } from '../../src/features/messages/events.ts';
import { messagesFromLog } from './from-log.ts';

/** Ledgers that are read at the same time. */
const READS_AT_ONCE = 8;

/**
 * What was sent and received about appointments, as their ledgers have it.
 *
 * @param store opens personal parts
 */
export function createMessagesOfBookings(store: Pick<EventStore, 'read'>) {
  const messagesIn = async (ledger: string): Promise<ExportedMessage[]> =>
    [...messagesFromLog(await store.read(ledger))].map(([id, { to, text, steps }]) => ({
      id,
      booking_id: bookingOfMessages(ledger),
      channel: channelOf(ledger),
      to,
      text,
      steps: [...steps],
    }));

  return async (bookingIds: readonly string[]): Promise<ExportedMessage[]> => {
    const ledgers = bookingIds.flatMap(ledgersOf);
    const messages: ExportedMessage[] = [];
    for (let first = 0; first < ledgers.length; first += READS_AT_ONCE) {
      const read = await Promise.all(ledgers.slice(first, first + READS_AT_ONCE).map(messagesIn));
      messages.push(...read.flat());
    }
    return messages;
  };
}
