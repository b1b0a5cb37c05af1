import { jsonEvent, type ExpectedRevision as LogRevision } from '@eventstore/db-client';
import { eventJson } from '../../eventsourcing/event-json.ts';
import {
  type AppendResult,
  type ExpectedRevision,
  InvalidEvent,
  type NewEvent,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../eventsourcing/event-store.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { connect } from './connection.ts';
import { isOfType, storeError } from './errors.ts';
import { isInLog, positionOf } from './events.ts';
import { atLeader, createReader } from './read.ts';
import { subscribe } from './subscription.ts';

interface EventStoreDbOptions {
  /** Connection string, as `EVENTSTORE_URL` takes it. */
  readonly url: string;
  /** Deadline of an append or a read, 5 000 when left out. */
  readonly deadlineMs?: number;
  /** A subscription is compared with the log after this silence, 5 000 when left out. After twice as long it counts as dead. */
  readonly watchMs?: number;
}

export interface EventStoreDb extends EventLog {
  readonly connections: NonNullable<EventLog['connections']>;
  readonly refusedCheckpoints: NonNullable<EventLog['refusedCheckpoints']>;
}

const logRevision = (expected: ExpectedRevision): LogRevision =>
  expected === 'no-stream' ? 'no_stream' : expected;

/**
 * Sends an append once more after the server's commit timeout. When an append is repeated before the first one is replicated,
 * the server drops the repetition silently and lets its caller wait until the timeout. By then the first one is replicated,
 * and another repetition gets its result.
 */
const sentAgainOnTimeout = async <T>(append: () => Promise<T>): Promise<T> => {
  try {
    return await append();
  } catch (error) {
    if (!isOfType(error, 'timeout')) throw error;
    return append();
  }
};

/** The event log in EventStoreDB 23.10 or later. @throws StartupError for a bad address */
export const eventStoreDb = ({
  url,
  deadlineMs = 5_000,
  watchMs = 5_000,
}: EventStoreDbOptions): EventStoreDb => {
  const connection = connect(url, deadlineMs);
  const { readStream, lastEvent, head, lagAfter } = createReader(connection);
  let refusedCheckpoints = 0;
  let closed: Promise<void> | undefined;

  /** Reads the event's position; for a response without a valid position, such as the response to a repeated append. */
  const positionAt = async (stream: string, revision: bigint) => {
    const [event] = await readStream(stream, revision);
    if (event === undefined) {
      throw new StoreUnavailable('EventStoreDB does not show an append it knows of yet');
    }
    return event.position;
  };

  const write = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> => {
    const proposed = events.map(({ id, type, data, metadata }) => jsonEvent({ id, type, data, metadata }));
    const options = {
      ...connection.callOptions,
      expectedRevision: logRevision(expected),
      deadline: deadlineMs,
    };
    const result = await connection.request((client) =>
      sentAgainOnTimeout(() => atLeader(() => client.appendToStream(stream, proposed, options))),
    );
    if (!result.success) throw new WrongExpectedRevision(stream, expected);
    const { nextExpectedRevision: revision, position: at } = result;
    // The server itself writes the record at position 0, so 0 isn't a position of our event.
    const isValid = at !== undefined && isInLog(at) && at.commit > 0n;
    return { revision, position: isValid ? positionOf(at) : await positionAt(stream, revision) };
  };

  return {
    kind: 'EventStoreDB',
    append: async (stream, expected, events) => {
      eventJson(stream, events);
      try {
        return await write(stream, expected, events);
      } catch (error) {
        if (isOfType(error, 'wrong-expected-version')) throw new WrongExpectedRevision(stream, expected);
        if (isOfType(error, 'maximum-append-size-exceeded')) {
          throw new InvalidEvent('an append is larger than EventStoreDB accepts', { cause: error });
        }
        throw storeError(error);
      }
    },
    read: (stream, from = 0n) => readStream(stream, from),
    head,
    lagAfter,
    subscribe: (options) =>
      subscribe(
        { connection, lastEvent, head, watchMs, onRefusedCheckpoint: () => (refusedCheckpoints += 1) },
        options,
      ),
    connections: connection.connections,
    refusedCheckpoints: () => refusedCheckpoints,
    close: () => (closed ??= connection.close()),
  };
};
