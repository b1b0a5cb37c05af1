import type { CustomerExport, ExportedMessage } from '../../src/contracts/customer-export.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import { type EventTypes, upcast } from '../../src/eventsourcing/event-types.ts';
import { bookingEventTypes, bookingStream } from '../../src/features/booking/appointment/events.ts';
import { customerEventTypes, customerStream } from '../../src/features/customers/events.ts';
import { distinctPhones } from '../../src/salon/contacts.ts';
import { instantOf } from '../engine/instant.ts';
import { card } from './card.ts';
import type { Person } from './person.ts';

type OptOut = Omit<CustomerExport['opted_out'][number], 'phone'>;

interface PersonExportDeps {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  /** What was sent and received about these bookings. */
  messagesOf(bookingIds: readonly string[]): Promise<ExportedMessage[]>;
  /** Since when a number takes no texts. */
  optOutOf(number: string | null): Promise<OptOut | null>;
  now(): Date;
}

/** Streams that are read at the same time. */
const READS_AT_ONCE = 8;

interface Recorded {
  readonly id: string;
  readonly stream: string;
  readonly types: EventTypes;
}

/** All that is kept about a person and their appointments. */
export function createPersonExport({ store, messagesOf, optOutOf, now }: PersonExportDeps) {
  async function recordedIn(streams: readonly Recorded[]): Promise<CustomerExport['recorded']> {
    const recorded: CustomerExport['recorded'] = [];
    for (let first = 0; first < streams.length; first += READS_AT_ONCE) {
      const read = streams.slice(first, first + READS_AT_ONCE).map(async ({ id, stream, types }) =>
        (await store.read(stream)).map((event) => {
          const { type, data, metadata } = upcast(event, types);
          return { id, type, at: metadata.at, data };
        }),
      );
      recorded.push(...(await Promise.all(read)).flat());
    }
    return recorded.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  }

  return async (
    { customers, merges }: Person,
    bookings: CustomerExport['bookings'],
  ): Promise<CustomerExport> => {
    const rows = [...customers.values()];
    const bookingIds = bookings.map(({ id }) => id);
    const phones = distinctPhones(rows.flatMap((row) => row.phones));
    const [messages, optOuts, recorded] = await Promise.all([
      messagesOf(bookingIds),
      Promise.all(phones.map(async ({ phone, phoneE164 }) => ({ phone, optOut: await optOutOf(phoneE164) }))),
      recordedIn([
        ...rows.map(({ id }) => ({ id, stream: customerStream(id), types: customerEventTypes })),
        ...bookingIds.map((id) => ({ id, stream: bookingStream(id), types: bookingEventTypes })),
      ]),
    ]);
    return {
      exported_at: now().toISOString(),
      customers: rows.map(card),
      merges: merges.map(({ merge_id, from_id, into_id, merged_at }) => ({
        merge_id,
        from: from_id,
        into: into_id,
        merged_at: instantOf(merged_at),
      })),
      bookings,
      messages,
      opted_out: optOuts.flatMap(({ phone, optOut }) => (optOut ? [{ phone, ...optOut }] : [])),
      recorded,
    };
  };
}
export type PersonExport = ReturnType<typeof createPersonExport>;
