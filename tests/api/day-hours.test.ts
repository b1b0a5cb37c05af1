import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { Schedule } from '../../src/contracts/salon/admin-hours.ts';
import { dayOfWeek } from '../../src/salon/salon-time.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { daysOf } from '../support/staff/days-api.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { change } from '../support/staff/staff-bookings.ts';

/** Hours of single dates. By the week, the salon is open from 9 AM to 9 PM. */

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
const hoursPath = (date: string) => `/api/admin/days/${date}/hours`;
const window = (start_time: string, end_time: string) => ({ start_time, end_time });
const WEEKLY = [window('09:00', '21:00')];

describe('the hours of one date', () => {
  it('are set, seen everywhere, and cleared again, each safe to send again', async () => {
    const date = salon.freshDay();
    expect(await days.day(date, await salon.idle())).toMatchObject({
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

    expect(await days.day(date, positionOf(set))).toMatchObject({ windows, from: 'date', version: 1 });
    expect(await days.calendarDay(date, positionOf(set))).toMatchObject({
      hours_from: 'date',
      hours: [
        { id: null, start: 600, end: 720, is_available: true },
        { id: null, start: 780, end: 1440, is_available: true },
      ],
    });
    const free = await days.free(date, positionOf(set));
    expect([free.slots.at(0), free.slots.includes('12:00 PM'), free.slots.at(-1)]).toEqual([
      '10:00 AM',
      false,
      '11:30 PM',
    ]);
    expectProblem(
      await salon.post(
        '/api/bookings',
        bookingRequest({ appointment_date: date, appointment_time: '9:00 AM' }),
      ),
      'not-offered',
    );

    const closed = await staff.post(hoursPath(date), { windows: [] }, { ifMatch: '"1"' });
    expect(await days.free(date, positionOf(closed))).toMatchObject({ closed: true, slots: [] });
    expectProblem(await staff.delete(hoursPath(date), { ifMatch: '"1"' }), 'stale');
    const cleared = await staff.delete(hoursPath(date), { ifMatch: '"2"' });
    expect(cleared.json).toMatchObject({ date, version: 3 });
    expect(await days.day(date, positionOf(cleared))).toMatchObject({ windows: WEEKLY, from: 'week' });
    expectProblem(await staff.delete(hoursPath(date)), 'hours-not-found');
    expect(await days.calendarDay(date, positionOf(cleared), `&at=${positionOf(closed)}`)).toMatchObject({
      hours_from: 'date',
      hours: [],
    });
  });

  it('are switched off, which closes the salon then, and on again', async () => {
    const date = salon.freshDay();
    const [morning, afternoon] = [window('09:00', '12:00'), window('13:00', '17:00')];
    const set = await staff.post(hoursPath(date), { windows: [morning], off: [afternoon] });
    expect(await days.day(date, positionOf(set))).toMatchObject({ windows: [morning], off: [afternoon] });
    expect(await days.calendarDay(date, positionOf(set))).toMatchObject({
      hours: [
        { id: null, start: 540, end: 720, is_available: true },
        { id: null, start: 780, end: 1020, is_available: false },
      ],
    });
    expect((await days.free(date, positionOf(set))).slots.at(-1)).toBe('11:30 AM');
    expectProblem(
      await staff.post(hoursPath(date), { windows: [morning], off: [window('11:00', '13:00')] }),
      'hours-overlap',
    );
    const both = { days: [{ date, windows: [morning, afternoon] }] };
    const on = await staff.post('/api/admin/days', both);
    expect(await days.day(date, positionOf(on))).toMatchObject({ windows: [morning, afternoon], off: [] });
    const history = await staff.get(`/api/admin/days/${date}/history?after=${positionOf(on)}`);
    const { entries } = history.json as HistoryPage;
    expect(entries[0]?.changes).toEqual([
      {
        field: 'windows',
        before: ['9:00 AM – 12:00 PM', '1:00 PM – 5:00 PM (off)'],
        after: ['9:00 AM – 12:00 PM', '1:00 PM – 5:00 PM'],
      },
    ]);
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
    const late = await days.booked(date, '8:00 PM');
    const windows = [window('09:00', '20:00')];
    const asked = expectProblem(await staff.post(hoursPath(date), { windows }), 'appointments-outside-hours');
    expect(asked.affected).toMatchObject({
      total: 1,
      appointments: [{ id: late.id, appointment_date: date, appointment_time: '8:00 PM' }],
    });
    const done = await staff.post(hoursPath(date) + KNOWN, { windows });
    expect(await days.day(date, positionOf(done))).toMatchObject({ bookings_outside: [{ id: late.id }] });
    // The body may acknowledge them, too.
    const shorter = { windows: [window('09:00', '19:00')], acknowledged: true };
    expect((await staff.post(hoursPath(date), shorter)).status).toBe(200);
  });

  it('are left alone by the weekly hours, and so are the appointments in them', async () => {
    const date = salon.freshDay();
    const { hours } = (await staff.get('/api/admin/hours')).json as Schedule;
    const weekly = hours.find(({ day_of_week }) => day_of_week === dayOfWeek(date));
    const mine = await days.booked(date, '8:00 PM');
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
      expect(await days.day(date, positionOf(answer))).toMatchObject({ windows: WEEKLY, from: 'date' });
      await staff.patch(path, window('09:00', '21:00'));
    }
  });

  it('are set for several dates at once, each done or refused', async () => {
    const [first, second] = [salon.freshDay(), salon.freshDay()];
    const wanted = [
      { date: first, windows: [window('10:00', '16:00')] },
      { date: second, windows: [] },
      { date: '2020-01-07', windows: [] },
    ];
    const key = randomUUID();
    const set = await staff.post('/api/admin/days', { days: wanted }, { key });
    expect(set.json).toMatchObject({
      date: first,
      version: 1,
      days: [
        { date: first, version: 1 },
        { date: second, version: 1 },
        { date: '2020-01-07', code: 'date-past', detail: expect.any(String) },
      ],
    });
    expect(await days.day(second, positionOf(set))).toMatchObject({ windows: [], from: 'date' });
    expect((await staff.post('/api/admin/days', { days: wanted }, { key })).json, 'again').toEqual(set.json);
    const other = { days: wanted.slice(0, 2).map((day) => ({ ...day, windows: [] })) };
    expectProblem(await staff.post('/api/admin/days', other, { key }), 'idempotency-key-reused');
    const twice = [wanted[0], wanted[0]];
    expect(fieldErrors(await staff.post('/api/admin/days', { days: twice }))).toHaveProperty('days');
  });
});

it('an undo is refused where it would leave appointments outside, and names them', async () => {
  const date = salon.freshDay();
  const set = await staff.post(hoursPath(date), { windows: [window('09:00', '23:00')] });
  const late = await days.booked(date, '10:00 PM');
  const history = await staff.get(`/api/admin/days/${date}/history?after=${positionOf(set)}`);
  const entry = (history.json as HistoryPage).entries.find(({ type }) => type === 'DayHoursSet');
  expect(entry).toMatchObject({ undoable: true, thing: { kind: 'day', id: date } });
  const undo = () => staff.post('/api/admin/undo', { event_id: entry?.id });
  expect((await undo()).json).toMatchObject({
    code: 'undo-overtaken',
    detail: expect.stringMatching(
      /^Ada Lovelace on .+ 10 PM would be outside the hours\. Please change the hours instead\.$/,
    ),
  });
  await change(staff, late.id, 'reschedule', { new_date: date, new_time: '10:00 AM' });
  // It works once the slot keeper has given its former time back.
  await eventually(async () => expect((await undo()).status).toBe(200));
});
