import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { Schedule } from '../../src/contracts/salon/admin-hours.ts';
import type { Salon } from '../../src/contracts/salon/salon.ts';
import { dayOfWeek } from '../../src/salon/salon-time.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff } from '../support/staff/staff-bookings.ts';

/** The hours of all weekdays, set at once. At first the salon is open from Tuesday to Saturday. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const WEEK = '/api/admin/hours';
const day = (day_of_week: number, ...times: readonly (readonly [start: string, end: string])[]) => ({
  day_of_week,
  windows: times.map(([start_time, end_time]) => ({ start_time, end_time })),
});
const schedule = async (after?: string) =>
  (await staff.get(`${WEEK}${after ? `?after=${after}` : ''}`)).json as Schedule;
const onDay = ({ hours }: Schedule, wanted: number) =>
  hours.filter(({ day_of_week }) => day_of_week === wanted);
const openOn = (week: Schedule, wanted: number) =>
  onDay(week, wanted).map(({ start_time, end_time }) => [start_time, end_time]);

/** The hours that each test begins with. */
const USUAL = [day(0), day(1), ...[2, 3, 4, 5, 6].map((one) => day(one, ['09:00', '21:00']))];
beforeEach(async () => {
  await salon.idle();
  const ifMatch = `"${(await schedule()).version}"`;
  const set = await staff.patch(`${WEEK}?acknowledged=true`, { days: USUAL }, { ifMatch });
  await schedule(positionOf(set));
});

it('are one command: safe to send again, told in the history, refused when stale, and undone as one', async () => {
  const before = await schedule();
  const [tuesday] = onDay(before, 2);
  const days = [day(0), day(1), day(2, ['09:00', '18:00']), day(4, ['11:00', '13:00'], ['14:00', '20:00'])];
  const ask = { key: randomUUID(), ifMatch: `"${before.version}"` };
  const set = await staff.patch(WEEK, { days }, ask);
  expect([set.status, set.json]).toEqual([
    200,
    { version: before.version + 3, position: expect.any(String) },
  ]);
  expect((await staff.patch(WEEK, { days }, ask)).json, 'again').toEqual(set.json);

  const after = await schedule(positionOf(set));
  expect([0, 1, 2, 4].map((one) => openOn(after, one))).toEqual([
    [],
    [],
    [['09:00', '18:00']],
    [
      ['11:00', '13:00'],
      ['14:00', '20:00'],
    ],
  ]);
  expect(onDay(after, 2)[0]?.id).toBe(tuesday?.id);
  expect(onDay(after, 3)).toEqual(onDay(before, 3));
  const seen = (await staff.get(`/api/salon?after=${positionOf(set)}`)).json as Salon;
  expect(seen.opening_hours).toContainEqual({ day_of_week: 2, start_time: '09:00', end_time: '18:00' });

  expectProblem(await staff.patch(WEEK, { days: [day(2)] }, { ifMatch: ask.ifMatch }), 'stale');
  expectProblem(await staff.patch(WEEK, { days: [day(2)] }), 'version-required');
  const same = await staff.patch(WEEK, { days }, { ifMatch: `"${after.version}"` });
  expect(same.json, 'nothing changes').toEqual(set.json);
  const { entries } = (await staff.get(`${WEEK}/history?after=${positionOf(set)}`)).json as HistoryPage;
  const [last] = entries;
  expect(entries.slice(0, 3).map(({ type }) => type)).toEqual(['HoursAdded', 'HoursChanged', 'HoursChanged']);

  const undone = await staff.post('/api/admin/undo', { event_id: last?.id });
  expect(undone.status, undone.text).toBe(200);
  expect((await schedule(positionOf(undone))).hours).toEqual(before.hours);
});

it('name the appointments that would lie outside, and are set once staff know of them', async () => {
  const date = salon.freshDay();
  const booked = await bookedByStaff(staff, { appointment_date: date, appointment_time: '11:00 AM' });
  await staff.get(`/api/admin/bookings/${booked.id}?after=${booked.position}`);
  const days = [day(dayOfWeek(date), ['14:00', '18:00']), day(0, ['10:00', '12:00'])];
  const ask = { key: randomUUID(), ifMatch: `"${(await schedule()).version}"` };
  const refused = await staff.patch(WEEK, { days }, ask);
  expect(expectProblem(refused, 'appointments-outside-hours').affected?.appointments).toMatchObject([
    { id: booked.id, appointment_time: '11:00 AM' },
  ]);
  expect(onDay(await schedule(), 0)).toEqual([]);
  const set = await staff.patch(`${WEEK}?acknowledged=true`, { days }, ask);
  expect(openOn(await schedule(positionOf(set)), dayOfWeek(date))).toEqual([['14:00', '18:00']]);
});

it.each([
  ['an end before the start', [['18:00', '09:00']], /^The end must come after the start\./],
  ['hours past midnight', [['20:00', '02:00']], /Hours after midnight belong to the next day\.$/],
  [
    'times that overlap',
    [
      ['12:00', '18:00'],
      ['09:00', '13:00'],
    ],
    /^These times overlap\.$/,
  ],
  ['odd minutes', [['09:03', '18:00']], /^Please use full five minutes/],
] as const)('are refused at the weekday with %s', async (_, times, message) => {
  const before = await schedule();
  const answer = await staff.patch(WEEK, { days: [day(1), day(3, ...times)] });
  expect(fieldErrors(answer)).toEqual({ 'days.1.windows': expect.stringMatching(message) });
  expect(await schedule()).toEqual(before);
});
