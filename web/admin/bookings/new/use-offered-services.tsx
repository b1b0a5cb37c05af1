import { SERVICES } from '../../data/queries.ts';
import { useTeam } from '../../data/team.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { FailedState } from '../../ui/states.tsx';
import { asDoneBy } from '../stylists/done-by.ts';

/**
 * The services that can be chosen, as one of the stylists does them if one is named. Where they couldn't be loaded, `failure` says so
 * in the place of the picker.
 */
export function useOfferedServices(stylistId = '') {
  const { data, error, reload } = useAdminQuery(SERVICES, 'all');
  const stylist = useTeam().stylists.find(({ id }) => id === stylistId);
  return {
    offered: (data ?? []).filter(({ active }) => active).map((service) => asDoneBy(stylist, service)),
    failure: error && !data && <FailedState what="Failed to fetch services" error={error} onRetry={reload} />,
  };
}
