import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../src/contracts/problem.ts';
import type { Schedule } from '../../src/contracts/salon/admin-hours.ts';
import { dayOfWeek } from '../../src/salon/salon-time.ts';
import { eventually } from '../support/machine/eventually.ts';
import type { Answer } from '../support/network/http-client.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';

/** Visits that are completed or cancelled before their time is over: nobody has to be asked about them. */

const TODAY = '2026-11-20';
const HALF_HOUR_MS = 30 * 60_000;

let salon: TestSalon;
let staff: StaffApi;
let friday: Schedule['hours'][number];
beforeAll(async () => {
  salon = await givenSalon();
  staff = await givenStaff(salon);
  const schedule = (await staff.get('/api/admin/hours')).json as Schedule;
  friday = schedule.hours.find(({ day_of_week }) => day_of_week === dayOfWeek(TODAY)) as typeof friday;
});
afterAll(() => salon.stop());

const window = (start_time: string, end_time: string) => ({ start_time, end_time });
const over = { date: TODAY, ...window('10:00', '12:30'), reason: 'Training' };
const days = [
  { date: TODAY, windows: [window('15:00', '18:00')] },
  { date: '2026-11-27', windows: [window('15:00', '18:00')] },
];

async function expectDone(answer: Promise<Answer>): Promise<{ readonly id: string }> {
  const { status, text, json } = await answer;
  expect([200, 201], text).toContain(status);
  return json as { id: string };
}
const openAgain = async (id: string) => expectDone(staff.delete(`/api/admin/blocked-times/${id}`));
/** Changes the weekly hours, and waits until commands, which follow them in memory, know whether 2 PM is open. */
async function changeFridays(change: object, isOpen: boolean) {
  await expectDone(staff.patch(`/api/admin/hours/${friday.id}`, change));
  const query = new URLSearchParams({ date: TODAY, time: '2:00 PM', services: 'scalp-treatment' });
  await eventually(async () => {
    const { json } = await staff.get(`/api/admin/availability/why?${query}`);
    expect(json).toMatchObject({ free: isOpen });
  });
}
const clearHours = async () => expectDone(staff.delete(`/api/admin/days/${TODAY}/hours?acknowledged=true`));

/** Changes of staff to today that need no acknowledgement, each with its reversal. */
const CHANGES: readonly [string, () => Promise<void>][] = [
  [
    'blocking the time',
    async () => void (await openAgain((await expectDone(staff.post('/api/admin/blocked-times', over))).id)),
  ],
  [
    'blocking it each week',
    async () => {
      const weekly = { ...over, repeat_until: '2026-12-11' };
      const { id } = await expectDone(staff.post('/api/admin/blocked-times', weekly));
      await expectDone(staff.delete(`/api/admin/blocked-times/${id}?following=true`));
    },
  ],
  [
    'moving a blocked time there',
    async () => {
      const elsewhere = { ...over, ...window('17:00', '18:00') };
      const { id } = await expectDone(staff.post('/api/admin/blocked-times', elsewhere));
      await expectDone(staff.patch(`/api/admin/blocked-times/${id}`, window('10:00', '12:30')));
      await openAgain(id);
    },
  ],
  [
    'blocking the date',
    async () => {
      const block = { blocked_date: TODAY, reason: 'Closed' };
      const { id } = await expectDone(staff.post('/api/admin/blocked-dates', block));
      await expectDone(staff.delete(`/api/admin/blocked-dates/${id}`));
    },
  ],
  [
    'giving the date hours of its own',
    async () => {
      const windows = [window('15:00', '18:00')];
      await expectDone(staff.post(`/api/admin/days/${TODAY}/hours`, { windows }));
      await clearHours();
    },
  ],
  [
    'closing the date',
    async () => {
      await expectDone(staff.post(`/api/admin/days/${TODAY}/hours`, { windows: [] }));
      await clearHours();
    },
  ],
  [
    'giving several dates hours',
    async () => {
      await expectDone(staff.post('/api/admin/days', { days }));
      await clearHours();
    },
  ],
  [
    'changing the weekly hours',
    async () => {
      await changeFridays(window('15:00', '18:00'), false);
      const { start_time, end_time } = friday;
      await changeFridays({ start_time, end_time }, true);
    },
  ],
  [
    'switching the weekly hours off',
    async () => {
      await changeFridays({ is_available: false }, false);
      await changeFridays({ is_available: true }, true);
    },
  ],
];

const visit = (appointment_time: string) =>
  bookedByStaff(staff, { appointment_date: TODAY, appointment_time });
/** The appointments that a refusal names, by their times. */
const named = ({ status, json }: Answer) => {
  const { affected } = json as Problem;
  return [status, affected?.total, affected?.appointments.map((one) => one.appointment_time)];
};

describe('once its visits of the time are completed or cancelled', { shuffle: false }, () => {
  beforeAll(async () => {
    const [completed, missed] = [await visit('10:30 AM'), await visit('11:00 AM')];
    salon.setClock(new Date(FRIDAY_MORNING.getTime() + HALF_HOUR_MS + 60_000));
    await changed(staff, completed.id, 'complete', {});
    await changed(staff, missed.id, 'cancel', { reason: 'other' });
    await salon.idle();
  });

  it.each(CHANGES)('%s asks nobody', async (_, doAndTakeBack) => {
    await doAndTakeBack();
  });

  it('another visit of the time is asked about, alone', async () => {
    const upcoming = await visit('11:30 AM');
    expect(named(await staff.post('/api/admin/blocked-times', over))).toEqual([409, 1, ['11:30 AM']]);
    expect(named(await staff.post('/api/admin/days', { days }))).toEqual([409, 1, ['11:30 AM']]);
    const hours = { windows: [window('15:00', '18:00')] };
    expect(named(await staff.post(`/api/admin/days/${TODAY}/hours`, hours))).toEqual([409, 1, ['11:30 AM']]);
    const known = await expectDone(staff.post('/api/admin/blocked-times?acknowledged=true', over));
    await openAgain(known.id);
    salon.setClock(new Date(FRIDAY_MORNING.getTime() + 3 * HALF_HOUR_MS + 60_000));
    // A session of an hour ago has expired.
    staff = await givenStaff(salon);
    await changed(staff, upcoming.id, 'complete', {});
    await salon.idle();
  });

  it.each(CHANGES)('%s asks nobody once that is completed as well', async (_, doAndTakeBack) => {
    await doAndTakeBack();
  });
});
