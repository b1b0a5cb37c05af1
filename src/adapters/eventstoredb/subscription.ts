import { excludeSystemEvents, streamNameFilter } from '@eventstore/db-client';
import { batchLimit } from '../../eventsourcing/batch-limit.ts';
import {
  type FeedBatch,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
  type SubscribeOptions,
} from '../../eventsourcing/event-store.ts';
import type { Connection } from './connection.ts';
import { isInLog, positionOf } from './events.ts';
import { type Message, type ServerSubscriptionOptions, subscribeToServer } from './server-subscription.ts';

/** What a subscription needs of the log it belongs to. */
export interface SubscriptionSource {
  readonly connection: Connection;
  readonly head: () => Promise<Position>;
  readonly watchMs: number;
  /** Called for each checkpoint that can't be true. */
  readonly onRefusedCheckpoint: () => void;
}

/** How many events the server examines for one that matches before it sends a checkpoint. */
const SEARCH_WINDOW = { maxSearchWindow: 1_000, checkpointInterval: 1 };

/**
 * The port's subscription, made of two of the server's. History is filtered by the server, which sends a checkpoint
 * only once in a while. At the live end every event has to move the position at once, so there the server sends all
 * of them, and they are filtered here.
 */
export async function* subscribe(
  source: SubscriptionSource,
  options: SubscribeOptions,
): AsyncGenerator<FeedBatch> {
  const { connection, head, watchMs } = source;
  const { streamPrefixes, signal } = options;
  const limit = batchLimit(options.maxBatch);
  const matches = ({ stream }: RecordedEvent) =>
    streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true;
  let position = options.from;
  let isCaughtUp = false;

  const handle = (message: Message, events: RecordedEvent[]): void => {
    switch (message.kind) {
      case 'event': {
        const { event } = message;
        if (event.position <= position) {
          throw new StoreUnavailable('EventStoreDB delivered an event from before the position');
        }
        position = event.position;
        if (matches(event)) events.push(event);
        return;
      }
      case 'checkpoint': {
        const checkpoint = positionOf(message.at);
        if (!isInLog(message.at) || checkpoint < position) source.onRefusedCheckpoint();
        else position = checkpoint;
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
  async function* batches(filterWith: ServerSubscriptionOptions['filterWith']): AsyncGenerator<FeedBatch> {
    isCaughtUp = false;
    const isBehind = (end: Position) => !isCaughtUp || end > position;
    const from = position;
    const serverOptions = { from, filterWith, limit, signal, isBehind, watchMs, head };
    for await (const { messages, drained } of subscribeToServer(connection, serverOptions)) {
      const events: RecordedEvent[] = [];
      for (const message of messages) handle(message, events);
      yield { events, position, caughtUp: isCaughtUp && drained };
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
  let hasToldCaughtUp = false;
  const live = batches((checkpointReached) => excludeSystemEvents({ checkpointReached, ...SEARCH_WINDOW }));
  for await (const batch of live) {
    if (batch.position === delivered && (hasToldCaughtUp || !batch.caughtUp)) continue;
    delivered = batch.position;
    hasToldCaughtUp ||= batch.caughtUp;
    yield batch;
  }
}
