import type { EventStore, RecordedEvent } from './event-store.ts';

/** Streams that are read at the same time: one log shares a query among them, another answers each by itself. */
const READS_AT_ONCE = 32;

/** Whole streams, one after the other as they are named. @throws StoreUnavailable */
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
