import type { PriceGroup, PriceLine } from '../../../src/contracts/salon/pages.ts';
import type { Service } from '../../../src/contracts/salon/services.ts';
import { haveSameLetters, offeredAs } from '../../../src/salon/menu.ts';
import { byGroup } from '../../salon/service-groups.ts';

/** One row: name, price, duration, and the service to book. */
export interface ListedService {
  readonly name: string;
  /** Its name in the price menu, if that says more. */
  readonly menuName?: string;
  readonly startsAtCents?: number;
  /** The catalogue's words, such as `Price Varies`, if the menu has no price. */
  readonly price?: string;
  readonly addition?: NonNullable<PriceLine['addition']>;
  readonly durationText?: string;
  /** Undefined if only the menu has it. */
  readonly id?: string;
}

export interface ListedGroup {
  readonly heading: string;
  readonly rows: readonly ListedService[];
}

/**
 * Merges the catalogue and the price menu into one list, since two would name most services twice. A service gets name and
 * price of its line in the menu, the price only if the catalogue has none. Other lines are added to the group that has
 * services of the same part of the menu, or as a group of their own.
 */
export function serviceList(services: readonly Service[], menu: readonly PriceGroup[]): ListedGroup[] {
  const lineOf = new Map(
    menu.flatMap(({ lines }) => lines.map((line) => [offeredAs(services, line)?.id, line] as const)),
  );
  const groups = byGroup(services).map(({ group, services: members }) => ({
    heading: group,
    rows: members.map((service) => rowOf(service, lineOf.get(service.id))),
  }));
  for (const { heading, lines } of menu) {
    const own = lines.filter((line) => !line.service && !offeredAs(services, line)).map(rowOfLine);
    if (own.length === 0) continue;
    const booked = new Set(lines.map((line) => offeredAs(services, line)?.id));
    const beside = groups.find(({ rows }) => rows.some(({ id }) => id !== undefined && booked.has(id)));
    if (beside) beside.rows.push(...own);
    else groups.push({ heading, rows: own });
  }
  return groups;
}

/** The price menu alone, if the catalogue can't be loaded. */
export const menuAlone = (menu: readonly PriceGroup[]): ListedGroup[] =>
  menu.map(({ heading, lines }) => ({ heading, rows: lines.map(rowOfLine) }));

const rowOfLine = ({ name, starts_at_cents, addition, service }: PriceLine): ListedService => ({
  name,
  startsAtCents: starts_at_cents,
  ...(addition && { addition }),
  ...(service && { id: service }),
});

function rowOf(service: Service, line: PriceLine | undefined): ListedService {
  const { id, name, price, durationText } = service;
  const row = { id, name, durationText };
  if (!line) return { ...row, price };
  const { name: menuName, starts_at_cents, addition } = line;
  return {
    ...row,
    ...(!haveSameLetters(menuName, name) && { menuName }),
    startsAtCents: service.starts_at_cents ?? starts_at_cents,
    ...(addition && { addition }),
  };
}
