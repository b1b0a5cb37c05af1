import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Calendar } from '../../src/contracts/bookings/calendar.ts';
import { dayAs } from '../../src/salon/date-text.ts';
import { dayOfWeek } from '../../src/salon/salon-time.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { changesOf } from '../support/staff/calendar-at.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';
import { addedStylist } from '../support/staff/stylists.ts';

/** The calendar of a team of two. */

let salon: TestSalon;
let staff: StaffApi;
let bea: string;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  await staff.patch('/api/admin/stylists/first', { name: 'Ann Lee' });
  bea = await addedStylist(staff, { name: 'Bea Ray' });
});
afterAll(() => salon.stop());

const LUNCH = { start_time: '14:00', end_time: '15:00', acknowledged: true };

it('has one stylist’s appointments, also where it has room for few, and what is blocked for them and for everybody', async () => {
  const date = salon.freshDay();
  const at = (appointment_time: string, stylist_id: string) =>
    bookedByStaff(staff, { appointment_date: date, appointment_time, stylist_id });
  const anns = await at('10:00 AM', 'first');
  const [early, late] = [await at('10:00 AM', bea), await at('11:00 AM', bea)];
  for (const stylist_id of ['first', bea, undefined])
    await staff.post('/api/admin/blocked-times', { date, ...LUNCH, reason: stylist_id ?? 'All', stylist_id });
  const after = await salon.idle();
  const dayOf = async (query: string) => {
    const answer = await staff.get(`/api/admin/calendar?from=${date}&to=${date}&after=${after}${query}`);
    expect(answer.status, answer.text).toBe(200);
    const [day] = (answer.json as Calendar).days;
    return [
      day?.bookings.map(({ id }) => id),
      day?.left_out.booked,
      day?.blocks.map(({ reason }) => reason).sort(),
    ];
  };
  expect(await dayOf(`&stylist_id=${bea}`)).toEqual([[early.id, late.id], 0, [bea, 'All'].sort()]);
  expect(await dayOf(`&stylist_id=${bea}&per_day=1`)).toEqual([[early.id], 1, [bea, 'All'].sort()]);
  expect(await dayOf('&stylist_id=first')).toEqual([[anns.id], 0, ['All', 'first']]);
  expect((await dayOf(''))[0]).toHaveLength(3);
  expectProblem(
    await staff.get(
      `/api/admin/calendar?from=${date}&to=${date}&stylist_id=00000000-0000-4000-8000-000000000000`,
    ),
    'unknown-stylist',
  );
});

it('lists what has changed one stylist’s day, and whose it was', async () => {
  const date = salon.freshDay();
  const day = dayAs(date, 'EEE, MMM d, yyyy');
  const { id } = await bookedByStaff(staff, {
    appointment_date: date,
    customer_name: 'Ida Anning',
    stylist_id: 'first',
  });
  const since = await salon.idle();
  await changed(staff, id, 'reschedule', { new_date: date, new_time: '10:00 AM', stylist_id: bea });
  await changed(staff, id, 'reschedule', { new_date: date, new_time: '11:00 AM', stylist_id: 'first' });
  for (const stylist_id of [bea, undefined])
    await staff.post('/api/admin/blocked-times', { date, ...LUNCH, reason: 'Away', stylist_id });
  const windows = [{ start_time: '10:00', end_time: '16:00' }];
  await staff.post(`/api/admin/days/${date}/hours`, { stylist_id: bea, windows, acknowledged: true });
  const week = (...days: number[]) => ({ week: days.map((day_of_week) => ({ day_of_week, windows })) });
  const path = `/api/admin/stylists/${bea}/hours?acknowledged=true`;
  await staff.patch(path, week(dayOfWeek(date)));
  const last = await staff.patch(path, week(dayOfWeek(date), (dayOfWeek(date) + 1) % 7));
  await salon.idle();
  const changes = await changesOf(staff, { from: date, to: date, after: positionOf(last) });
  expect(changes.filter(({ position }) => position > since).map(({ what }) => what)).toEqual([
    'Weekly hours of a stylist set · Bea Ray',
    `${day} · hours of this date set for Bea Ray · 10 AM – 4 PM`,
    `${day} · time blocked · 2 PM – 3 PM`,
    `${day} · time blocked for Bea Ray · 2 PM – 3 PM`,
    `Ida Anning moved from 10 AM to 11 AM on ${day}, from Bea Ray to Ann Lee`,
    `Ida Anning handed over from Ann Lee to Bea Ray on ${day}, 10 AM`,
  ]);
});
