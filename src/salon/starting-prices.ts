import { offeredAs } from './menu.ts';
import { dollars } from './money.ts';

/** A service with the price that staff have entered, which its price text may not say; 0 where there is none. */
interface Priced {
  readonly id: string;
  readonly name: string;
  readonly price_cents: number;
}

/** What the price menu says about a service, or about something that isn't in the catalogue. */
interface MenuLine {
  readonly name: string;
  readonly service?: string | undefined;
  readonly starts_at_cents: number;
}

/** The catalogue's price: its words, where staff have put words in its place. */
export const priceOf = ({ price_text, price_cents }: { price_text: string | null; price_cents: number }) =>
  price_text ?? dollars(price_cents);

/**
 * The services as visitors see them. A service that the price menu names has a starting price: the catalogue's, which
 * staff keep, else the menu's. Of other services visitors see only the price text.
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
