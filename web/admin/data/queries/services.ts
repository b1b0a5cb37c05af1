import { listAdminServices } from '../../../../src/contracts/salon/admin-services.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../query.ts';
import type { Topic } from '../topics.ts';

export const SERVICES = defineQuery({
  name: 'services',
  about: (): Topic[] => ['service'],
  load: (_input: 'all', { after, ...asking }) => call(listAdminServices, { ...asking, query: { after } }),
});
