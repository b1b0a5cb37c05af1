import { type Customer, getCustomer } from '../../../src/contracts/customers/customers.ts';
import { listAdminServices } from '../../../src/contracts/salon/admin-services.ts';
import { call } from '../../api.ts';
import { defineQuery } from './query.ts';
import { type Topic, topicOf } from './topics.ts';

/** Queries of several screens. Each of the others is in `queries.ts` of its folder, or beside the component that is alone to use it. */

export const SERVICES = defineQuery({
  name: 'services',
  about: (): Topic[] => ['service'],
  load: (_input: 'all', { after, ...asking }) => call(listAdminServices, { ...asking, query: { after } }),
});

/** A customer, with the version that a change names. */
export interface Profile {
  readonly customer: Customer;
  readonly version: number | undefined;
}

export const PROFILE = defineQuery({
  name: 'customer',
  // Their appointments are shown with them.
  about: (id: string): Topic[] => [topicOf('customer', id), 'booking'],
  load: async (id: string, { after, ...asking }): Promise<Profile> => {
    let version: number | undefined;
    const onVersion = (told: number) => {
      version = told;
    };
    const customer = await call(getCustomer, { ...asking, onVersion, params: { id }, query: { after } });
    return { customer, version };
  },
});
