import { PUBLIC_GROUPS } from '../../src/contracts/salon/groups.ts';
import type { Service } from '../../src/contracts/salon/services.ts';
import { menuDollars } from '../../src/salon/money.ts';

/** Services by group, in the order of display. Empty groups are left out. */
export function byGroup(services: readonly Service[]): { group: string; services: Service[] }[] {
  return PUBLIC_GROUPS.map((group) => ({
    group,
    services: services.filter(({ category }) => category === group),
  })).filter(({ services: members }) => members.length > 0);
}

export const totalDuration = (services: readonly { duration: number }[]) =>
  services.reduce((sum, { duration }) => sum + duration, 0);

/** `starts at $45`, or the catalogue's own words, such as `Price Varies`. */
export const priceWords = ({ price, starts_at_cents }: Pick<Service, 'price' | 'starts_at_cents'>): string =>
  starts_at_cents === undefined ? price : `starts at ${menuDollars(starts_at_cents)}`;

/** Whether it costs what the catalogue says, no more and no less. */
export const hasOnePrice = ({ price, starts_at_cents }: Service): boolean =>
  starts_at_cents === undefined && /^\$[\d,.]+$/.test(price);
