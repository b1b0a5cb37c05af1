import { PUBLIC_GROUPS } from '../../src/contracts/groups.ts';
import type { Service } from '../../src/contracts/services.ts';

/** Services by group, in the order of display. Empty groups are left out. */
export function byGroup(services: readonly Service[]): { group: string; services: Service[] }[] {
  return PUBLIC_GROUPS.map((group) => ({
    group,
    services: services.filter(({ category }) => category === group),
  })).filter(({ services: members }) => members.length > 0);
}

export const totalDuration = (services: readonly { duration: number }[]) =>
  services.reduce((sum, { duration }) => sum + duration, 0);
