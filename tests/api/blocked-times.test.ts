import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlockedTime } from '../../src/contracts/salon/admin-blocked-times.ts';
import { addSalonDays, dayOfWeek } from '../../src/salon/salon-time.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { daysOf } from '../support/staff/days-api.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { manualBooking } from '../support/staff/staff-bookings.ts';

/** Blocked parts of days, and ranges of blocked dates. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const days = daysOf(
  () => salon,
  () => staff,
);
const KNOWN = '?acknowledged=true';
const TIMES = '/api/admin/blocked-times';

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
    const row = {
      id,
      date,
      start_time: '12:00',
      end_time: '13:00',
      reason: 'Lunch',
      series_id: null,
      version: 1,
    };
    expect(await staff.getAfter<BlockedTime[]>(`${TIMES}?from=${date}&to=${date}`, blocked)).toEqual([row]);
    expect(await days.day(date, positionOf(blocked))).toMatchObject({ blocks: [row], version: 1 });
    expect(await days.calendarDay(date, positionOf(blocked))).toMatchObject({
      blocked: false,
      hours_from: 'week',
      blocks: [{ id, resource_id: null, start: 720, end: 780, reason: 'Lunch' }],
    });
    const free = (await days.free(date, positionOf(blocked))).slots;
    expect(free).toContain('11:30 AM');
    expect(free).toContain('1:00 PM');
    expect(free).not.toContain('12:00 PM');
    const there = { appointment_date: date, appointment_time: '12:30 PM' };
    expectProblem(await salon.post('/api/bookings', bookingRequest(there)), 'slot-taken');
    expectProblem(await staff.post('/api/admin/bookings', manualBooking(there)), 'time-blocked');

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
      expectProblem(
        await staff.get(`${TIMES}/${gone}?after=${positionOf(opened)}`),
        'blocked-time-not-found',
      );
    }
    expect((await days.free(date, positionOf(opened))).slots).toContain('12:00 PM');
    // The past shows the block; the reason is gone with it.
    expect(await days.calendarDay(date, positionOf(opened), `&at=${positionOf(blocked)}`)).toMatchObject({
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
    const onWeekdays = async (weekdays: unknown, repeat_until?: string) =>
      fieldErrors(await staff.post(TIMES, { ...lunch(date), weekdays, repeat_until }));
    const working = [1, 2, 3, 4, 5];
    expect(await onWeekdays(working)).toEqual({ repeat_until: 'Must be given with `weekdays`.' });
    expect(await onWeekdays(working, addSalonDays(date, 90))).toEqual({ repeat_until: 'At most 60 days.' });
    expect(await onWeekdays(working, tooFar)).toEqual({ repeat_until: 'At most 52 weeks.' });
    expect(await onWeekdays([(dayOfWeek(date) + 1) % 7], date)).toEqual({
      weekdays: 'None of them lies from `date` to `repeat_until`.',
    });
    for (const wrong of [[], [7], [1, 1], 'monday'])
      expect(await onWeekdays(wrong, date)).toHaveProperty('weekdays');
  });

  it('lie over appointments only when that is acknowledged, and name them', async () => {
    const date = salon.freshDay();
    const there = await days.booked(date, '12:30 PM');
    await days.booked(date, '2:00 PM');
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

  it('repeat weekly as a series, and the rest of it can be opened at once', async () => {
    // Far from the days of the other tests.
    const date = addSalonDays(salon.freshDay(), 112);
    const [second, third] = [addSalonDays(date, 7), addSalonDays(date, 14)];
    await staff.post(TIMES, { ...lunch(second), reason: 'Dentist' });
    const there = await days.booked(third, '12:00 PM');
    const body = { ...lunch(date), repeat_until: addSalonDays(date, 20) };
    const key = randomUUID();
    const asked = expectProblem(await staff.post(TIMES, body, { key }), 'appointments-on-date');
    expect(asked.affected?.appointments.map(({ id }) => id)).toEqual([there.id]);
    const blocked = await staff.post(TIMES + KNOWN, body, { key });
    const { days: done } = blocked.json as { days: { date: string; id: string }[] };
    expect(done.map((day) => day.date)).toEqual([date, second, third]);
    expect(blocked.json).toMatchObject({ id: done[0]?.id, date, version: 1 });
    expect((await staff.post(TIMES, body, { key })).json, 'again').toEqual(blocked.json);

    const listed = async (position: string) => {
      const answer = await staff.get(`${TIMES}?from=${date}&to=${third}&after=${position}`);
      return (answer.json as BlockedTime[]).filter(({ reason }) => reason === 'Lunch');
    };
    const all = await listed(positionOf(blocked));
    expect(all.map(({ id }) => id)).toEqual(done.map(({ id }) => id));
    expect(new Set(all.map(({ series_id }) => series_id)).size).toBe(1);
    expect(all[0]?.series_id).not.toBeNull();

    const removal = randomUUID();
    const path = `${TIMES}/${done[1]?.id}?following=true`;
    const opened = await staff.delete(path, { key: removal });
    expect(opened.json).toMatchObject({
      id: done[1]?.id,
      date: second,
      days: [{ date: second }, { date: third }],
    });
    expect((await staff.delete(path, { key: removal })).json, 'again').toEqual(opened.json);
    expect((await listed(positionOf(opened))).map(({ id }) => id)).toEqual([done[0]?.id]);
    // One that doesn't repeat has none that follow.
    const single = await staff.post(TIMES, { ...lunch(date), start_time: '09:00', end_time: '09:30' });
    const { id } = single.json as { id: string };
    expect((await staff.delete(`${TIMES}/${id}?following=true`)).status).toBe(200);
  });

  it('repeat on several weekdays as one series, name the appointments there, and are opened day by day', async () => {
    // Far from the days of the other tests.
    const date = addSalonDays(salon.freshDay(), 70);
    const own = dayOfWeek(date);
    const [next, later] = [addSalonDays(date, 1), addSalonDays(date, 7)];
    const weekdays = [own, (own + 1) % 7];
    const there = await days.booked(later, '12:00 PM');
    const body = { ...lunch(date), weekdays, repeat_until: later };
    const asked = expectProblem(await staff.post(TIMES, body), 'appointments-on-date');
    expect(asked.affected?.appointments.map(({ id }) => id)).toEqual([there.id]);
    const blocked = await staff.post(TIMES + KNOWN, body);
    const { days: done } = blocked.json as { days: { date: string; id: string; position: string }[] };
    expect(done.map((day) => day.date)).toEqual([date, next, later]);
    const listed = async (position: string) =>
      (await staff.get(`${TIMES}?from=${date}&to=${later}&after=${position}`)).json as BlockedTime[];
    const series = (await listed(positionOf(blocked))).map(({ series_id }) => series_id);
    expect(new Set(series)).toEqual(new Set([series[0]]));
    expect(series).toHaveLength(3);

    const opened = await staff.delete(`${TIMES}/${done[1]?.id}?following=true`);
    expect(opened.json).toMatchObject({ days: [{ date: next }, { date: later }] });
    expect((await listed(positionOf(opened))).map((one) => one.date)).toEqual([date]);
  });
});

describe('a range of blocked dates', () => {
  const BLOCKS = '/api/admin/blocked-dates';

  it('is blocked day by day, each done or refused, and sending it again finishes it', async () => {
    // Far from the days of the other tests.
    const first = addSalonDays(salon.freshDay(), 300);
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
    expect(again.json).toMatchObject({
      days: [{ date: first, version: 1 }, { date: second, version: 3 }, {}],
    });
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
    const one = await days.booked(first, '11:00 AM');
    const other = await days.booked(second, '11:00 AM');
    const body = { blocked_date: first, until: second, reason: 'Holiday' };
    const asked = expectProblem(await staff.post(BLOCKS, body), 'appointments-on-date');
    expect(asked.affected?.appointments.map(({ id }) => id)).toEqual(
      expect.arrayContaining([one.id, other.id]),
    );
    expect((await staff.get(`${BLOCKS}?from=${first}&to=${second}`)).json).toEqual([]);
    expect((await staff.post(BLOCKS + KNOWN, body)).status).toBe(201);
  });
});
