import { SERVICES } from '../../data/queries.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { FailedState } from '../../ui/states.tsx';

/** The services that can be chosen. Where they couldn't be loaded, `failure` says so in the place of the picker. */
export function useOfferedServices() {
  const { data, error, reload } = useAdminQuery(SERVICES, 'all');
  return {
    offered: (data ?? []).filter(({ active }) => active),
    failure: error && !data && <FailedState what="Failed to fetch services" error={error} onRetry={reload} />,
  };
}
