import { type Customer, getCustomer } from '../../../../src/contracts/customers/customers.ts';
import { getKnownCustomer } from '../../../../src/contracts/customers/known-customer.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../query.ts';
import { type Topic, topicOf } from '../topics.ts';

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

/** What whoever books for a customer should know of them. A reply may take back that texts are wanted. */
export const KNOWN_CUSTOMER = defineQuery({
  name: 'known-customer',
  about: (id: string): Topic[] => [topicOf('customer', id), 'booking', 'message'],
  load: (id, { after, ...asking }) => call(getKnownCustomer, { ...asking, params: { id }, query: { after } }),
});
