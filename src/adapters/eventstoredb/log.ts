import { jsonEvent, type ExpectedRevision as LogRevision } from '@eventstore/db-client';
import { deadlineIn, withinDeadline } from '../../eventsourcing/deadline.ts';
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
import { feed } from './feed.ts';
import { atLeader, reader } from './read.ts';

export interface EventStoreDbOptions {
  /** Connection string, as `EVENTSTORE_URL` takes it. */
  readonly url: string;
  /** After which an append or a read is given up, 5 000 when left out. */
  readonly deadlineMs?: number;
  /** Silence after which a subscription is compared with the log, 5 000 when left out; after twice as long it is dead. */
  readonly watchMs?: number;
}

export interface EventStoreDb extends EventLog {
  readonly refusedCheckpoints: NonNullable<EventLog['refusedCheckpoints']>;
}

const logRevision = (expected: ExpectedRevision): LogRevision =>
  expected === 'no-stream' ? 'no_stream' : expected;

/**
 * Sends an append once more after the server's commit timeout. The server drops a repetition of an append that isn't
 * replicated yet, without a word; by the time it gives up waiting, the first one is there, and the next repetition
 * gets its result.
 */
const sentAgainOnTimeout = async <T>(append: () => Promise<T>): Promise<T> => {
  try {
    return await append();
  } catch (error) {
    if (!isOfType(error, 'timeout')) throw error;
    return append();
  }
};

/** The event log in EventStoreDB 23.10 or later, on the one client of the process. @throws StartupError for a bad address */
export const eventStoreDb = ({
  url,
  deadlineMs = 5_000,
  watchMs = 5_000,
}: EventStoreDbOptions): EventStoreDb => {
  const connection = connect(url);
  const { client, call } = connection;
  const { readStream, head, lagAfter } = reader(connection, deadlineMs);
  let refusedCheckpoints = 0;
  let closed: Promise<void> | undefined;

  /** A duplicate may be answered without its position, or with none in the log: the event itself then tells it. */
  const positionAt = async (stream: string, revision: bigint) => {
    const [event] = await readStream(stream, revision);
    if (event === undefined)
      throw new StoreUnavailable('EventStoreDB does not show an append it knows of yet');
    return event.position;
  };

  const write = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> => {
    const proposed = events.map(({ id, type, data, metadata }) => jsonEvent({ id, type, data, metadata }));
    const options = { ...call, expectedRevision: logRevision(expected), deadline: deadlineMs };
    const result = await sentAgainOnTimeout(() =>
      atLeader(() => client.appendToStream(stream, proposed, options)),
    );
    if (!result.success) throw new WrongExpectedRevision(stream, expected);
    const { nextExpectedRevision: revision, position: at } = result;
    // At 0 is the server's own first record.
    const isTold = at !== undefined && isInLog(at) && at.commit > 0n;
    return { revision, position: isTold ? positionOf(at) : await positionAt(stream, revision) };
  };

  return {
    kind: 'EventStoreDB',
    append: async (stream, expected, events) => {
      eventJson(stream, events);
      try {
        // The client's deadline begins with the call itself; finding a node can take longer than that.
        return await withinDeadline(deadlineIn(deadlineMs), write(stream, expected, events));
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
      feed({ connection, head, watchMs, refused: () => (refusedCheckpoints += 1) }, options),
    refusedCheckpoints: () => refusedCheckpoints,
    close: () => (closed ??= client.dispose()),
  };
};
