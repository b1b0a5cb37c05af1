import type { z } from 'zod';
import {
  addHours,
  type ChangeWeek,
  changeHours,
  changeWeek,
  getSchedule,
  removeHours,
} from '../../../src/contracts/salon/admin-hours.ts';
import type { Interval } from '../../../src/salon/slots.ts';
import { clocksOf } from '../../../src/salon/time-text.ts';
import { call } from '../../api.ts';
import type { Acknowledged } from '../bookings/affected/use-acknowledged.tsx';
import { defineCommand } from '../data/command.ts';
import { defineQuery } from '../data/query.ts';

/** The weekly hours, with the version that a change must name. */
export const SCHEDULE = defineQuery({
  name: 'schedule',
  roles: getSchedule.roles,
  about: () => ['hours'],
  load: (_input: 'now', { after, ...options }) => call(getSchedule, { ...options, query: { after } }),
});

const week = () => 'hours/week' as const;

export const ADD_HOURS = defineCommand({
  name: 'add-hours',
  thing: week,
  send: ({ day, ...window }: Interval & { day: number }, options) =>
    call(addHours, { ...options, body: { day_of_week: day, ...clocksOf(window) } }),
});

export const CHANGE_HOURS = defineCommand({
  name: 'change-hours',
  thing: week,
  send: ({ id, acknowledged, ...window }: Interval & Acknowledged & { id: string }, options) =>
    call(changeHours, { ...options, params: { id }, query: { acknowledged }, body: clocksOf(window) }),
});

export const SWITCH_HOURS = defineCommand({
  name: 'switch-hours',
  thing: week,
  send: ({ id, is_available, acknowledged }: Acknowledged & { id: string; is_available: boolean }, options) =>
    call(changeHours, { ...options, params: { id }, query: { acknowledged }, body: { is_available } }),
});

export const REMOVE_HOURS = defineCommand({
  name: 'remove-hours',
  thing: week,
  send: ({ id, acknowledged }: Acknowledged & { id: string }, options) =>
    call(removeHours, { ...options, params: { id }, query: { acknowledged } }),
});

/** Weekdays, 0 for Sunday, and the times in which each is open. */
type NewDays = z.output<typeof ChangeWeek>['days'];

export const CHANGE_WEEK = defineCommand({
  name: 'change-week',
  thing: week,
  send: ({ days, acknowledged }: Acknowledged & { days: NewDays }, options) =>
    call(changeWeek, { ...options, query: { acknowledged }, body: { days } }),
});
