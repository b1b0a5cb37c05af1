import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  type Filter,
  type Position as LogPosition,
  START,
} from '@eventstore/db-client';
import { untilAborted } from '../../eventsourcing/async/until-aborted.ts';
import {
  LOG_START,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
} from '../../eventsourcing/event-store.ts';
import type { Connection } from './connection.ts';
import { storeError } from './errors.ts';
import { logPositionOf, recordedEvent } from './events.ts';

export type Message =
  | { readonly kind: 'event'; readonly event: RecordedEvent }
  | { readonly kind: 'checkpoint'; readonly at: LogPosition }
  | { readonly kind: 'caught up' };

interface MessageBatch {
  readonly messages: readonly Message[];
  /** True when nothing more has arrived yet. */
  readonly drained: boolean;
}

export interface ServerSubscriptionOptions {
  /** The subscription begins after this position. */
  readonly from: Position;
  readonly filterWith: (checkpointReached: NonNullable<Filter['checkpointReached']>) => Filter;
  /** The largest number of messages in the buffer and in a batch. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Silence after which the subscription is compared with the log. */
  readonly watchMs: number;
  readonly head: () => Promise<Position>;
  /** Whether the subscription must still deliver something, given the end of the log. */
  readonly isBehind: (end: Position) => boolean;
}

/**
 * One subscription of the server's. A batch is all that has arrived since the last one. The subscription ends only when
 * aborted. If anything else ends it, it throws, and the caller subscribes again.
 *
 * @throws StoreUnavailable
 */
export async function* subscribeToServer(
  connection: Connection,
  options: ServerSubscriptionOptions,
): AsyncGenerator<MessageBatch> {
  const { from, limit, signal } = options;
  if (signal.aborted) return;
  const { client, ended, answered, unanswered } = connection.session();
  const subscription = client.subscribeToAll(
    {
      ...connection.callOptions,
      fromPosition: from === LOG_START ? START : logPositionOf(from),
      // The checkpoint goes into the stream's queue, so that it doesn't overtake the events before it. This callback must neither
      // fail nor wait: either would stall the subscription for good.
      filter: options.filterWith((queue, at) => {
        queue.push({ kind: 'checkpoint', at } satisfies Message);
      }),
    },
    { highWaterMark: limit },
  );

  let isConfirmed = false;
  let lost: Error | undefined;
  let woken = Promise.withResolvers<'woken' | 'silent'>();
  const wake = () => woken.resolve('woken');
  const lose = (error: Error) => {
    // The server had confirmed this subscription, so another one may succeed, whatever ended this one.
    lost ??= isConfirmed
      ? new StoreUnavailable('EventStoreDB ended a subscription', { cause: error })
      : error;
    wake();
  };
  const confirmationTimer = setTimeout(unanswered, connection.deadlineMs);
  subscription.on('confirmation', () => {
    isConfirmed = true;
    clearTimeout(confirmationTimer);
    answered();
  });
  subscription.on('caughtUp', () => {
    subscription.push({ kind: 'caught up' } satisfies Message);
  });
  // This doesn't call `answered`: for a slow consumer, these messages may have arrived long ago.
  subscription.on('readable', wake);
  subscription.on('error', lose);
  subscription.on('end', () => lose(new StoreUnavailable('EventStoreDB ended a subscription')));
  const onSessionEnd = () => lose(new StoreUnavailable('the connection to EventStoreDB was given up'));
  ended.addEventListener('abort', onSessionEnd);
  // The server would otherwise go on sending.
  const unsubscribe = () => subscription.unsubscribe().catch(() => {});
  const abort = () => {
    wake();
    void unsubscribe();
  };
  signal.addEventListener('abort', abort);

  const arrived = (): Message[] => {
    const messages: Message[] = [];
    while (messages.length < limit) {
      const message: Message | AllStreamResolvedEvent | null = subscription.read();
      if (message === null) break;
      messages.push('kind' in message ? message : { kind: 'event', event: recordedEvent(message) });
    }
    return messages;
  };

  const untilWokenOrSilent = async () => {
    woken = Promise.withResolvers();
    const timer = setTimeout(() => woken.resolve('silent'), options.watchMs);
    const outcome = await woken.promise;
    clearTimeout(timer);
    // Messages that arrive together become one batch. This makes only a seventh as many batches, and the lag is the same.
    if (outcome === 'woken') await nextTurn();
    return outcome;
  };

  let wasBehind = false;
  try {
    while (!signal.aborted) {
      if (lost) throw storeError(lost);
      const messages = arrived();
      if (messages.length > 0) {
        wasBehind = false;
        yield { messages, drained: subscription.readableLength === 0 };
      } else if ((await untilWokenOrSilent()) === 'silent') {
        const end = await untilAborted(options.head(), signal);
        const isBehind = end !== undefined && options.isBehind(end);
        if (isBehind && wasBehind) throw new StoreUnavailable('a subscription to EventStoreDB died quietly');
        wasBehind = isBehind;
      }
    }
  } finally {
    clearTimeout(confirmationTimer);
    ended.removeEventListener('abort', onSessionEnd);
    signal.removeEventListener('abort', abort);
    const left = unsubscribe();
    // An unconfirmed subscription is cancelled only once it begins, and that may never happen, so we don't wait for it.
    if (isConfirmed) await left;
    subscription.destroy();
  }
}
