import {
  changeCustomer,
  eraseCustomer,
  mergeCustomer,
  splitCustomer,
} from '../../../src/contracts/customers/customers.ts';
import { call } from '../../api.ts';
import { defineCommand } from '../data/command.ts';
import { topicOf } from '../data/topics.ts';
import type { Card } from './card/customer-form.ts';

export const CHANGE_CUSTOMER = defineCommand({
  name: 'change-customer',
  thing: ({ id }: { readonly id: string; readonly changes: Partial<Card> }) => topicOf('customer', id),
  send: ({ id, changes }, options) => call(changeCustomer, { ...options, params: { id }, body: changes }),
});

interface Pair {
  /** The customer who is merged into the other, or separated again. */
  readonly id: string;
  /** The other customer. */
  readonly into: string;
}

export const MERGE_CUSTOMER = defineCommand({
  name: 'merge-customer',
  thing: ({ id }: Pair) => topicOf('customer', id),
  also: ({ into }) => [topicOf('customer', into)],
  send: ({ id, into }, options) => call(mergeCustomer, { ...options, params: { id }, body: { into } }),
});

export const SPLIT_CUSTOMER = defineCommand({
  name: 'split-customer',
  thing: ({ id }: Pair & { readonly mergeId: string }) => topicOf('customer', id),
  also: ({ into }) => [topicOf('customer', into)],
  send: ({ id, mergeId }, options) =>
    call(splitCustomer, { ...options, params: { id }, body: { merge_id: mergeId } }),
});

export const ERASE_CUSTOMER = defineCommand({
  name: 'erase-customer',
  thing: ({ id }: { readonly id: string }) => topicOf('customer', id),
  send: ({ id }, options) => call(eraseCustomer, { ...options, params: { id } }),
});
