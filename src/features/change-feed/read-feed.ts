import type { CloudEvent, EventsQuery } from '../../contracts/change-feed.ts';
import { type EventStore, LOG_START } from '../../eventsourcing/event-store.ts';
import { UnknownEvent } from '../../eventsourcing/event-types.ts';
import { refuse } from '../../http/refusal.ts';
import { toCloudEvent } from './cloud-event.ts';
import type { EventPositions } from './event-positions.ts';

interface FeedDeps {
  /** The log as it is stored: personal parts stay sealed. */
  readonly log: Pick<EventStore, 'subscribe'>;
  /** Position of an event in the log. @throws Refused */
  readonly positionOf: EventPositions;
  /** Whether the index has the events of a stream. */
  isIndexed(stream: string): boolean;
  /** The service's address. */
  readonly source: string;
  /** The most events that one request looks at, so that one for rare types doesn't read the whole log. */
  readonly mostRead?: number;
}

interface FeedPage {
  readonly events: readonly CloudEvent[];
  /** The event to go on after; undefined while there is none. */
  readonly last: string | undefined;
}

const MOST_READ = 10_000;
/** Number of events that are read from the log at once: little more than an answer has when `limit` is left out. */
const READ_AT_ONCE = 200;
/** Milliseconds for reaching the log's end. After that, the events that were read are sent. */
const READING_MS = 2_000;

export type FeedReader = (query: EventsQuery, signal: AbortSignal) => Promise<FeedPage>;

/**
 * Reads parts of the change feed. They come from the log itself, in its order, so that nothing is missing or comes twice. A read
 * model is only the index that finds where the event is after which a request goes on.
 */
export function createFeedReader({
  log,
  positionOf,
  isIndexed,
  source,
  mostRead = MOST_READ,
}: FeedDeps): FeedReader {
  return async ({ after, limit, types, wait }, signal) => {
    const from = after === undefined ? LOG_START : await positionOf(after);
    const events: CloudEvent[] = [];
    let last = after;
    let read = 0;
    let isAtEnd = false;
    const ending = new AbortController();
    const end = () => ending.abort();
    let timer = setTimeout(end, READING_MS);
    const until = AbortSignal.any([signal, ending.signal]);
    try {
      for await (const batch of log.subscribe({ from, maxBatch: READ_AT_ONCE, signal: until })) {
        for (const event of batch.events) {
          const cloudEvent = toCloudEvent(event, source);
          read += 1;
          if (isIndexed(event.stream)) last = event.id;
          if (cloudEvent && (types?.has(cloudEvent.type) ?? true)) events.push(cloudEvent);
          if (events.length === limit || read === mostRead) return { events, last };
        }
        if (batch.caughtUp && !isAtEnd) {
          isAtEnd = true;
          clearTimeout(timer);
          if (wait !== undefined) timer = setTimeout(end, wait * 1_000);
        }
        if (isAtEnd && (events.length > 0 || wait === undefined)) break;
      }
    } catch (error) {
      if (!(error instanceof UnknownEvent)) throw error;
      // The answer has the events before the unknown one; the next request is refused.
      if (last === after) throw refuse('feed-stopped');
      return { events, last };
    } finally {
      clearTimeout(timer);
      end();
    }
    if (read === 0 && !isAtEnd && !signal.aborted) throw refuse('unavailable');
    return { events, last };
  };
}
