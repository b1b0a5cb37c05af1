import { getKnownCustomer } from '../../../../src/contracts/customers/known-customer.ts';
import { call } from '../../../api.ts';
import { defineQuery } from '../../data/query.ts';
import { type Topic, topicOf } from '../../data/topics.ts';

/** What staff should know when they book for a customer. A reply by text can withdraw the consent to texts. */
export const KNOWN_CUSTOMER = defineQuery({
  name: 'known-customer',
  about: (id: string): Topic[] => [topicOf('customer', id), 'booking', 'message'],
  load: (id, { after, ...options }) =>
    call(getKnownCustomer, { ...options, params: { id }, query: { after } }),
});
