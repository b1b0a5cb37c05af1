import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Schedule } from '../../../src/contracts/salon/admin-hours.ts';
import {
  addSalonDays,
  clocksOf,
  dayOfWeek,
  formatTime,
  type SalonDate,
} from '../../../src/salon/salon-time.ts';
import { eventually } from '../machine/eventually.ts';
import type { Answer } from '../network/http-client.ts';
import { patiently } from '../network/patiently.ts';
import { bookingRequest, type TestSalon } from '../server/server.ts';
import type { customersOf } from './customers-api.ts';
import { positionOf, type StaffApi } from './staff-api.ts';
import { at, type bookedSoon, change, manualBooking } from './staff-bookings.ts';

/** A command of a visitor or of staff on one of a few days. Some are refused. */
export const step = fc.record({
  what: fc.constantFrom(
    'book',
    'book',
    'book online',
    'confirm',
    'cancel',
    'reinstate',
    'reschedule',
    'complete',
    'consent',
    'delete',
    'block',
    'give another reason',
    'unblock',
    'switch hours',
    'change hours',
    'block time',
    'move time',
    'open time',
    'set hours of the day',
    'clear hours of the day',
    'erase',
  ),
  which: fc.nat(10),
  day: fc.nat(3),
  /** Half hours after 9 AM. */
  half: fc.nat(16),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface World {
  readonly salon: TestSalon;
  readonly staff: StaffApi;
  readonly people: ReturnType<typeof customersOf>;
  /** The first of four days. */
  readonly from: SalonDate;
  /** An appointment that can be completed. */
  readonly soon: Awaited<ReturnType<typeof bookedSoon>>;
}

const BOOKINGS = '/api/admin/bookings';
const BLOCKS = '/api/admin/blocked-dates';
const TIMES = '/api/admin/blocked-times';
const KNOWN = '?acknowledged=true';

/** An hour from one of the half hours on. */
const clocks = (half: number) => clocksOf({ start: 540 + 30 * half, end: 600 + 30 * half });

/** Sends steps as commands. Each resolves with the log's position after it; null if it was refused, or there is nothing to change. */
export function commandsOn({ salon, staff, people, from, soon }: World) {
  // A command that the server can't answer in time may be done all the same, and would count as refused.
  const online: StaffApi['post'] = (path, body) => {
    const once = { key: randomUUID() };
    return patiently(() => salon.post(path, body, once));
  };
  const bookings: string[] = [];
  const blocks: string[] = [];
  const blockedTimes: string[] = [];

  async function book(path: string, request: object, ask: StaffApi['post']): Promise<Answer> {
    const answer = await ask(path, request);
    if (answer.status === 201) bookings.push((answer.json as { readonly id: string }).id);
    return answer;
  }

  async function onHours(date: SalonDate, body: (isAvailable: boolean) => object): Promise<Answer | null> {
    const { hours } = (await staff.get('/api/admin/hours')).json as Schedule;
    const slot = hours.find(({ day_of_week }) => day_of_week === dayOfWeek(date));
    return slot ? staff.patch(`/api/admin/hours/${slot.id}${KNOWN}`, body(slot.is_available)) : null;
  }

  async function send({ what, which, day, half }: Step): Promise<Answer | null> {
    const date = addSalonDays(from, day);
    const time = formatTime(540 + 30 * half);
    const id = bookings[which % Math.max(1, bookings.length)];
    const block = blocks.at(-1);
    const blockedTime = blockedTimes.at(-1);
    const wanted = { ...people.stranger('Somebody'), appointment_date: date, appointment_time: time };
    switch (what) {
      case 'book':
        return book(BOOKINGS, manualBooking(wanted), staff.post);
      case 'book online':
        return book('/api/bookings', bookingRequest(wanted), online);
      case 'complete':
        return at(salon, new Date(soon.begins.getTime() + 60_000), () =>
          change(staff, soon.id, 'complete', { amount_cents: half % 2 === 0 ? null : half * 100 }),
        );
      case 'block': {
        const answer = await staff.post(`${BLOCKS}${KNOWN}`, { blocked_date: date, reason: 'Fair' });
        if (answer.status === 201) blocks.push((answer.json as { readonly id: string }).id);
        return answer;
      }
      case 'give another reason':
        return block === undefined ? null : staff.patch(`${BLOCKS}/${block}`, { reason: `Fair ${half}` });
      case 'unblock':
        return block === undefined ? null : staff.delete(`${BLOCKS}/${blocks.pop()}`);
      case 'block time': {
        const lunch = { date, ...clocks(half), reason: 'Lunch', acknowledged: true };
        const answer = await staff.post(TIMES, lunch);
        if (answer.status === 201) blockedTimes.push((answer.json as { readonly id: string }).id);
        return answer;
      }
      case 'move time':
        return blockedTime === undefined
          ? null
          : staff.patch(`${TIMES}/${blockedTime}${KNOWN}`, { ...clocks(half), reason: `Lunch ${which}` });
      case 'open time':
        return blockedTime === undefined ? null : staff.delete(`${TIMES}/${blockedTimes.pop()}`);
      case 'set hours of the day':
        return staff.post(`/api/admin/days/${date}/hours${KNOWN}`, {
          windows: which % 3 === 0 ? [] : [clocks(half)],
        });
      case 'clear hours of the day':
        return staff.delete(`/api/admin/days/${date}/hours${KNOWN}`);
      case 'switch hours':
        return onHours(date, (isAvailable) => ({ is_available: !isAvailable }));
      case 'change hours':
        return onHours(date, () => ({ start_time: '09:00', end_time: half % 2 === 0 ? '20:00' : '19:30' }));
    }
    if (id === undefined) return null;
    switch (what) {
      case 'confirm':
      case 'reinstate':
        return change(staff, id, what);
      case 'cancel':
        return change(staff, id, 'cancel', { reason: 'customer_request' });
      case 'reschedule':
        return change(staff, id, 'reschedule', { new_date: date, new_time: time });
      case 'consent':
        return change(staff, id, 'sms-consent', { sms_consent: half % 2 === 0 });
      case 'delete':
        bookings.splice(bookings.indexOf(id), 1);
        return staff.delete(`${BOOKINGS}/${id}`);
      case 'erase': {
        const answer = await staff.post(`/api/admin/customers/${await people.customerOf(id)}/erase`);
        // Waits until the appointment has lost the name, too.
        await eventually(async () => {
          const { json } = await staff.get(`${BOOKINGS}/${id}`);
          expect(json).toMatchObject({ customer_name: null });
        });
        return answer;
      }
    }
  }

  return async (one: Step): Promise<string | null> => {
    const answer = await send(one);
    return answer !== null && answer.status < 300 ? positionOf(answer) : null;
  };
}
