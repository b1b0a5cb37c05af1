import type { Salon } from '../../../src/contracts/salon/salon.ts';
import { addressLine } from '../../../src/salon/address.ts';

export function mapLink({ name, address }: Salon): string {
  const query = `${name}, ${addressLine(address)}`;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}
