import type { KeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../eventsourcing/event-store.ts';
import type { UnreadableEvent } from '../../eventsourcing/event-types.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { liveProjection } from '../../eventsourcing/streams/live-projection.ts';
import { dollars } from '../../salon/money.ts';
import type { BookedService } from '../booking/appointment/events.ts';
import { createCatalogueCommands } from './commands.ts';
import { serviceDecider } from './decider.ts';
import { serviceStream } from './events.ts';

interface CatalogueDeps {
  readonly log: EventStore;
  readonly mutex: KeyedMutex;
  now(): Date;
  /** Called for an event of a service that can't be folded. */
  onUnreadable(problem: UnreadableEvent): void;
}

export type Catalogue = ReturnType<typeof composeCatalogue>;

/** Makes the feature `catalogue`: the commands on services, and their present state. */
export function composeCatalogue({ log, mutex, now, onUnreadable }: CatalogueDeps) {
  const streams = createEventStreams(log, serviceDecider, { mutex, now });
  const live = liveProjection(serviceDecider, onUnreadable);
  return {
    streams,
    commands: createCatalogueCommands({ services: streams }),
    /** The state that `activeServices` reads. The caller has to keep it up to date. */
    live,

    /** The active services among these, with the data that a booking copies. */
    activeServices: (ids: readonly string[]): readonly BookedService[] =>
      ids.flatMap((id) => {
        const service = live.states.get(serviceStream(id));
        if (service?.status !== 'active') return [];
        const { name, priceText, priceCents, durationMinutes: duration } = service.offer;
        return [{ id, name, price: priceText ?? dollars(priceCents), priceCents, duration }];
      }),
  };
}
