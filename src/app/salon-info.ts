import type { LiveProjection } from '../eventsourcing/streams/live-projection.ts';
import type { BookedService } from '../features/booking/appointment/events.ts';
import type { ServiceState } from '../features/catalogue/decider.ts';
import { serviceStream } from '../features/catalogue/events.ts';
import type { HoursState } from '../features/hours/decider.ts';
import { HOURS } from '../features/hours/events.ts';
import { dollars } from '../salon/money.ts';
import type { Interval } from '../salon/slots.ts';

/** The current weekly hours and catalogue, as bookings need them. */
interface SalonInfo {
  /** Open windows of a weekday, 0 for Sunday, by start: where the public may book. */
  windowsOn(dayOfWeek: number): readonly Interval[];
  /** The active services among these, as a booking copies them. */
  activeServices(ids: readonly string[]): readonly BookedService[];
}

/** Reads live projections: they are as new as the read models and need no query. */
export function salonInfo(
  hours: LiveProjection<HoursState>,
  services: LiveProjection<ServiceState>,
): SalonInfo {
  return {
    windowsOn(dayOfWeek) {
      const week = [...(hours.states.get(HOURS)?.week.values() ?? [])];
      return week
        .filter((window) => window.dayOfWeek === dayOfWeek && window.isAvailable)
        .sort((a, b) => a.start - b.start);
    },

    activeServices: (ids) =>
      ids.flatMap((id) => {
        const service = services.states.get(serviceStream(id));
        if (service?.status !== 'active') return [];
        const { name, priceText, priceCents, durationMinutes: duration } = service.offer;
        return [{ id, name, price: priceText ?? dollars(priceCents), priceCents, duration }];
      }),
  };
}
