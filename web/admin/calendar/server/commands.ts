import { adminRescheduleBooking } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { blockDate, unblockDate } from '../../../../src/contracts/salon/admin-blocked-dates.ts';
import { addHours, changeHours, removeHours } from '../../../../src/contracts/salon/admin-hours.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { formatClock, formatTime, type Minutes } from '../../../../src/salon/time-text.ts';
import { call } from '../../../api.ts';
import { defineCommand, patchOf } from '../../data/command.ts';
import { type Target, withMoved, withSwitched } from '../plan/calendar-patches.ts';
import { blockedDatesQuery, calendarQuery } from './queries.ts';

/** Set once staff have seen which appointments a change leaves where they are. */
export interface Acknowledged {
  readonly acknowledged?: 'true' | undefined;
}

export const moveAppointment = defineCommand({
  name: 'move-appointment',
  thing: ({ id }: { id: string; to: Target; message: string | null }) => `booking/${id}` as const,
  send: ({ id, to, message }, sending) =>
    call(adminRescheduleBooking, {
      ...sending,
      params: { id },
      body: { new_date: to.date, new_time: formatTime(to.start), message },
    }),
  patches: ({ id, to }) => [patchOf(calendarQuery, (calendar) => withMoved(calendar, id, to))],
});

const week = () => 'hours/week' as const;

interface Window {
  readonly start: Minutes;
  readonly end: Minutes;
}
const clocks = ({ start, end }: Window) => ({ start_time: formatClock(start), end_time: formatClock(end) });

export const addWindow = defineCommand({
  name: 'add-hours',
  thing: week,
  send: ({ day, ...window }: Window & { day: number }, sending) =>
    call(addHours, { ...sending, body: { day_of_week: day, ...clocks(window) } }),
});

export const changeWindow = defineCommand({
  name: 'change-hours',
  thing: week,
  send: ({ id, acknowledged, ...window }: Window & Acknowledged & { id: string }, sending) =>
    call(changeHours, { ...sending, params: { id }, query: { acknowledged }, body: clocks(window) }),
});

export const switchWindow = defineCommand({
  name: 'switch-hours',
  thing: week,
  send: ({ id, is_available, acknowledged }: Acknowledged & { id: string; is_available: boolean }, sending) =>
    call(changeHours, { ...sending, params: { id }, query: { acknowledged }, body: { is_available } }),
  patches: ({ id, is_available }) => [
    patchOf(calendarQuery, (calendar) => withSwitched(calendar, id, is_available)),
  ],
});

export const removeWindow = defineCommand({
  name: 'remove-hours',
  thing: week,
  send: ({ id, acknowledged }: Acknowledged & { id: string }, sending) =>
    call(removeHours, { ...sending, params: { id }, query: { acknowledged } }),
});

export const block = defineCommand({
  name: 'block-date',
  thing: ({ date }: Acknowledged & { date: SalonDate; reason: string }) => `day/${date}` as const,
  send: ({ date, reason, acknowledged }, sending) =>
    call(blockDate, { ...sending, query: { acknowledged }, body: { blocked_date: date, reason } }),
});

export const unblock = defineCommand({
  name: 'unblock-date',
  thing: ({ date }: { id: string; date: SalonDate }) => `day/${date}` as const,
  send: ({ id }, sending) => call(unblockDate, { ...sending, params: { id } }),
  patches: ({ id }) => [patchOf(blockedDatesQuery, (dates) => dates.filter((one) => one.id !== id))],
});
