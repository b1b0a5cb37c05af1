import type { EventStore, Position, RecordedEvent } from '../../eventsourcing/event-store.ts';
import { upcast } from '../../eventsourcing/event-types.ts';
import type { ProcessManager } from '../../eventsourcing/processes/process-manager.ts';
import {
  BOOKING,
  type BookingEvent,
  bookingEventTypes,
  bookingStream,
  idOfBooking,
  type Slot,
} from '../booking/appointment/events.ts';
import { bookingCause, causesOf } from './booking-view.ts';
import { bookingOfMessages, channelOf, MAILS, MESSAGES, messagesStream, reminderIdOf } from './events.ts';
import { mailRowId } from './mails/mail-rows.ts';
import { openCauses, readLedger } from './read-streams.ts';
import type { MessengerTables, NewRow } from './sending/tables.ts';
import { reminderAt } from './times.ts';
import type { MessageRules } from './what-to-send.ts';
import { MESSENGER, type MessageAppends } from './worker/append.ts';

interface MessengerDeps<Tx> {
  /** The log as it is stored. */
  readonly log: Pick<EventStore, 'read'>;
  readonly appends: MessageAppends;
  readonly tables: MessengerTables<Tx>;
  readonly rules: Pick<MessageRules, 'timeZone' | 'reminderAt' | 'windowMs'>;
  /** Whether customers are mailed as well, wherever a booking has an address. */
  readonly withMails: boolean;
}

type Recorded = RecordedEvent & BookingEvent;

/** Saving is delayed this much, so that what follows at once is saved with it. */
const SAVE_WITHIN_MS = 20;
/** Most of what it reads are messages' own events, which ask for nothing. A process that is killed before the save reads them again. */
const SAVE_NOTHING_WITHIN_MS = 1_000;

/** The slot that a booking has from this event on. */
function givenSlot({ type, data }: BookingEvent): Slot | undefined {
  switch (type) {
    case 'BookingRequested':
    case 'BookingRescheduled':
    case 'BookingReinstated':
      return data;
    default:
      return undefined;
  }
}

/**
 * The process manager that finds what asks for a text, and leaves a row for it in the transaction that moves its
 * checkpoint. It only adds rows and moves none, so that two of them are harmless. Begun for the first time it reads from
 * the log's end on: nobody is told of what has happened before.
 */
export function createMessenger<Tx>({
  log,
  appends,
  tables,
  rules,
  withMails,
}: MessengerDeps<Tx>): ProcessManager<Tx> & { readonly name: typeof MESSENGER } {
  let found: NewRow[] = [];
  const add = (row: NewRow) => {
    found.push(row);
    if (withMails) addMail(row);
  };
  const addMail = (row: NewRow) =>
    found.push({ ...row, causeId: mailRowId(row.causeId), mailOf: row.causeId });

  /** Nothing more is said about what came before a cancellation that staff asked to be silent. */
  const silence = ({ stream, position }: Recorded): Promise<void> =>
    appends.appendMissing(log, messagesStream(idOfBooking(stream)), async (messages) => {
      const { ledger, requests } = readLedger(messages);
      const causes = causesOf(await log.read(bookingStream(idOfBooking(stream))));
      const before = openCauses(ledger, causes, requests).filter((cause) => cause.position < position);
      if (before.length === 0) return undefined;
      const ids = before.map(({ id }) => id);
      const data = { causes: ids, why: 'silent' as const, kind: 'cancelled' as const };
      return { about: { causes: ids }, event: { type: 'MessageSuppressed', data } };
    });

  async function onBooking(event: Recorded): Promise<void> {
    const bookingId = idOfBooking(event.stream);
    const at = Date.parse(event.metadata.at);
    const cause = bookingCause(event);
    if (cause) add({ causeId: cause.id, bookingId, lookAt: new Date(at + rules.windowMs) });
    const slot = givenSlot(event);
    if (slot) {
      const lookAt = reminderAt(slot.date, rules.reminderAt, rules.timeZone);
      if (lookAt.getTime() > at) add({ causeId: reminderIdOf(bookingId, slot.slotId), bookingId, lookAt });
    }
    if (event.type === 'BookingCancelled' && event.data.notice === 'none') await silence(event);
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

    begin: (tx: Tx, line: Position) => tables.begin(tx, line),

    async handle({ events }) {
      for (const recorded of events) {
        if (recorded.stream.startsWith(`${BOOKING}-`)) {
          await onBooking(upcast(recorded, bookingEventTypes) as Recorded);
        } else if (recorded.type === 'MessageRequested') {
          const bookingId = bookingOfMessages(recorded.stream);
          const row = { causeId: recorded.id, bookingId, lookAt: new Date(recorded.metadata.at) };
          // Asked for by the way that it is to go.
          if (channelOf(recorded.stream) === 'email') addMail(row);
          else found.push(row);
        }
      }
    },

    async save(tx) {
      await tables.add(tx, found);
      found = [];
    },
  };
}
