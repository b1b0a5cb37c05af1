import { listDeliveries, listWebhooks } from '../../../../src/contracts/settings/webhooks.ts';
import { call } from '../../../api.ts';
import { definePagedQuery, defineQuery } from '../../data/query.ts';

/** No event announces what becomes of deliveries. */
export const WEBHOOKS = defineQuery({
  name: 'webhooks',
  roles: listWebhooks.roles,
  about: () => [],
  load: (_input: 'all', { after: _, ...options }) => call(listWebhooks, options),
});

export const DELIVERIES = definePagedQuery({
  name: 'webhook-deliveries',
  about: () => [],
  load: (id: string, { after: _, cursor, ...options }) =>
    call(listDeliveries, { ...options, params: { id }, query: cursor === undefined ? {} : { cursor } }),
});
