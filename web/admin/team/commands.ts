import type { z } from 'zod';
import {
  type AddStylist,
  type AdminStylist,
  activateStylist,
  addStylist,
  type ChangeStylist,
  changeStylist,
  deactivateStylist,
  eraseStylist,
  listAhead,
  setStylistHours,
} from '../../../src/contracts/salon/admin-stylists.ts';
import { call } from '../../api.ts';
import type { Acknowledged } from '../bookings/affected/use-acknowledged.tsx';
import { defineCommand } from '../data/command.ts';
import { defineQuery } from '../data/query.ts';
import { type Topic, topicOf } from '../data/topics.ts';

type OfOne = Pick<AdminStylist, 'id'>;

/** Each stylist has versions of their own, and so is a thing of its own here. The history has all of them under `settings/team`. */
export const stylistTopic = ({ id }: OfOne): Topic => topicOf('settings', `team/${id}`);

/** The appointments that a stylist has from now on. */
export const AHEAD = defineQuery({
  name: 'ahead',
  about: (): Topic[] => ['booking', 'settings'],
  load: (id: string, { after, ...options }) =>
    call(listAhead, { ...options, params: { id }, query: { after } }),
});

export const ADD_STYLIST = defineCommand({
  name: 'add-stylist',
  thing: () => topicOf('settings', 'team'),
  send: (body: z.output<typeof AddStylist>, options) => call(addStylist, { ...options, body }),
});

export const CHANGE_STYLIST = defineCommand({
  name: 'change-stylist',
  thing: stylistTopic as (input: OfOne & { readonly changes: z.output<typeof ChangeStylist> }) => Topic,
  send: ({ id, changes }, options) => call(changeStylist, { ...options, params: { id }, body: changes }),
});

export const SET_STYLIST_HOURS = defineCommand({
  name: 'set-stylist-hours',
  thing: stylistTopic as (input: OfOne & Acknowledged & Pick<AdminStylist, 'week'>) => Topic,
  send: ({ id, week, acknowledged }, options) =>
    call(setStylistHours, { ...options, params: { id }, query: { acknowledged }, body: { week } }),
});

export const ACTIVATE_STYLIST = defineCommand({
  name: 'activate-stylist',
  thing: stylistTopic,
  send: ({ id }, options) => call(activateStylist, { ...options, params: { id } }),
});

export const DEACTIVATE_STYLIST = defineCommand({
  name: 'deactivate-stylist',
  thing: stylistTopic,
  send: ({ id }, options) => call(deactivateStylist, { ...options, params: { id } }),
});

export const ERASE_STYLIST = defineCommand({
  name: 'erase-stylist',
  thing: stylistTopic,
  send: ({ id }, options) => call(eraseStylist, { ...options, params: { id } }),
});
