import type { CustomerExport, ExportedMessage } from '../../src/contracts/customers/customer-export.ts';
import type { EventStore, RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { type EventTypes, upcast } from '../../src/eventsourcing/event-types.ts';
import { openPersonal } from '../../src/eventsourcing/sealing/open-personal.ts';
import type { SealingKeys } from '../../src/eventsourcing/sealing/sealing-keys.ts';
import { readStreams } from '../../src/eventsourcing/streams/read-streams.ts';
import { bookingEventTypes, bookingStream } from '../../src/features/booking/appointment/events.ts';
import { customerEventTypes, customerStream } from '../../src/features/customers/events.ts';
import { ledgersOf } from '../../src/features/messages/events.ts';
import { distinctPhones } from '../../src/salon/contacts.ts';
import { isoInstant } from '../engine/json-rows.ts';
import { card } from './card.ts';
import type { Person } from './person.ts';

type OptOut = Omit<CustomerExport['opted_out'][number], 'phone'>;

interface PersonExportDeps {
  /** The log as it is stored. */
  readonly log: Pick<EventStore, 'read'>;
  readonly keys: Pick<SealingKeys, 'keysOf'>;
  /** The messages sent and received, by a ledger's whole stream. */
  messagesOfLedger(ledger: string, events: readonly RecordedEvent[]): ExportedMessage[];
  optOutOf(number: string | null): Promise<OptOut | null>;
  now(): Date;
}

/** Something whose whole stream is told. */
interface Recorded {
  readonly id: string;
  readonly stream: string;
  readonly types: EventTypes;
}

/** All that is kept about a person and their bookings. */
export function createPersonExport({ log, keys, messagesOfLedger, optOutOf, now }: PersonExportDeps) {
  /** Opens the personal parts. All keys are read at once while the events are read, and again for events that are newer than that. */
  async function eventsOf(streams: readonly string[]) {
    const [events, known] = await Promise.all([readStreams(log, streams), keys.keysOf(streams)]);
    const open = openPersonal({
      keysOf: async (needed) => (needed.every((stream) => known.has(stream)) ? known : keys.keysOf(needed)),
    });
    const opened = Map.groupBy(await open(events), ({ stream }) => stream);
    return (stream: string) => opened.get(stream) ?? [];
  }

  return async (
    { customers, merges }: Person,
    bookings: CustomerExport['bookings'],
  ): Promise<CustomerExport> => {
    const rows = [...customers.values()];
    const bookingIds = bookings.map(({ id }) => id);
    const phones = distinctPhones(rows.flatMap((row) => row.phones));
    const ledgers = bookingIds.flatMap(ledgersOf);
    const things: readonly Recorded[] = [
      ...rows.map(({ id }) => ({ id, stream: customerStream(id), types: customerEventTypes })),
      ...bookingIds.map((id) => ({ id, stream: bookingStream(id), types: bookingEventTypes })),
    ];
    const [eventsIn, optOuts] = await Promise.all([
      eventsOf([...ledgers, ...things.map(({ stream }) => stream)]),
      Promise.all(phones.map(async ({ phone, phoneE164 }) => ({ phone, optOut: await optOutOf(phoneE164) }))),
    ]);
    const recorded = things.flatMap(({ id, stream, types }) =>
      eventsIn(stream).map((event) => {
        const { type, data, metadata } = upcast(event, types);
        return { instant: Date.parse(metadata.at), told: { id, type, at: metadata.at, data } };
      }),
    );
    return {
      exported_at: now().toISOString(),
      customers: rows.map(card),
      merges: merges.map(({ merge_id, from_id, into_id, merged_at }) => ({
        merge_id,
        from: from_id,
        into: into_id,
        merged_at: isoInstant(merged_at),
      })),
      bookings,
      messages: ledgers.flatMap((ledger) => messagesOfLedger(ledger, eventsIn(ledger))),
      opted_out: optOuts.flatMap(({ phone, optOut }) => (optOut ? [{ phone, ...optOut }] : [])),
      recorded: recorded.sort((a, b) => a.instant - b.instant).map(({ told }) => told),
    };
  };
}
export type PersonExport = ReturnType<typeof createPersonExport>;
