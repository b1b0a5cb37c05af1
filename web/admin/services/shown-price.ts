import type { AdminService } from '../../../src/contracts/salon/admin-services.ts';
import { priceOf, withStartingPrices } from '../../../src/salon/starting-prices.ts';
import { priceWords } from '../../salon/service-groups.ts';
import { usePageContent } from '../../salon/use-salon-data.ts';

type Priced = Pick<AdminService, 'id' | 'name' | 'price_cents' | 'price_text'>;

/**
 * What visitors see of a service's price, if it is offered; null for none, as where it varies. The price menu, which isn't kept
 * here, gives some a starting price, in whose place no words stand.
 *
 * @returns undefined while the price menu isn't known
 */
export function useShownPrice(services: readonly AdminService[]) {
  const content = usePageContent('services');
  if (content.status !== 'ready') return undefined;
  const menu = content.data.prices.groups;
  const offered = services.filter(({ active }) => active);
  return ({ id, name, price_cents, price_text }: Priced): string | null => {
    const service = { id, name, price_cents, price: priceOf({ price_text, price_cents }) };
    const others = offered.filter((other) => other.id !== id).map((other) => ({ ...other, price: '' }));
    const shown = withStartingPrices([...others, service], menu).find((one) => one.id === id);
    return (shown && priceWords(shown)) ?? null;
  };
}
