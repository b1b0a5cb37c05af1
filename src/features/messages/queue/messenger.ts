import type { EventStore, Position, RecordedEvent } from '../../../eventsourcing/event-store.ts';
import { upcast } from '../../../eventsourcing/event-types.ts';
import type { ProcessManager } from '../../../eventsourcing/processes/process-manager.ts';
import {
  BOOKING,
  type BookingEvent,
  bookingEventTypes,
  bookingStream,
  changes,
  idOfBooking,
} from '../../booking/appointment/events.ts';
import { mailRowId } from '../channels.ts';
import { bookingCause, causesOf, isSilentCancellation } from '../decision/booking-view.ts';
import type { MessageRules } from '../decision/decide-message.ts';
import { reminderAt } from '../decision/quiet-hours.ts';
import { bookingOfMessages, channelOf, MAILS, MESSAGES, messagesStream, reminderIdOf } from '../events.ts';
import { MESSENGER, type MessageAppends } from '../ledger/append.ts';
import { openCauses, readLedger } from '../ledger/ledger.ts';
import type { MessengerTables, NewRow } from './queue.ts';

interface MessengerDeps<Tx> {
  /** The log as it is stored. */
  readonly log: Pick<EventStore, 'read'>;
  readonly appends: MessageAppends;
  readonly tables: MessengerTables<Tx>;
  readonly rules: Pick<MessageRules, 'timeZone' | 'reminderAt' | 'windowMs'>;
  /** Called when rows may have been added. */
  added?(): void;
}

type Recorded = RecordedEvent & BookingEvent;

/** Saving is delayed this much, so that events that follow at once are saved with it. */
const SAVE_WITHIN_MS = 20;
/** The same where nothing was found, as in most batches: events of messages cause none. After a kill before the save they are read again. */
const SAVE_NOTHING_WITHIN_MS = 1_000;

/**
 * The process manager that finds causes of messages, and queues them in the transaction that moves its checkpoint. It only adds rows and
 * never changes any, so that two running at once are harmless. On the first start it begins at the log's end: earlier changes cause no
 * messages.
 */
export function createMessenger<Tx>({
  log,
  appends,
  tables,
  rules,
  added,
}: MessengerDeps<Tx>): ProcessManager<Tx> & { readonly name: typeof MESSENGER } {
  let found: NewRow[] = [];
  const addMail = (row: NewRow) =>
    found.push({ ...row, causeId: mailRowId(row.causeId), mailOf: row.causeId });

  /** A cancellation without a text suppresses all open causes of texts before it. Those of mails end when they are looked at. */
  const silence = ({ stream, position }: Recorded): Promise<void> =>
    appends.appendMissing(log, messagesStream(idOfBooking(stream)), async (messages) => {
      const { ledger, requests } = readLedger(messages);
      const causes = causesOf(await log.read(bookingStream(idOfBooking(stream))), 'sms');
      const earlier = openCauses(ledger, causes, requests).filter((cause) => cause.position < position);
      if (earlier.length === 0) return undefined;
      const ids = earlier.map(({ id }) => id);
      const data = { causes: ids, why: 'silent' as const, kind: 'cancelled' as const };
      return { about: { causes: ids }, event: { type: 'MessageSuppressed', data } };
    });

  async function onBooking(event: Recorded): Promise<void> {
    const bookingId = idOfBooking(event.stream);
    const at = Date.parse(event.metadata.at);
    const row = { causeId: event.id, bookingId, lookAt: new Date(at + rules.windowMs) };
    if (bookingCause(event, 'sms')) found.push(row);
    if (bookingCause(event, 'email')) addMail(row);
    if (changes(event, 'slot claimed')) {
      const { slotId, date } = event.data;
      const lookAt = reminderAt(date, rules.reminderAt, rules.timeZone);
      const reminder = { causeId: reminderIdOf(bookingId, slotId), bookingId, lookAt };
      if (lookAt.getTime() > at) {
        found.push(reminder);
        addMail(reminder);
      }
    }
    if (isSilentCancellation(event, 'sms')) await silence(event);
  }

  return {
    name: MESSENGER,
    prefixes: [`${BOOKING}-`, `${MESSAGES}-`, `${MAILS}-`],
    startFrom: 'now',
    get saveWithinMs() {
      return found.length > 0 ? SAVE_WITHIN_MS : SAVE_NOTHING_WITHIN_MS;
    },
    get openItems() {
      return found.length;
    },

    async load() {
      found = [];
    },

    begin: (tx: Tx, watermark: Position) => tables.begin(tx, watermark),

    async handle({ events }) {
      for (const recorded of events) {
        if (recorded.stream.startsWith(`${BOOKING}-`)) {
          await onBooking(upcast(recorded, bookingEventTypes));
        } else if (recorded.type === 'MessageRequested') {
          const bookingId = bookingOfMessages(recorded.stream);
          const row = { causeId: recorded.id, bookingId, lookAt: new Date(recorded.metadata.at) };
          // A request in the ledger of mails asks for a mail, and for no text.
          if (channelOf(recorded.stream) === 'email') addMail(row);
          else found.push(row);
        }
      }
    },

    async save(tx) {
      await tables.add(tx, found);
      found = [];
    },

    async afterSave() {
      added?.();
    },
  };
}
