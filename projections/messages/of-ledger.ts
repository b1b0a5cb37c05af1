import type { ExportedMessage } from '../../src/contracts/customers/customer-export.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { bookingOfMessages, channelOf } from '../../src/features/messages/events.ts';
import { messagesFromLog } from './from-log.ts';

/**
 * What was sent and received about an appointment in one way.
 *
 * @param recorded the ledger's whole stream, its personal parts opened
 */
export const messagesOfLedger = (ledger: string, recorded: readonly RecordedEvent[]): ExportedMessage[] =>
  [...messagesFromLog(recorded)].map(([id, { to, text, steps }]) => ({
    id,
    booking_id: bookingOfMessages(ledger),
    channel: channelOf(ledger),
    to,
    text,
    steps: [...steps],
  }));
