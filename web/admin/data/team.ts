import { listAdminStylists } from '../../../src/contracts/salon/admin-stylists.ts';
import { isTeam } from '../../../src/salon/team.ts';
import { call } from '../../api.ts';
import { defineQuery } from './query.ts';
import type { Topic } from './topics.ts';
import { useAdminQuery } from './use-admin-query.ts';

/** All stylists, in order, and after them those who take no appointments any more. */
export const TEAM = defineQuery({
  name: 'team',
  about: (): Topic[] => ['settings'],
  load: (_input: 'all', { after, ...options }) => call(listAdminStylists, { ...options, query: { after } }),
});

/** The salon's stylists; none while they are loading. Where the salon is no team, no screen names a stylist. */
export function useTeam() {
  const stylists = useAdminQuery(TEAM, 'all').data?.stylists ?? [];
  return { stylists, isTeam: isTeam(stylists) };
}
