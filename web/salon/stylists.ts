import type { Service } from '../../src/contracts/salon/services.ts';
import type { PublicStylist } from '../../src/contracts/salon/stylists.ts';
import { dollars } from '../../src/salon/money.ts';
import { formatDuration } from '../../src/salon/salon-time.ts';

/** Those of the services that the stylist doesn't do. */
export const notDoneBy = ({ services }: PublicStylist, chosen: readonly Service[]): readonly Service[] =>
  services === null ? [] : chosen.filter(({ id }) => !services.some((service) => service.id === id));

/** Whether there are stylists to choose from, and none of them does all of the services. */
export const isDoneByNoneOf = (stylists: readonly PublicStylist[], chosen: readonly Service[]): boolean =>
  stylists.length > 0 && stylists.every((one) => notDoneBy(one, chosen).length > 0);

/** A service with the stylist's own minutes and price, if they have any. */
export function asDoneBy({ services }: PublicStylist, service: Service): Service {
  const own = services?.find(({ id }) => id === service.id);
  const { minutes = service.duration, price_cents } = own ?? {};
  return {
    ...service,
    duration: minutes,
    durationText: formatDuration(minutes),
    ...(price_cents !== undefined && { price: dollars(price_cents), starts_at_cents: undefined }),
  };
}
