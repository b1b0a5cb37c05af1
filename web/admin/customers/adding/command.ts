import { addCustomer } from '../../../../src/contracts/customers/add-customer.ts';
import { call } from '../../../api.ts';
import { type CommandAnswer, defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import type { Card } from '../card/customer-form.ts';

export const ADD_CUSTOMER = defineCommand({
  name: 'add-customer',
  thing: () => topicOf('customer', 'new'),
  also: (_, { id }: CommandAnswer & { readonly id: string }) => [topicOf('customer', id)],
  send: (body: Card, { token, idempotencyKey }) => call(addCustomer, { token, idempotencyKey, body }),
});
