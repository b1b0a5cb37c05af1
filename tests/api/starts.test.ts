import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Availability } from '../../src/contracts/bookings/availability.ts';
import type { CreatedHold } from '../../src/contracts/bookings/holds.ts';
import type { StaffTimes } from '../../src/contracts/bookings/staff-times.ts';
import type { WhyNot } from '../../src/contracts/bookings/why-not.ts';
import { addSalonDays, dayOfWeek, instantOf, salonDate } from '../../src/salon/salon-time.ts';
import { expectProblem } from '../support/network/http.ts';
import { TIME_ZONE } from '../support/salon/test-salon.ts';
import { USUAL_STARTS } from '../support/salon/usual-starts.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed, manualBooking } from '../support/staff/staff-bookings.ts';

/** The settings about starts: which times visitors, customers and staff are offered, and which they get. */

const NOW = new Date();
let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());
afterEach(async () => {
  salon.setClock(NOW);
  await save(USUAL_STARTS);
});

/** The answer waits a second for this process to go by the rules, and a busy machine may take longer. */
async function save(rules: Partial<typeof USUAL_STARTS>) {
  const answer = await staff.patch('/api/admin/settings/booking', rules);
  expect(answer.status, answer.text).toBe(200);
}

const SERVICE = 'scalp-treatment';
const onDay = (date: string) => `/api/availability?date=${date}&services=${SERVICE}`;
const freeOn = async (date: string, more = '') =>
  ((await salon.get(onDay(date) + more)).json as Availability).slots;
const book = (appointment_date: string, appointment_time: string, more = {}) =>
  salon.post('/api/bookings', bookingRequest({ appointment_date, appointment_time, ...more }), {
    key: randomUUID(),
  });
const staffBook = (appointment_date: string, appointment_time: string) =>
  staff.post('/api/admin/bookings', manualBooking({ appointment_date, appointment_time }), {
    key: randomUUID(),
  });
const whyNot = async (date: string, time: string) => {
  const query = new URLSearchParams({ date, time, services: SERVICE });
  return (await staff.get(`/api/admin/availability/why?${query}`)).json as WhyNot;
};

it('a finer grid counts at once for lists, bookings, moves and staff, and leaves appointments where they are', async () => {
  const date = salon.freshDay();
  expect((await freeOn(date)).slice(0, 2)).toEqual(['9:00 AM', '9:30 AM']);
  expectProblem(await book(date, '9:15 AM'), 'off-grid');
  expect(await whyNot(date, '9:15 AM')).toMatchObject({
    reasons: [{ code: 'outside-staff-times' }, { code: 'off-grid', staff_may: true }],
  });

  await save({ start_every_minutes: 15 });
  await expect.poll(async () => (await freeOn(date)).slice(0, 3)).toEqual(['9:00 AM', '9:15 AM', '9:30 AM']);
  expect(await whyNot(date, '9:15 AM')).toMatchObject({
    free: true,
    nearest: { before: { time: '9:00 AM' }, after: { time: '9:30 AM' } },
  });
  const booked = await salon.booked({ appointment_date: date, appointment_time: '9:15 AM' });
  expect((await freeOn(date, `&after=${booked.position}`)).slice(0, 2)).toEqual(['9:45 AM', '10:00 AM']);
  const token = booked.management_token;
  const toMoveTo = await salon.get(`/api/manage/availability?date=${date}`, { token });
  expect((toMoveTo.json as Availability).slots.slice(0, 2)).toEqual(['9:00 AM', '9:15 AM']);
  const moved = await salon.post(
    '/api/manage/reschedule',
    { new_date: date, new_time: '9:45 AM' },
    { token },
  );
  expect(moved.status, moved.text).toBe(200);
  await bookedByStaff(staff, { appointment_date: date, appointment_time: '11:15 AM' });

  await save({ start_every_minutes: 30 });
  const later = await salon.get(`/api/manage?after=${(moved.json as { position: string }).position}`, {
    token,
  });
  expect(later.json).toMatchObject({ appointment_time: '9:45 AM' });
  // The slot keeper gives back the time before the move.
  await salon.idle();
  await expect
    .poll(async () => (await freeOn(date)).slice(0, 3))
    .toEqual(['9:00 AM', '10:30 AM', '12:00 PM']);
});

it('the last start is the one that ends exactly at closing, in each of the day’s hours', async () => {
  const date = salon.freshDay();
  const windows = [
    { start_time: '09:00', end_time: '10:15' },
    { start_time: '11:10', end_time: '12:00' },
  ];
  const set = await staff.post(`/api/admin/days/${date}/hours`, { windows });
  const { position } = set.json as { position: string };
  await save({ last_start_offered: true });
  const starts = ['9:00 AM', '9:30 AM', '9:45 AM', '11:10 AM', '11:30 AM'];
  await expect.poll(() => freeOn(date, `&after=${position}`)).toEqual(starts);
  expectProblem(await book(date, '9:50 AM'), 'not-offered');
  expect((await book(date, '9:45 AM')).status).toBe(201);
  expect(await whyNot(date, '11:20 AM')).toMatchObject({
    reasons: expect.arrayContaining([
      expect.objectContaining({
        text: expect.stringContaining('every 30 minutes from 11:10 AM, or end exactly at closing.'),
      }),
    ]),
  });
});

it('customers give notice, and a visitor who holds a time may still book it', async () => {
  const date = salon.freshDay();
  await save({ notice_minutes: 90 });
  const before = (minutes: number) => {
    const start = instantOf(date, 600, TIME_ZONE);
    salon.setClock(new Date((start?.getTime() ?? 0) - minutes * 60_000));
  };
  const other = await salon.booked({ appointment_date: date, appointment_time: '3:00 PM' });
  before(95);
  await expect.poll(async () => (await freeOn(date))[0]).toBe('10:00 AM');
  const held = await salon.post('/api/holds', { date, time: '10:00 AM', services: [{ id: SERVICE }] });
  const { hold_id, position } = held.json as CreatedHold;

  before(89);
  expect((await freeOn(date, `&after=${position}`))[0]).toBe('10:30 AM');
  expect((await freeOn(date, `&hold_id=${hold_id}`)).slice(0, 2)).toEqual(['10:00 AM', '10:30 AM']);
  expect((await salon.get('/api/availability/next')).json).toMatchObject({
    next_free: { date, time: '10:30 AM' },
  });
  const refused = await book(date, '10:00 AM');
  expectProblem(refused, 'too-short-notice');
  expect(refused.json).toMatchObject({ detail: expect.stringContaining('too soon to book online') });
  const move = { new_date: date, new_time: '10:00 AM' };
  const token = other.management_token;
  expectProblem(await salon.post('/api/manage/reschedule', move, { token }), 'too-short-notice');
  const booked = await book(date, '10:00 AM', { hold_id });
  expect(booked.status, booked.text).toBe(201);
});

it('notice is a reason that binds customers only', async () => {
  const today = salonDate(NOW, TIME_ZONE);
  /** The next Wednesday. */
  const soon = addSalonDays(today, ((3 - dayOfWeek(today) + 6) % 7) + 1);
  await save({ notice_minutes: 20_160 });
  await expect
    .poll(() => whyNot(soon, '10:00 AM'))
    .toMatchObject({
      free: false,
      reasons: [
        {
          code: 'too-short-notice',
          staff_may: true,
          text: 'Too short notice: customers book at least 336h ahead.',
        },
      ],
    });
  const booked = await bookedByStaff(staff, { appointment_date: soon, appointment_time: '10:00 AM' });
  await changed(staff, booked.id, 'reschedule', { new_date: soon, new_time: '10:40 AM' });
});

it('staff get any five minutes where the salon allows it, and the list of half hours otherwise', async () => {
  const date = salon.freshDay();
  const list = async () =>
    (await staff.get(`/api/admin/availability?date=${date}&services=${SERVICE}`)).json as StaffTimes;
  const usual = await list();
  expect(usual).not.toHaveProperty('any_five_minutes');
  expectProblem(await staffBook(date, '10:05 AM'), 'outside-staff-times');
  await save({ staff_any_five_minutes: true });
  await expect.poll(list).toEqual({ ...usual, any_five_minutes: true });
  expectProblem(await staffBook(date, '10:07 AM'), 'off-five-minutes');
  expectProblem(await book(date, '10:05 AM'), 'off-grid');
  expect(await whyNot(date, '10:05 AM')).toMatchObject({ reasons: [{ code: 'off-grid', staff_may: true }] });
  expect((await staffBook(date, '10:05 AM')).status).toBe(201);
});
