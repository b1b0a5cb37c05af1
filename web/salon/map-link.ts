import type { Salon } from '../../src/contracts/salon.ts';
import { addressLine } from '../../src/salon/address.ts';

/** Opens the visitor's map at the salon's door. */
export function mapLink({ name, address }: Salon): string {
  const place = `${name}, ${addressLine(address)}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;
}
