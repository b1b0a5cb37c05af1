import { setImmediate as laterTurn } from 'node:timers/promises';
import { BACKWARDS, END, type ResolvedEvent, type StreamingRead } from '@eventstore/db-client';
import {
  LOG_START,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
} from '../eventsourcing/event-store.ts';
import type { Connection } from './eventstoredb-connection.ts';
import { isOfType, storeError } from './eventstoredb-errors.ts';
import { isSystemEvent, logPositionOf, recordedEvent } from './eventstoredb-events.ts';

/** Runs a call, and once more when a node that isn't the leader refused it: by then the client has turned to the leader. */
export const atLeader = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!isOfType(error, 'not-leader')) throw error;
    await laterTurn();
    return call();
  }
};

/** All events of a read. The client's reads know no deadline, so this one is our own. */
const allOf = (read: StreamingRead<ResolvedEvent>, deadlineMs: number): Promise<RecordedEvent[]> =>
  new Promise((resolve, reject) => {
    const events: RecordedEvent[] = [];
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(error);
      // The server's side ends by this alone; a connection still being looked for is left to itself.
      read.cancel().catch(() => {});
    };
    const timer = setTimeout(
      () => fail(new StoreUnavailable(`EventStoreDB didn't answer a read within ${deadlineMs} ms`)),
      deadlineMs,
    );
    read.on('error', fail);
    read.on('data', (resolved) => {
      try {
        events.push(recordedEvent(resolved));
      } catch (error) {
        fail(error);
      }
    });
    read.on('end', () => {
      clearTimeout(timer);
      resolve(events);
    });
  });

/** How many events a look backwards takes: mostly the last one is ours, else the server has been talking to itself. */
const FIRST_LOOK = 1;
const FURTHER_LOOKS = 500;

/** Reads of streams and of the end of the log, from the leader, each within the deadline. */
export const reader = ({ client, call }: Connection, deadlineMs: number) => {
  const readStream = async (stream: string, from: bigint): Promise<RecordedEvent[]> => {
    try {
      return await atLeader(() =>
        allOf(client.readStream(stream, { ...call, fromRevision: from }), deadlineMs),
      );
    } catch (error) {
      if (isOfType(error, 'stream-not-found')) return [];
      throw storeError(error);
    }
  };

  const readBackwards = async (before: Position | typeof END, maxCount: number): Promise<RecordedEvent[]> => {
    const fromPosition = before === END ? END : logPositionOf(before);
    try {
      return await atLeader(() =>
        allOf(client.readAll({ ...call, direction: BACKWARDS, fromPosition, maxCount }), deadlineMs),
      );
    } catch (error) {
      throw storeError(error);
    }
  };

  /** The last look: the log's very end, and the last event in it that isn't the server's own. */
  let known = { end: LOG_START, head: LOG_START };

  const head = async (): Promise<Position> => {
    let end: Position | undefined;
    let before: Position | typeof END = END;
    for (let maxCount = FIRST_LOOK; ; maxCount = FURTHER_LOOKS) {
      const events = await readBackwards(before, maxCount);
      end ??= events[0]?.position ?? LOG_START;
      for (const event of events) {
        before = event.position;
        // Everything up to the end of the last look is known, so a log at rest costs one event.
        if (isSystemEvent(event) && before > known.end) continue;
        known = { end, head: isSystemEvent(event) ? known.head : before };
        return known.head;
      }
      if (events.length < maxCount) return LOG_START;
    }
  };

  return { readStream, head };
};
