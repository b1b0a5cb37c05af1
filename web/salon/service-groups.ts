import { PUBLIC_GROUPS } from '../../src/contracts/groups.ts';
import type { Service } from '../../src/contracts/services.ts';

/** Groups in the order in which the salon shows them; empty ones are left out. */
export function byGroup(services: readonly Service[]): { group: string; services: Service[] }[] {
  return PUBLIC_GROUPS.map((group) => ({
    group,
    services: services.filter(({ category }) => category === group),
  })).filter(({ services: members }) => members.length > 0);
}

export const totalDuration = (services: readonly { duration: number }[]) =>
  services.reduce((sum, { duration }) => sum + duration, 0);
