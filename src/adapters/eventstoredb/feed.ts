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
import { type Message, messagesOf, type SubscriptionOptions } from './subscription.ts';

/** Where a feed comes from, and how it is watched. */
export interface FeedSource {
  readonly connection: Connection;
  readonly head: () => Promise<Position>;
  readonly watchMs: number;
  /** Told of each checkpoint that can't be true. */
  readonly refused: () => void;
}

/** How many events the server looks through for one that matches before it tells how far it is. */
const SEARCH_WINDOW = { maxSearchWindow: 1_000, checkpointInterval: 1 };

/**
 * History is filtered by the server, which tells how far it is only now and then. At the live end every event has
 * to move the mark at once, so there all of them are sent, and filtered here.
 */
export async function* feed(source: FeedSource, options: SubscribeOptions): AsyncGenerator<FeedBatch> {
  const { connection, head, watchMs } = source;
  const { streamPrefixes, signal } = options;
  const limit = batchLimit(options.maxBatch);
  const matches = ({ stream }: RecordedEvent) =>
    streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true;
  let position = options.from;
  let caughtUp = false;

  const take = (message: Message, events: RecordedEvent[]): void => {
    switch (message.kind) {
      case 'event': {
        const { event } = message;
        if (event.position <= position) {
          throw new StoreUnavailable('EventStoreDB delivered an event from before the mark');
        }
        position = event.position;
        if (matches(event)) events.push(event);
        return;
      }
      case 'checkpoint': {
        const mark = positionOf(message.at);
        if (!isInLog(message.at) || mark < position) source.refused();
        else position = mark;
        return;
      }
      case 'caught up':
        caughtUp = true;
        return;
      default:
        message satisfies never;
    }
  };

  /** One subscription from the mark on: what it delivers, each with whether it has caught up and emptied the buffer. */
  async function* follow(filterWith: SubscriptionOptions['filterWith']): AsyncGenerator<FeedBatch> {
    caughtUp = false;
    const behind = (end: Position) => !caughtUp || end > position;
    const subscription = { from: position, filterWith, limit, signal, behind, watchMs, head };
    for await (const { messages, drained } of messagesOf(connection, subscription)) {
      const events: RecordedEvent[] = [];
      for (const message of messages) take(message, events);
      yield { events, position, caughtUp: caughtUp && drained };
    }
  }

  let mark = position;
  if (streamPrefixes?.length) {
    const prefixes = [...streamPrefixes];
    const history = follow((checkpointReached) =>
      streamNameFilter({ prefixes, checkpointReached, ...SEARCH_WINDOW }),
    );
    for await (const batch of history) {
      if (batch.position !== mark) {
        mark = batch.position;
        yield { ...batch, caughtUp: false };
      }
      if (caughtUp) break;
    }
  }
  let announced = false;
  const live = follow((checkpointReached) => excludeSystemEvents({ checkpointReached, ...SEARCH_WINDOW }));
  for await (const batch of live) {
    if (batch.position === mark && (announced || !batch.caughtUp)) continue;
    mark = batch.position;
    announced ||= batch.caughtUp;
    yield batch;
  }
}
