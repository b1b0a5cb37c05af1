import { createKeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import { createApiKeys } from '../../features/accounts/api-keys/commands.ts';
import { apiKeyRoutes } from '../../features/accounts/api-keys/routes.ts';
import { accountRoutes } from '../../features/accounts/routes.ts';
import { createCalendarAddresses } from '../../features/accounts/users/calendar-addresses.ts';
import { peopleRoutes } from '../../features/accounts/users/people-routes.ts';
import { createRecordAccess } from '../../features/connections/record.ts';
import { connectionRoutes } from '../../features/connections/routes.ts';
import { checksPresentStylist } from '../../features/known-stylist.ts';
import type { ApiContext } from './context.ts';
import { webhookOperations } from './webhooks.ts';

/** Operations on accounts, and on what works without signing in: API keys, webhooks and private calendar addresses. */
export function connectionOperations(context: ApiContext): void {
  const { on, accounts, pool, log, keys, publicUrl, team, now } = context;
  const record = createRecordAccess({ log, keys, mutex: createKeyedMutex(), now });
  const deps = { pool, record, prepareAnnouncement: accounts.prepareAnnouncement, now };
  const calendarAddresses = createCalendarAddresses(deps);
  const apiKeys = createApiKeys(deps);
  const checkStylist = checksPresentStylist(team);
  accountRoutes({ ...accounts, on, pool, publicUrl, now, calendarAddresses, checkStylist });
  peopleRoutes({ on, people: accounts.people, checkStylist, record, now });
  apiKeyRoutes({ on, apiKeys, now });
  const webhooks = webhookOperations(context, record);
  connectionRoutes({
    on,
    stores: {
      api_key: apiKeys,
      calendar_address: calendarAddresses,
      webhook: {
        list: async () =>
          (await webhooks.queries.list()).map(({ id, url, made_at, made_by }) => ({
            kind: 'webhook',
            id,
            name: new URL(url).host,
            made_at,
            made_by,
          })),
        revoke: webhooks.commands.remove,
      },
    },
  });
}
