import type { EventStore, RecordedEvent } from '../event-store.ts';

/** So many streams are read at the same time. The log in Postgres reads them by one query, EventStoreDB reads each separately. */
const READS_AT_ONCE = 32;

/** The events of whole streams, in the order in which the streams are named. @throws StoreUnavailable */
export async function readStreams(
  log: Pick<EventStore, 'read'>,
  streams: readonly string[],
): Promise<readonly RecordedEvent[]> {
  const read: (readonly RecordedEvent[])[] = [];
  for (let first = 0; first < streams.length; first += READS_AT_ONCE) {
    const some = streams.slice(first, first + READS_AT_ONCE);
    read.push(...(await Promise.all(some.map((stream) => log.read(stream)))));
  }
  return read.flat();
}
