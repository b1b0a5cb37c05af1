import { offeredAs } from './menu.ts';
import { dollars } from './money.ts';

/** A service with the price that staff have entered, 0 if they have entered none. Visitors may see a price text instead of this price. */
interface Priced {
  readonly id: string;
  readonly name: string;
  readonly price_cents: number;
}

/** A line of the price menu, about a service or about something that isn't in the catalogue. */
interface MenuLine {
  readonly name: string;
  readonly service?: string | undefined;
  readonly starts_at_cents: number;
}

/** The catalogue's price as a text: the words that staff have entered instead of the price, if any, else the amount. */
export const priceOf = ({ price_text, price_cents }: { price_text: string | null; price_cents: number }) =>
  price_text ?? dollars(price_cents);

/**
 * The services in the form that visitors see. A service that is on the price menu has a starting price: the catalogue's price, which
 * staff keep up to date, or else the menu's. For other services visitors see only the price text.
 */
export function withStartingPrices<Service extends Priced>(
  services: readonly Service[],
  menu: readonly { readonly lines: readonly MenuLine[] }[],
): readonly (Omit<Service, 'price_cents'> & { starts_at_cents?: number })[] {
  const onMenu = new Map(
    menu.flatMap(({ lines }) => lines.map((line) => [offeredAs(services, line)?.id, line.starts_at_cents])),
  );
  return services.map(({ price_cents, ...service }) => {
    const menuCents = onMenu.get(service.id);
    return menuCents === undefined ? service : { ...service, starts_at_cents: price_cents || menuCents };
  });
}
