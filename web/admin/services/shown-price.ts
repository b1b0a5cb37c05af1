import type { AdminService } from '../../../src/contracts/salon/admin-services.ts';
import { priceOf, withStartingPrices } from '../../../src/salon/starting-prices.ts';
import { priceWords } from '../../salon/service-groups.ts';
import { usePageContent } from '../../salon/use-salon-data.ts';

type Priced = Pick<AdminService, 'id' | 'name' | 'price_cents' | 'price_text'>;

/**
 * The price that visitors see for an active service; null if they see none, for example because it varies. Some services have a
 * starting price in the price menu, which is part of the salon's profile and can't be edited here.
 *
 * @returns undefined while the price menu is loading
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
