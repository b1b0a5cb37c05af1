import { setImmediate as laterTurn } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  type Filter,
  type Position as LogPosition,
  START,
} from '@eventstore/db-client';
import {
  LOG_START,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
} from '../../eventsourcing/event-store.ts';
import { untilAborted } from '../../eventsourcing/until-aborted.ts';
import type { Connection } from './connection.ts';
import { storeError } from './errors.ts';
import { logPositionOf, recordedEvent } from './events.ts';

/** What a subscription says. */
export type Message =
  | { readonly kind: 'event'; readonly event: RecordedEvent }
  | { readonly kind: 'checkpoint'; readonly at: LogPosition }
  | { readonly kind: 'caught up' };

/** What has arrived since the last look. */
export interface Arrival {
  readonly messages: readonly Message[];
  /** True when there was no more. */
  readonly drained: boolean;
}

export interface SubscriptionOptions {
  /** Exclusive. */
  readonly from: Position;
  readonly filterWith: (checkpointReached: NonNullable<Filter['checkpointReached']>) => Filter;
  /** Upper bound of what is buffered and handed over at once. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** After a silence of `watchMs` asked whether there is more to say, given the end of the log; after two it is dead. */
  readonly behind: (end: Position) => boolean;
  readonly watchMs: number;
  readonly head: () => Promise<Position>;
}

/**
 * The messages of one subscription in the order in which the server sent them, as many at once as have arrived.
 * Ends when aborted and only then: whatever else ends a subscription has to be followed by another one.
 *
 * @throws StoreUnavailable
 */
export async function* messagesOf(
  { client, call }: Connection,
  options: SubscriptionOptions,
): AsyncGenerator<Arrival> {
  const { from, limit, signal } = options;
  if (signal.aborted) return;
  const subscription = client.subscribeToAll(
    {
      ...call,
      fromPosition: from === LOG_START ? START : logPositionOf(from),
      // A notice overtakes the events buffered before it, unless it queues up with them. A handler that failed or
      // waited would stall the subscription without a word.
      filter: options.filterWith((notified, at) => {
        notified.push({ kind: 'checkpoint', at } satisfies Message);
      }),
    },
    { highWaterMark: limit },
  );
  let confirmed = false;
  let lost: Error | undefined;
  let woken = Promise.withResolvers<'woken' | 'silent'>();
  const wake = () => woken.resolve('woken');
  const lose = (error: Error) => {
    // What the server has confirmed it doesn't refuse: whatever ends it then, another one may be had.
    lost ??= confirmed ? new StoreUnavailable('EventStoreDB ended a subscription', { cause: error }) : error;
    wake();
  };
  subscription.on('confirmation', () => {
    confirmed = true;
  });
  subscription.on('caughtUp', () => {
    subscription.push({ kind: 'caught up' } satisfies Message);
  });
  subscription.on('readable', wake);
  subscription.on('error', lose);
  subscription.on('end', () => lose(new StoreUnavailable('EventStoreDB ended a subscription')));
  // The server goes on sending until it is told; one that never answered is told if it ever does.
  const leave = () => subscription.unsubscribe().catch(() => {});
  const abort = () => {
    wake();
    void leave();
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

  const wokenOrSilent = async () => {
    woken = Promise.withResolvers();
    const timer = setTimeout(() => woken.resolve('silent'), options.watchMs);
    const how = await woken.promise;
    clearTimeout(timer);
    // What comes over the wire together is handed over together: a seventh of the batches at the same lag.
    if (how === 'woken') await laterTurn();
    return how;
  };

  let suspect = false;
  try {
    while (!signal.aborted) {
      if (lost) throw storeError(lost);
      const messages = arrived();
      if (messages.length > 0) {
        suspect = false;
        yield { messages, drained: subscription.readableLength === 0 };
      } else if ((await wokenOrSilent()) === 'silent') {
        const end = await untilAborted(options.head(), signal);
        const behind = end !== undefined && options.behind(end);
        if (behind && suspect) throw new StoreUnavailable('a subscription to EventStoreDB died quietly');
        suspect = behind;
      }
    }
  } finally {
    signal.removeEventListener('abort', abort);
    const left = leave();
    if (confirmed) await left;
    subscription.destroy();
  }
}
