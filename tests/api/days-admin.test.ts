import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Calendar } from '../../src/contracts/bookings/calendar.ts';
import type { BlockedTime } from '../../src/contracts/salon/admin-blocked-times.ts';
import { Day } from '../../src/contracts/salon/admin-days.ts';
import type { Schedule } from '../../src/contracts/salon/admin-hours.ts';
import { addSalonDays, dayOfWeek } from '../../src/salon/salon-time.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';

/** Hours of single dates, and blocked parts of them. The salon is open from 9 AM to 9 PM. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const TIMES = '/api/admin/blocked-times';
const KNOWN = '?acknowledged=true';
const hoursPath = (date: string) => `/api/admin/days/${date}/hours`;
const window = (start_time: string, end_time: string) => ({ start_time, end_time });
const WEEKLY = [window('09:00', '21:00')];

const dayAfter = async (date: string, position: string) => {
  const answer = await staff.get(`/api/admin/days/${date}?after=${position}`);
  expect(answer.status, answer.text).toBe(200);
  return { ...Day.parse(answer.json), etag: answer.headers.etag };
};
const calendarDay = async (date: string, position: string, more = '') => {
  const answer = await staff.get(`/api/admin/calendar?from=${date}&to=${date}&after=${position}${more}`);
  expect(answer.status, answer.text).toBe(200);
  return Calendar.parse(answer.json).days[0];
};
const slots = async (date: string, position: string) =>
  ((await salon.get(`/api/availability?date=${date}&services=scalp-treatment&after=${position}`)).json as {
    slots: string[];
    closed: boolean;
  });
/** Until the read models know of a booking. */
const bookedThere = async (appointment_date: string, appointment_time: string) => {
  const booking = await salon.booked({ appointment_date, appointment_time });
  await staff.get(`/api/admin/bookings/${booking.id}?after=${booking.position}`);
  return booking;
};

describe('the hours of one date', () => {
  it('are set, seen everywhere, and cleared again, each safe to send again', async () => {
    const date = salon.freshDay();
    expect(await dayAfter(date, '0'.repeat(32))).toMatchObject({
      date,
      windows: WEEKLY,
      from: 'week',
      blocked: false,
      blocks: [],
      version: 0,
      bookings_outside: [],
      etag: '"0"',
    });
    const key = randomUUID();
    const windows = [window('10:00', '12:00'), window('13:00', '24:00')];
    const set = await staff.post(hoursPath(date), { windows }, { key });
    expect([set.status, set.headers.etag]).toEqual([200, '"1"']);
    expect(set.json).toEqual({ date, version: 1, position: expect.any(String) });
    expect((await staff.post(hoursPath(date), { windows }, { key })).json, 'again').toEqual(set.json);

    expect(await dayAfter(date, positionOf(set))).toMatchObject({ windows, from: 'date', version: 1 });
    expect(await calendarDay(date, positionOf(set))).toMatchObject({
      hours_from: 'date',
      hours: [
        { id: null, start: 600, end: 720, is_available: true },
        { id: null, start: 780, end: 1440, is_available: true },
      ],
    });
    const free = await slots(date, positionOf(set));
    expect([free.slots.at(0), free.slots.includes('12:00 PM'), free.slots.at(-1)]).toEqual([
      '10:00 AM',
      false,
      '11:30 PM',
    ]);
    expectProblem(
      await salon.post('/api/bookings', { ...booking(date), appointment_time: '9:00 AM' }),
      'not-offered',
    );

    const closed = await staff.post(hoursPath(date), { windows: [] }, { ifMatch: '"1"' });
    expect(await slots(date, positionOf(closed))).toMatchObject({ closed: true, slots: [] });
    expectProblem(await staff.delete(hoursPath(date), { ifMatch: '"1"' }), 'stale');
    const cleared = await staff.delete(hoursPath(date), { ifMatch: '"2"' });
    expect(cleared.json).toMatchObject({ date, version: 3 });
    expect(await dayAfter(date, positionOf(cleared))).toMatchObject({ windows: WEEKLY, from: 'week' });
    expectProblem(await staff.delete(hoursPath(date)), 'hours-not-found');
    // As it was.
    expect(await calendarDay(date, positionOf(cleared), `&at=${positionOf(closed)}`)).toMatchObject({
      hours_from: 'date',
      hours: [],
    });
  });

  it('are refused for what is wrong with them', async () => {
    const date = salon.freshDay();
    const set = (windows: unknown, on = date) => staff.post(hoursPath(on), { windows });
    expectProblem(await set([window('10:00', '09:00')]), 'hours-inverted');
    expectProblem(await set([window('10:00', '12:00'), window('11:00', '13:00')]), 'hours-overlap');
    expect(fieldErrors(await set([window('13:00', '14:00'), window('10:00', '12:00')]))).toEqual({
      windows: 'Must be in order.',
    });
    expect(fieldErrors(await set(Array.from({ length: 7 }, () => window('10:00', '11:00'))))).toEqual({
      windows: 'Must be a list of at most 6 times.',
    });
    expect(fieldErrors(await set('9 to 5'))).toEqual({ windows: 'Must be a list of at most 6 times.' });
    expectProblem(await set([], '2020-01-07'), 'date-past');
    expectProblem(await staff.delete(hoursPath('2020-01-07')), 'hours-not-found');
    expect((await staff.get('/api/admin/days/2026-02-30')).status).toBe(400);
  });

  it('leave appointments outside only when that is acknowledged, and name them', async () => {
    const date = salon.freshDay();
    const late = await bookedThere(date, '8:00 PM');
    const windows = [window('09:00', '20:00')];
    const asked = expectProblem(await staff.post(hoursPath(date), { windows }), 'appointments-outside-hours');
    expect(asked.affected).toMatchObject({
      total: 1,
      appointments: [{ id: late.id, appointment_date: date, appointment_time: '8:00 PM' }],
    });
    const done = await staff.post(hoursPath(date) + KNOWN, { windows });
    expect(await dayAfter(date, positionOf(done))).toMatchObject({ bookings_outside: [{ id: late.id }] });
    // Also in the body.
    const shorter = { windows: [window('09:00', '19:00')], acknowledged: true };
    expect((await staff.post(hoursPath(date), shorter)).status).toBe(200);
  });

  it('are left alone by the weekly hours, and so are the appointments in them', async () => {
    const date = salon.freshDay();
    const { hours } = (await staff.get('/api/admin/hours')).json as Schedule;
    const weekly = hours.find(({ day_of_week }) => day_of_week === dayOfWeek(date));
    const mine = await bookedThere(date, '8:00 PM');
    const path = `/api/admin/hours/${weekly?.id}`;
    const shorter = window('09:00', '20:00');
    const refused = expectProblem(await staff.patch(path, shorter), 'appointments-outside-hours');
    expect(refused.affected?.appointments.map(({ id }) => id)).toContain(mine.id);
    await staff.post(hoursPath(date), { windows: WEEKLY });
    const answer = await staff.patch(path, shorter);
    if (answer.status === 409) {
      const { affected } = expectProblem(answer, 'appointments-outside-hours');
      expect(affected?.appointments.map(({ id }) => id)).not.toContain(mine.id);
    } else {
      expect(await dayAfter(date, positionOf(answer))).toMatchObject({ windows: WEEKLY, from: 'date' });
      await staff.patch(path, window('09:00', '21:00'));
    }
  });

  it('are set for several dates at once, each done or refused', async () => {
    const [first, second] = [salon.freshDay(), salon.freshDay()];
    const days = [
      { date: first, windows: [window('10:00', '16:00')] },
      { date: second, windows: [] },
      { date: '2020-01-07', windows: [] },
    ];
    const key = randomUUID();
    const set = await staff.post('/api/admin/days/hours', { days }, { key });
    expect(set.json).toMatchObject({
      date: first,
      version: 1,
      days: [
        { date: first, version: 1 },
        { date: second, version: 1 },
        { date: '2020-01-07', code: 'date-past', detail: expect.any(String) },
      ],
    });
    expect(await dayAfter(second, positionOf(set))).toMatchObject({ windows: [], from: 'date' });
    expect((await staff.post('/api/admin/days/hours', { days }, { key })).json, 'again').toEqual(set.json);
    const other = { days: days.slice(0, 2).map((day) => ({ ...day, windows: [] })) };
    expectProblem(await staff.post('/api/admin/days/hours', other, { key }), 'idempotency-key-reused');
    const twice = [days[0], days[0]];
    expect(fieldErrors(await staff.post('/api/admin/days/hours', { days: twice }))).toHaveProperty('days');
  });
});

const booking = (appointment_date: string) => ({
  customer_name: 'Ada Lovelace',
  customer_email: 'ada@example.com',
  customer_phone: '(925) 555-0100',
  appointment_date,
  services: [{ id: 'scalp-treatment', name: 'Scalp Treatment', price: '$0', duration: 30 }],
  notes: null,
  sms_consent: true,
  total_amount: 'Price Varies',
});

describe('blocked times', () => {
  const lunch = (date: string) => ({ date, start_time: '12:00', end_time: '13:00', reason: ' Lunch ' });

  it('are blocked, moved and opened again, each safe to send again', async () => {
    const date = salon.freshDay();
    const key = randomUUID();
    const blocked = await staff.post(TIMES, lunch(date), { key });
    expect([blocked.status, blocked.headers.etag]).toEqual([201, '"1"']);
    const { id } = blocked.json as { id: string };
    expect(blocked.json).toEqual({ id, date, version: 1, position: expect.any(String) });
    expect((await staff.post(TIMES, lunch(date), { key })).json, 'again').toEqual(blocked.json);
    const row = { id, date, start_time: '12:00', end_time: '13:00', reason: 'Lunch', series_id: null, version: 1 };
    expect(await staff.getAfter<BlockedTime[]>(`${TIMES}?from=${date}&to=${date}`, blocked)).toEqual([row]);
    expect(await dayAfter(date, positionOf(blocked))).toMatchObject({ blocks: [row], version: 1 });
    expect(await calendarDay(date, positionOf(blocked))).toMatchObject({
      blocked: false,
      hours_from: 'week',
      blocks: [{ id, resource_id: null, start: 720, end: 780, reason: 'Lunch' }],
    });
    const free = (await slots(date, positionOf(blocked))).slots;
    expect(free).toContain('11:30 AM');
    expect(free).toContain('1:00 PM');
    expect(free).not.toContain('12:00 PM');
    for (const ask of [salon.post, staff.post])
      expectProblem(
        await ask(ask === salon.post ? '/api/bookings' : '/api/admin/bookings', {
          ...booking(date),
          appointment_time: '12:30 PM',
        }),
        'time-blocked',
      );

    const ifMatch = '"1"';
    const change = { start_time: '12:30', end_time: '13:30', reason: 'Errand' };
    const changed = await staff.patch(`${TIMES}/${id}`, change, { ifMatch });
    expect(changed.json).toMatchObject({ id, date, version: 3 });
    expect(await staff.getAfter(`${TIMES}/${id}`, changed)).toEqual({ ...row, ...change, version: 3 });
    expectProblem(await staff.delete(`${TIMES}/${id}`, { ifMatch }), 'stale');
    expect(fieldErrors(await staff.patch(`${TIMES}/${id}`, { start_time: '12:30' }))).toEqual({
      end_time: 'Both times belong together.',
    });
    expect(fieldErrors(await staff.patch(`${TIMES}/${id}`, {}))).toHaveProperty('reason');

    const removal = randomUUID();
    const opened = await staff.delete(`${TIMES}/${id}`, { key: removal, ifMatch: '"3"' });
    expect((await staff.delete(`${TIMES}/${id}`, { key: removal })).json, 'again').toEqual(opened.json);
    for (const gone of [id, randomUUID()]) {
      expectProblem(await staff.delete(`${TIMES}/${gone}`), 'blocked-time-not-found');
      expectProblem(await staff.patch(`${TIMES}/${gone}`, { reason: 'x' }), 'blocked-time-not-found');
      expectProblem(await staff.get(`${TIMES}/${gone}?after=${positionOf(opened)}`), 'blocked-time-not-found');
    }
    expect((await slots(date, positionOf(opened))).slots).toContain('12:00 PM');
    // As it was; the reason is gone with the block.
    expect(await calendarDay(date, positionOf(opened), `&at=${positionOf(blocked)}`)).toMatchObject({
      blocks: [{ id, start: 720, end: 780, reason: null }],
    });
  });

  it('need a reason, and an end after the start', async () => {
    const date = salon.freshDay();
    expectProblem(await staff.post(TIMES, { ...lunch(date), reason: ' ' }), 'block-reason-required');
    expectProblem(await staff.post(TIMES, { ...lunch(date), end_time: '12:00' }), 'hours-inverted');
    expect(fieldErrors(await staff.post(TIMES, { ...lunch(date), repeat_until: '2020-01-01' }))).toEqual({
      repeat_until: 'Must not lie before `date`.',
    });
    const tooFar = addSalonDays(date, 7 * 52);
    expect(fieldErrors(await staff.post(TIMES, { ...lunch(date), repeat_until: tooFar }))).toEqual({
      repeat_until: 'At most 52 weeks.',
    });
  });

  it('lie over appointments only when that is acknowledged, and name them', async () => {
    const date = salon.freshDay();
    const there = await bookedThere(date, '12:30 PM');
    await bookedThere(date, '2:00 PM');
    const asked = expectProblem(await staff.post(TIMES, lunch(date)), 'appointments-on-date');
    expect(asked.affected).toMatchObject({
      total: 1,
      appointments: [{ id: there.id, appointment_time: '12:30 PM' }],
    });
    const blocked = await staff.post(TIMES, { ...lunch(date), acknowledged: true });
    expect(blocked.status).toBe(201);
    const { id } = blocked.json as { id: string };
    const longer = { start_time: '12:00', end_time: '15:00' };
    const moved = expectProblem(await staff.patch(`${TIMES}/${id}`, longer), 'appointments-on-date');
    expect(moved.affected?.total).toBeGreaterThan(0);
    expect((await staff.patch(`${TIMES}/${id}${KNOWN}`, longer)).status).toBe(200);
  });

  it('repeat weekly as a series, of which the rest can be opened at once', async () => {
    const date = salon.freshDay();
    const [second, third] = [addSalonDays(date, 7), addSalonDays(date, 14)];
    await staff.post(TIMES, { ...lunch(second), reason: 'Dentist' });
    const there = await bookedThere(third, '12:00 PM');
    const body = { ...lunch(date), repeat_until: addSalonDays(date, 20) };
    const key = randomUUID();
    const asked = expectProblem(await staff.post(TIMES, body, { key }), 'appointments-on-date');
    expect(asked.affected?.appointments.map(({ id }) => id)).toEqual([there.id]);
    const blocked = await staff.post(TIMES + KNOWN, body, { key });
    const { days } = blocked.json as { days: { date: string; id: string }[] };
    expect(days.map((day) => day.date)).toEqual([date, second, third]);
    expect(blocked.json).toMatchObject({ id: days[0]?.id, date, version: 1 });
    expect((await staff.post(TIMES, body, { key })).json, 'again').toEqual(blocked.json);

    const listed = async (position: string) => {
      const answer = await staff.get(`${TIMES}?from=${date}&to=${third}&after=${position}`);
      return (answer.json as BlockedTime[]).filter(({ reason }) => reason === 'Lunch');
    };
    const all = await listed(positionOf(blocked));
    expect(all.map(({ id }) => id)).toEqual(days.map(({ id }) => id));
    expect(new Set(all.map(({ series_id }) => series_id)).size).toBe(1);
    expect(all[0]?.series_id).not.toBeNull();

    const removal = randomUUID();
    const path = `${TIMES}/${days[1]?.id}?following=true`;
    const opened = await staff.delete(path, { key: removal });
    expect(opened.json).toMatchObject({
      id: days[1]?.id,
      date: second,
      days: [{ date: second }, { date: third }],
    });
    expect((await staff.delete(path, { key: removal })).json, 'again').toEqual(opened.json);
    expect((await listed(positionOf(opened))).map(({ id }) => id)).toEqual([days[0]?.id]);
    // One that doesn't repeat has none that follow.
    const single = await staff.post(TIMES, { ...lunch(date), start_time: '09:00', end_time: '09:30' });
    const { id } = single.json as { id: string };
    expect((await staff.delete(`${TIMES}/${id}?following=true`)).status).toBe(200);
  });
});

describe('a range of blocked dates', () => {
  const BLOCKS = '/api/admin/blocked-dates';

  it('is blocked day by day, each done or refused, and sending it again finishes it', async () => {
    const first = '2027-01-04';
    const [second, until] = [addSalonDays(first, 1), addSalonDays(first, 2)];
    const before = await staff.post(BLOCKS, { blocked_date: second, reason: 'Course' });
    const body = { blocked_date: first, until, reason: 'Holiday' };
    const key = randomUUID();
    const blocked = await staff.post(BLOCKS, body, { key });
    expect(blocked.status).toBe(201);
    expect(blocked.json).toMatchObject({
      blocked_date: first,
      version: 1,
      days: [
        { date: first, version: 1 },
        { date: second, code: 'already-blocked' },
        { date: until, version: 1 },
      ],
    });
    const { id } = before.json as { id: string };
    await staff.delete(`${BLOCKS}/${id}`);
    const again = await staff.post(BLOCKS, body, { key });
    expect(again.json).toMatchObject({ days: [{ date: first, version: 1 }, { date: second, version: 3 }, {}] });
    const listed = await staff.getAfter<{ reason: string }[]>(`${BLOCKS}?from=${first}&to=${until}`, again);
    expect(listed.map(({ reason }) => reason)).toEqual(['Holiday', 'Holiday', 'Holiday']);
    expectProblem(await staff.post(BLOCKS, body), 'already-blocked');
    expect(fieldErrors(await staff.post(BLOCKS, { ...body, until: addSalonDays(first, 60) }))).toEqual({
      until: 'At most 60 days.',
    });
    expect(fieldErrors(await staff.post(BLOCKS, { ...body, until: '2020-01-01' }))).toEqual({
      until: 'Must not lie before `blocked_date`.',
    });
  });

  it('asks once about all its appointments, before anything is blocked', async () => {
    const [first, second] = [salon.freshDay(), salon.freshDay()];
    const one = await bookedThere(first, '11:00 AM');
    const other = await bookedThere(second, '11:00 AM');
    const body = { blocked_date: first, until: second, reason: 'Holiday' };
    const asked = expectProblem(await staff.post(BLOCKS, body), 'appointments-on-date');
    expect(asked.affected?.appointments.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, other.id]));
    expect((await staff.get(`${BLOCKS}?from=${first}&to=${second}`)).json).toEqual([]);
    expect((await staff.post(BLOCKS + KNOWN, body)).status).toBe(201);
  });
});
