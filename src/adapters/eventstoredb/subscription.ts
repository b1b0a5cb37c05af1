import { excludeSystemEvents, streamNameFilter } from '@eventstore/db-client';
import { untilAborted } from '../../eventsourcing/async/until-aborted.ts';
import { batchLimit } from '../../eventsourcing/batch-limit.ts';
import {
  type EventBatch,
  type KnownEvent,
  knownEvent,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
  type SubscribeOptions,
} from '../../eventsourcing/event-store.ts';
import type { Connection } from './connection.ts';
import { isInLog, positionOf } from './events.ts';
import { type Message, type ServerSubscriptionOptions, subscribeToServer } from './server-subscription.ts';

/** The parts of the log that a subscription needs. */
interface SubscriptionDeps {
  readonly connection: Connection;
  /** The last event of the log that the server hasn't written for itself. */
  readonly lastEvent: () => Promise<KnownEvent | undefined>;
  readonly head: () => Promise<Position>;
  readonly watchMs: number;
  /** Called for each invalid checkpoint. */
  readonly onRefusedCheckpoint: () => void;
}

/** The server sends a checkpoint after it has checked `maxSearchWindow` events without a match. */
const SEARCH_WINDOW = { maxSearchWindow: 1_000, checkpointInterval: 1 };

/**
 * The port's subscription, made of two subscriptions of the server's: one for history, then one for live events. In history
 * the server filters the events, and sends checkpoints only now and then. A live event has to move the position at once even
 * if it doesn't match. So the server sends all live events, and they are filtered here.
 *
 * No position lies beyond the last event: the server's checkpoints go on past it, and in a log that is set back later, new events could
 * come before such a position.
 */
export async function* subscribe(
  deps: SubscriptionDeps,
  options: SubscribeOptions,
): AsyncGenerator<EventBatch> {
  const { connection, lastEvent, head, watchMs } = deps;
  const { streamPrefixes, signal } = options;
  const limit = batchLimit(options.maxBatch);
  const matches = ({ stream }: RecordedEvent) =>
    streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true;
  let position = options.from;
  let isCaughtUp = false;
  /** The last event of the log, when it was read last. */
  let end: KnownEvent | undefined;
  /** The last event that was delivered, or that is known to be right before the position. */
  let last: KnownEvent | undefined;

  const handle = (message: Message, events: RecordedEvent[]): void => {
    switch (message.kind) {
      case 'event': {
        const { event } = message;
        if (event.position <= position) {
          throw new StoreUnavailable('EventStoreDB delivered an event from before the position');
        }
        position = event.position;
        last = knownEvent(event);
        if (matches(event)) events.push(event);
        return;
      }
      case 'checkpoint': {
        const checkpoint = positionOf(message.at);
        if (!isInLog(message.at) || checkpoint < position) deps.onRefusedCheckpoint();
        else if (end && checkpoint < end.position) position = checkpoint;
        else if (end && position < end.position) ({ position } = last = end);
        return;
      }
      case 'caught up':
        isCaughtUp = true;
        return;
      default:
        message satisfies never;
    }
  };

  /** One of the server's subscriptions, from the position reached so far. */
  async function* batches(filterWith: ServerSubscriptionOptions['filterWith']): AsyncGenerator<EventBatch> {
    isCaughtUp = false;
    const isBehind = (end: Position) => !isCaughtUp || end > position;
    const from = position;
    const serverOptions = { from, filterWith, limit, signal, isBehind, watchMs, head };
    for await (const { messages, drained } of subscribeToServer(connection, serverOptions)) {
      const events: RecordedEvent[] = [];
      const needsEnd = messages.some(({ kind }) => kind === 'checkpoint' || (kind === 'caught up' && !last));
      if (needsEnd) end = await untilAborted(lastEvent(), signal);
      for (const message of messages) handle(message, events);
      if (end?.position === position) last = end;
      yield { events, position, caughtUp: isCaughtUp && drained, last };
    }
  }

  let delivered = position;
  if (streamPrefixes?.length) {
    const prefixes = [...streamPrefixes];
    const history = batches((checkpointReached) =>
      streamNameFilter({ prefixes, checkpointReached, ...SEARCH_WINDOW }),
    );
    for await (const batch of history) {
      if (batch.position !== delivered) {
        delivered = batch.position;
        yield { ...batch, caughtUp: false };
      }
      if (isCaughtUp) break;
    }
  }
  let hasReportedCaughtUp = false;
  const live = batches((checkpointReached) => excludeSystemEvents({ checkpointReached, ...SEARCH_WINDOW }));
  for await (const batch of live) {
    if (batch.position === delivered && (hasReportedCaughtUp || !batch.caughtUp)) continue;
    delivered = batch.position;
    hasReportedCaughtUp ||= batch.caughtUp;
    yield batch;
  }
}
