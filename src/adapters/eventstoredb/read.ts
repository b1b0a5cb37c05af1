import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  BACKWARDS,
  type Direction,
  END,
  FORWARDS,
  type ReadPosition,
  type ResolvedEvent,
  START,
  type StreamingRead,
} from '@eventstore/db-client';
import {
  type KnownEvent,
  knownEvent,
  LOG_START,
  type Position,
  type RecordedEvent,
} from '../../eventsourcing/event-store.ts';
import { LAG_COUNTED, type LogLag } from '../event-log/event-log.ts';
import type { Connection } from './connection.ts';
import { isOfType, storeError } from './errors.ts';
import { isSystemEvent, logPositionOf, recordedEvent } from './events.ts';

/** Runs a call. If a node refuses it because it isn't the leader, the client switches to the leader, and the call runs again. */
export const atLeader = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!isOfType(error, 'not-leader')) throw error;
    await nextTurn();
    return call();
  }
};

/**
 * All events of a read. Only an abandoned read is cancelled, not one that has ended. Each cancellation sends a reset, and the
 * server takes many resets for an attack and closes the connection.
 */
const allOf = (read: StreamingRead<ResolvedEvent>, abandoned: AbortSignal): Promise<ResolvedEvent[]> =>
  new Promise((resolve, reject) => {
    const events: ResolvedEvent[] = [];
    abandoned.addEventListener('abort', () => {
      read.cancel().catch(() => {});
    });
    read.on('error', reject);
    read.on('data', (resolved) => events.push(resolved));
    read.on('end', () => resolve(events));
  });

/**
 * Sizes of the pages when the log is read backwards. The last event is mostly one of ours. If it isn't, many of the server's own
 * events may come before the last of ours.
 */
const FIRST_PAGE = 1;
const FURTHER_PAGES = 500;

const readPosition = (position: Position | typeof END): ReadPosition => {
  if (position === END) return END;
  return position === LOG_START ? START : logPositionOf(position);
};

/** Reads of streams and of the log itself, from the leader. */
export const createReader = ({ request, callOptions, connections }: Connection) => {
  const readStream = async (stream: string, from: bigint): Promise<RecordedEvent[]> => {
    try {
      const events = await request((client, abandoned) =>
        atLeader(() => allOf(client.readStream(stream, { ...callOptions, fromRevision: from }), abandoned)),
      );
      return events.map(recordedEvent);
    } catch (error) {
      if (isOfType(error, 'stream-not-found')) return [];
      throw storeError(error);
    }
  };

  /** Events of the whole log, including the server's own. The event at `from` is included only when reading forwards. */
  const readLog = async (
    direction: Direction,
    from: Position | typeof END,
    maxCount: number,
  ): Promise<ResolvedEvent[]> => {
    const options = { ...callOptions, direction, fromPosition: readPosition(from), maxCount };
    try {
      return await request((client, abandoned) => atLeader(() => allOf(client.readAll(options), abandoned)));
    } catch (error) {
      throw storeError(error);
    }
  };

  /**
   * The result of the last call of `lastEvent`: `end` is the position of the last event, `last` is the last one not written by the server.
   * It holds only while the same server answers.
   */
  let known: { readonly end: Position; readonly last: KnownEvent | undefined; readonly connection: number } =
    {
      end: LOG_START,
      last: undefined,
      connection: 0,
    };

  const lastEvent = async (): Promise<KnownEvent | undefined> => {
    let end: Position | undefined;
    let before: Position | typeof END = END;
    for (let maxCount = FIRST_PAGE; ; maxCount = FURTHER_PAGES) {
      const events = (await readLog(BACKWARDS, before, maxCount)).map(recordedEvent);
      const connection = connections();
      end ??= events[0]?.position ?? LOG_START;
      for (const event of events) {
        before = event.position;
        const isKnown = connection === known.connection && before <= known.end;
        // Events up to the end found last time needn't be read again. So if nothing was added, only one event is read.
        if (isSystemEvent(event) && !isKnown) continue;
        known = { end, last: isSystemEvent(event) ? known.last : knownEvent(event), connection };
        return known.last;
      }
      if (events.length < maxCount) return undefined;
    }
  };

  const head = async (): Promise<Position> => (await lastEvent())?.position ?? LOG_START;

  /**
   * Reads one event if there is no lag. Otherwise it reads all events in between, since positions in EventStoreDB don't tell how
   * many events there are.
   */
  const lagAfter = async (position: Position): Promise<LogLag> => {
    if ((await head()) <= position) return { events: 0, seconds: 0 };
    for (let from = position; ; ) {
      const page = await readLog(FORWARDS, from, LAG_COUNTED + 1);
      const events = page.map((resolved) => ({
        ...recordedEvent(resolved),
        created: resolved.event?.created.getTime() ?? 0,
      }));
      const missed = events.filter((event) => event.position > position && !isSystemEvent(event));
      const [first] = missed;
      if (first) {
        return {
          events: Math.min(missed.length, LAG_COUNTED),
          seconds: Math.max(0, (Date.now() - first.created) / 1_000),
        };
      }
      // The whole page consists of the server's own events.
      const last = events.at(-1)?.position ?? position;
      if (last === from) return { events: 0, seconds: 0 };
      from = last;
    }
  };

  return { readStream, lastEvent, head, lagAfter };
};
