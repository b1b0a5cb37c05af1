import { PUBLIC_GROUPS, type Service, ServiceList } from '../../../src/contracts/services.ts';
import { requestJson } from '../../api.ts';

/** What the salon offers now. */
export const fetchServices = (signal: AbortSignal) => requestJson(ServiceList, '/api/services', { signal });

/** Groups in the order in which the salon shows them; empty ones are left out. */
export function byGroup(services: readonly Service[]): { group: string; services: Service[] }[] {
  return PUBLIC_GROUPS.map((group) => ({
    group,
    services: services.filter(({ category }) => category === group),
  })).filter(({ services: members }) => members.length > 0);
}

export const totalDuration = (services: readonly { duration: number }[]) =>
  services.reduce((sum, { duration }) => sum + duration, 0);
