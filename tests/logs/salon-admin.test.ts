import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlockedDate } from '../../src/contracts/salon/admin-blocked-dates.ts';
import type { Schedule } from '../../src/contracts/salon/admin-hours.ts';
import { addSalonDays, dayOfWeek } from '../../src/salon/salon-time.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const HOURS = '/api/admin/hours';
const BLOCKS = '/api/admin/blocked-dates';
const TUESDAY = 2;
const MONDAY = 1;

const schedule = async () => (await staff.get(HOURS)).json as Schedule;
/** The next such day on which nothing else has been booked. */
function freshWeekday(wanted: number): string {
  let date = salon.freshDay();
  while (dayOfWeek(date) !== wanted) date = salon.freshDay();
  return date;
}

describe('weekly hours', () => {
  // Spec: 7.schedule, 3.schedule-slot
  it('are listed by day and start, with one version for all', async () => {
    const answer = await staff.get(HOURS);
    const { version, hours } = answer.json as Schedule;
    expect(hours.map(({ day_of_week, start_time }) => [day_of_week, start_time])).toEqual([
      [2, '09:00'],
      [3, '09:00'],
      [4, '09:00'],
      [5, '09:00'],
      [6, '09:00'],
    ]);
    expect(answer.headers.etag).toBe(`"${version}"`);
    const [first] = hours;
    const one = await staff.get(`${HOURS}/${first?.id}`);
    expect([one.json, one.headers.etag]).toEqual([first, `"${version}"`]);
    expectProblem(await staff.get(`${HOURS}/${randomUUID()}`), 'hours-not-found');
  });

  // Spec: 7.schedule
  it('are added, changed, switched off and removed, each safe to send again', async () => {
    const { version } = await schedule();
    const key = randomUUID();
    const monday = { day_of_week: MONDAY, start_time: '09:00', end_time: '12:00' };
    const added = await staff.post(HOURS, monday, { key, ifMatch: `"${version}"` });
    expect([added.status, added.headers.etag]).toEqual([201, `"${version + 1}"`]);
    const { id } = added.json as { id: string };
    const after = await staff.getAfter<Schedule>(HOURS, added);
    expect(after.version).toBe(version + 1);
    expect(after.hours[0]).toEqual({ id, ...monday, is_available: true });
    expect((await staff.post(HOURS, monday, { key, ifMatch: `"${version}"` })).json, 'again').toEqual(
      added.json,
    );

    const changed = await staff.patch(`${HOURS}/${id}`, { start_time: '10:00', end_time: '13:30' });
    expect((await staff.getAfter<Schedule>(HOURS, changed)).hours[0]).toMatchObject({
      start_time: '10:00',
      end_time: '13:30',
    });
    const off = await staff.patch(`${HOURS}/${id}`, { is_available: false });
    expect((await staff.getAfter<Schedule>(HOURS, off)).hours[0]).toMatchObject({ is_available: false });
    expect((await salon.get('/api/salon')).text).not.toContain('"day_of_week":1');

    const removal = randomUUID();
    const removed = await staff.delete(`${HOURS}/${id}`, { key: removal });
    expect((await staff.getAfter<Schedule>(HOURS, removed)).hours).toHaveLength(5);
    expect((await staff.delete(`${HOURS}/${id}`, { key: removal })).json, 'again').toEqual(removed.json);
    expectProblem(await staff.delete(`${HOURS}/${id}`), 'hours-not-found');
  });

  // Spec: 5.slot-times, 5.slot-overlap
  it('are refused with the words of the form', async () => {
    const errors = async (body: unknown) =>
      fieldErrors(await staff.post(HOURS, { day_of_week: MONDAY, ...(body as object) }));
    const fillIn = 'Please fill in all time fields';
    expect(await errors({})).toEqual({ start_time: fillIn, end_time: fillIn });
    expect(await errors({ start_time: '', end_time: '10:00' })).toEqual({ start_time: fillIn });
    expect(await errors({ start_time: '9 AM', end_time: '10:00' })).toEqual({
      start_time: 'Must be a 24-hour time such as 09:00.',
    });
    const [tuesday] = (await schedule()).hours;
    const change = (body: unknown) => staff.patch(`${HOURS}/${tuesday?.id}`, body);
    expect(fieldErrors(await change({}))).toEqual({ start_time: fillIn, end_time: fillIn });
    expect(fieldErrors(await change({ start_time: '10:00' }))).toEqual({ end_time: fillIn });
    expect(Object.keys(fieldErrors(await change({ start_time: '10:00', is_available: true })))).toEqual([
      'is_available',
    ]);
    const at = (start_time: string, end_time: string) =>
      staff.post(HOURS, { day_of_week: TUESDAY, start_time, end_time });
    expectProblem(await at('20:00', '22:00'), 'hours-overlap');
    expectProblem(await at('22:00', '22:00'), 'hours-inverted');
  });

  it('are not changed by the version of somebody else', async () => {
    const { version, hours } = await schedule();
    const [tuesday] = hours;
    const stale = { ifMatch: `"${version - 1}"` };
    expectProblem(await staff.patch(`${HOURS}/${tuesday?.id}`, { is_available: false }, stale), 'stale');
    expectProblem(await staff.delete(`${HOURS}/${tuesday?.id}`, stale), 'stale');
    expect(await schedule()).toEqual({ version, hours });
  });

  it('leave appointments outside only when that is acknowledged, and move none', async () => {
    const date = freshWeekday(TUESDAY);
    const late = await salon.booked({ appointment_date: date, appointment_time: '8:00 PM' });
    const early = await salon.booked({ appointment_date: date, appointment_time: '9:00 AM' });
    const [tuesday] = (await schedule()).hours;
    const path = `${HOURS}/${tuesday?.id}`;
    await salon.get(`/api/manage?after=${early.position}`, { token: early.management_token });

    const shorter = { start_time: '09:00', end_time: '20:00' };
    const asked = await staff.patch(path, shorter);
    expect(expectProblem(asked, 'appointments-outside-hours').affected).toEqual({
      total: 1,
      appointments: [
        {
          id: late.id,
          customer_name: 'Ada Lovelace',
          appointment_date: date,
          appointment_time: '8:00 PM',
          duration: 30,
          status: 'pending',
        },
      ],
    });
    for (const refused of [await staff.patch(path, { is_available: false }), await staff.delete(path)])
      expect(expectProblem(refused, 'appointments-outside-hours').affected?.total).toBe(2);

    const key = randomUUID();
    const done = await staff.patch(`${path}?acknowledged=true`, shorter, { key });
    expect((await staff.getAfter<Schedule>(HOURS, done)).hours[0]).toMatchObject(shorter);
    expect((await staff.patch(path, shorter, { key })).json, 'sent again, without it').toEqual(done.json);
    const managed = await salon.get('/api/manage', { token: late.management_token });
    expect(managed.json).toMatchObject({ appointment_time: '8:00 PM', status: 'pending' });
    const even = await staff.patch(path, { start_time: '09:00', end_time: '19:00' });
    expect(even.status, 'nothing else falls outside').toBe(200);
    expect((await staff.patch(path, { start_time: '09:00', end_time: '21:00' })).status).toBe(200);
  });
});

describe('blocked dates, step by step', { shuffle: false }, () => {
  // Spec: 3.blocked-date, 7.blocked-dates
  it('are blocked with a reason, given another one and opened again', async () => {
    const date = salon.freshDay();
    const key = randomUUID();
    const block = { blocked_date: date, reason: '  Wedding ' };
    const blocked = await staff.post(BLOCKS, block, { key });
    expect(blocked.status).toBe(201);
    const { id } = blocked.json as { id: string };
    expect(await staff.getAfter<BlockedDate[]>(BLOCKS, blocked)).toEqual([
      { id, blocked_date: date, reason: 'Wedding', version: 1 },
    ]);
    expect((await staff.post(BLOCKS, block, { key })).json, 'again').toEqual(blocked.json);
    expectProblem(await staff.post(BLOCKS, block), 'already-blocked');
    const free = `/api/availability?date=${date}&services=updo`;
    expect((await salon.get(`${free}&after=${positionOf(blocked)}`)).json).toMatchObject({ blocked: true });

    const one = await staff.get(`${BLOCKS}/${id}`);
    expect(one.headers.etag).toBe('"1"');
    const ifMatch = '"1"';
    const changed = await staff.patch(`${BLOCKS}/${id}`, { reason: 'Funeral' }, { ifMatch });
    expect(changed.json).toMatchObject({ blocked_date: date, version: 2 });
    expect(await staff.getAfter(`${BLOCKS}/${id}`, changed)).toMatchObject({ reason: 'Funeral', version: 2 });
    expectProblem(await staff.delete(`${BLOCKS}/${id}`, { ifMatch }), 'stale');

    const removal = randomUUID();
    const opened = await staff.delete(`${BLOCKS}/${id}`, { key: removal, ifMatch: '"2"' });
    expect(await staff.getAfter(BLOCKS, opened)).toEqual([]);
    expect((await staff.delete(`${BLOCKS}/${id}`, { key: removal })).json, 'again').toEqual(opened.json);
    for (const gone of [id, randomUUID()]) {
      expectProblem(await staff.delete(`${BLOCKS}/${gone}`), 'block-not-found');
      expectProblem(await staff.patch(`${BLOCKS}/${gone}`, { reason: 'x' }), 'block-not-found');
      expectProblem(await staff.get(`${BLOCKS}/${gone}`), 'block-not-found');
    }
    expect((await salon.get(`${free}&after=${positionOf(opened)}`)).json).toMatchObject({ blocked: false });
  });

  it('keep the version of the date beyond its bookings', async () => {
    const date = salon.freshDay();
    const blocked = await staff.post(BLOCKS, { blocked_date: date, reason: 'Repairs' });
    const { id } = blocked.json as { id: string };
    const opened = await staff.delete(`${BLOCKS}/${id}`, { ifMatch: '"1"' });
    expect(opened.status).toBe(200);
    await salon.booked({ appointment_date: date });
    const again = await staff.post(`${BLOCKS}?acknowledged=true`, { blocked_date: date, reason: 'Repairs' });
    expect(await staff.getAfter(`${BLOCKS}?from=${date}&to=${date}`, again)).toMatchObject([
      { blocked_date: date, version: 3 },
    ]);
  });

  // Spec: 5.block-fields
  it('need a date and a reason', async () => {
    expectProblem(await staff.post(BLOCKS, { blocked_date: '2027-03-02' }), 'block-reason-required');
    expectProblem(
      await staff.post(BLOCKS, { blocked_date: '2027-03-02', reason: ' \n' }),
      'block-reason-required',
    );
    expect(fieldErrors(await staff.post(BLOCKS, { reason: 'Wedding' }))).toEqual({
      blocked_date: 'Must be a date, yyyy-MM-dd.',
    });
    const long = await staff.post(BLOCKS, { blocked_date: '2027-03-02', reason: 'x'.repeat(501) });
    expect(fieldErrors(long)).toEqual({ reason: 'Must be plain text of at most 500 characters.' });
  });

  it('hold appointments only when that is acknowledged', async () => {
    const date = salon.freshDay();
    const booking = await salon.booked({ appointment_date: date, appointment_time: '11:00 AM' });
    await salon.get(`/api/manage?after=${booking.position}`, { token: booking.management_token });
    const block = { blocked_date: date, reason: 'Holiday' };
    const asked = expectProblem(await staff.post(BLOCKS, block), 'appointments-on-date');
    expect(asked.affected).toMatchObject({
      total: 1,
      appointments: [{ id: booking.id, appointment_time: '11:00 AM' }],
    });
    const key = randomUUID();
    const blocked = await staff.post(`${BLOCKS}?acknowledged=true`, block, { key });
    expect(blocked.status).toBe(201);
    const after = `/api/manage?after=${positionOf(blocked)}`;
    expect((await salon.get(after, { token: booking.management_token })).json).toMatchObject({
      status: 'pending',
    });
    expect((await staff.post(BLOCKS, block, { key })).json, 'sent again, without it').toEqual(blocked.json);
  });

  it('are listed by date, within a range', async () => {
    const dates = [salon.freshDay(), salon.freshDay(), salon.freshDay()];
    for (const blocked_date of dates.toReversed()) {
      const answer = await staff.post(BLOCKS, { blocked_date, reason: 'Course' });
      await staff.getAfter(BLOCKS, answer);
    }
    const listed = async (query: string) =>
      ((await staff.get(`${BLOCKS}?${query}`)).json as BlockedDate[]).map((row) => row.blocked_date);
    expect(await listed(`from=${dates[0]}&to=${dates[2]}`)).toEqual(dates);
    expect(await listed(`from=${addSalonDays(`${dates[0]}`, 1)}&to=${dates[1]}`)).toEqual([dates[1]]);
  });
});
