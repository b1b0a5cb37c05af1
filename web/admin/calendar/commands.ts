import { adminRescheduleBooking } from '../../../src/contracts/bookings/admin-bookings.ts';
import { blockDate, unblockDate } from '../../../src/contracts/salon/admin-blocked-dates.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { formatTime } from '../../../src/salon/time-text.ts';
import { call } from '../../api.ts';
import { CALENDAR } from '../bookings/queries.ts';
import { defineCommand, patchOf } from '../data/command.ts';
import type { Acknowledged } from './affected/use-acknowledged.tsx';
import { type Target, withMoved } from './plan/calendar-patches.ts';
import { BLOCKED_DATES } from './queries.ts';

export const MOVE_APPOINTMENT = defineCommand({
  name: 'move-appointment',
  thing: ({ id }: { id: string; to: Target; message: string | null }) => `booking/${id}` as const,
  send: ({ id, to, message }, sending) =>
    call(adminRescheduleBooking, {
      ...sending,
      params: { id },
      body: { new_date: to.date, new_time: formatTime(to.start), message },
    }),
  patches: ({ id, to }) => [patchOf(CALENDAR, (calendar) => withMoved(calendar, id, to))],
});

export const BLOCK_DATE = defineCommand({
  name: 'block-date',
  thing: ({ date }: Acknowledged & { date: SalonDate; reason: string }) => `day/${date}` as const,
  send: ({ date, reason, acknowledged }, sending) =>
    call(blockDate, { ...sending, query: { acknowledged }, body: { blocked_date: date, reason } }),
});

export const UNBLOCK_DATE = defineCommand({
  name: 'unblock-date',
  thing: ({ date }: { id: string; date: SalonDate }) => `day/${date}` as const,
  send: ({ id }, sending) => call(unblockDate, { ...sending, params: { id } }),
  patches: ({ id }) => [patchOf(BLOCKED_DATES, (dates) => dates.filter((one) => one.id !== id))],
});
