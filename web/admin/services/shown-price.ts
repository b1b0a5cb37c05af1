import type { AdminService } from '../../../src/contracts/salon/admin-services.ts';
import { priceOf, withStartingPrices } from '../../../src/salon/starting-prices.ts';
import { priceWords } from '../../salon/service-groups.ts';
import { usePageContent } from '../../salon/use-salon-data.ts';

type Priced = Pick<AdminService, 'id' | 'name' | 'price_cents' | 'price_text'>;

/** A service's price as visitors see it. */
interface ShownPrice {
  readonly words: string;
  /** Whether the service is on the price menu, which staff change under Settings: then a price text isn't shown. */
  readonly isOnMenu: boolean;
}

/** The price that visitors see for an active service. @returns undefined while the price menu is loading */
export function useShownPrice(services: readonly AdminService[]) {
  const content = usePageContent('services');
  if (content.status !== 'ready') return undefined;
  const menu = content.data.prices.groups;
  const offered = services.filter(({ active }) => active);
  return ({ id, name, price_cents, price_text }: Priced): ShownPrice => {
    const service = { id, name, price_cents, price: priceOf({ price_text, price_cents }) };
    const others = offered.filter((other) => other.id !== id).map((other) => ({ ...other, price: '' }));
    const shown = withStartingPrices([...others, service], menu).find((one) => one.id === id);
    return {
      words: priceWords(shown ?? service),
      isOnMenu: shown?.starts_at_cents !== undefined,
    };
  };
}
