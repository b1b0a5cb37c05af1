import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { liveProjection } from '../../eventsourcing/streams/live-projection.ts';
import { dollars } from '../../salon/money.ts';
import type { Gap } from '../../salon/parts.ts';
import type { OfferedService } from '../booking/appointment/events.ts';
import type { FollowedStreamsDeps } from '../followed-streams.ts';
import { createCatalogueCommands } from './commands.ts';
import { serviceDecider } from './decider.ts';
import { serviceStream } from './events.ts';

export type Catalogue = ReturnType<typeof composeCatalogue>;

/** Makes the feature `catalogue`: the commands on services, and their present state. */
export function composeCatalogue({ log, mutex, now, onUnreadable }: FollowedStreamsDeps) {
  const streams = createEventStreams(log, serviceDecider, { mutex, now });
  const live = liveProjection(serviceDecider, onUnreadable);
  /** A service's offer, whether it is active, inactive or removed. */
  function offerOf(id: string) {
    const service = live.states.get(serviceStream(id));
    if (!service || service.status === 'none') return undefined;
    return (service.status === 'removed' ? service.before : service).offer;
  }
  return {
    streams,
    commands: createCatalogueCommands({ services: streams }),
    /** The state that `activeServices` reads. The caller has to keep it up to date. */
    live,

    /** The active services among these, with the data that a booking copies. */
    activeServices: (ids: readonly string[]): readonly OfferedService[] =>
      ids.flatMap((id) => {
        const service = live.states.get(serviceStream(id));
        if (service?.status !== 'active') return [];
        const { name, priceText, priceCents, durationMinutes: duration, gap } = service.offer;
        return [{ id, name, price: priceText ?? dollars(priceCents), priceCents, duration, gap }];
      }),

    /** Whether it is a service of the catalogue, active or not. */
    isOffered(id: string): boolean {
      const status = live.states.get(serviceStream(id))?.status;
      return status === 'active' || status === 'inactive';
    },

    /** The gap of a service, whether it is active, inactive or removed. */
    gapOf: (id: string): Gap | undefined => offerOf(id)?.gap,
    /** The name of such a service. */
    nameOf: (id: string): string | undefined => offerOf(id)?.name,
  };
}
