import {
  type AdminService,
  addService,
  changeService,
  removeService,
} from '../../../src/contracts/salon/admin-services.ts';
import { call } from '../../api.ts';
import { defineCommand } from '../data/command.ts';
import { type Topic, topicOf } from '../data/topics.ts';

/** The fields that the form sends. */
export type Offer = Pick<
  AdminService,
  | 'name'
  | 'description'
  | 'category'
  | 'public_group'
  | 'price_cents'
  | 'price_text'
  | 'duration_minutes'
  | 'gap'
  | 'active'
>;

export const ADD_SERVICE = defineCommand({
  name: 'add-service',
  thing: (): Topic => 'service',
  send: (body: Offer, options) => call(addService, { ...options, body }),
});

export const CHANGE_SERVICE = defineCommand({
  name: 'change-service',
  thing: ({ id }: { readonly id: string; readonly changes: Partial<Offer> }) => topicOf('service', id),
  send: ({ id, changes }, options) => call(changeService, { ...options, params: { id }, body: changes }),
});

export const REMOVE_SERVICE = defineCommand({
  name: 'remove-service',
  thing: ({ id }: { readonly id: string }) => topicOf('service', id),
  send: ({ id }, options) => call(removeService, { ...options, params: { id } }),
});
