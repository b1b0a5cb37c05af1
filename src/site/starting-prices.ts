import type { PriceGroup } from '../contracts/pages.ts';
import type { Service } from '../contracts/services.ts';
import { offeredAs } from '../salon/menu.ts';

/** A service with the price that staff keep of it, which its words may leave unsaid; 0 where there is none. */
interface PricedService extends Service {
  readonly price_cents: number;
}

/**
 * The services as visitors see them. What the price menu names has a starting price: the catalogue's, which staff keep, else
 * the menu's. Of other services visitors see the words alone.
 */
export function withStartingPrices(
  services: readonly PricedService[],
  menu: readonly PriceGroup[],
): readonly Service[] {
  const onMenu = new Map(
    menu.flatMap(({ lines }) => lines.map((line) => [offeredAs(services, line)?.id, line.starts_at_cents])),
  );
  return services.map(({ price_cents, ...service }) => {
    const menuCents = onMenu.get(service.id);
    return menuCents === undefined ? service : { ...service, starts_at_cents: price_cents || menuCents };
  });
}
