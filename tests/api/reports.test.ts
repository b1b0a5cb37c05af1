import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getReport, listReportedBookings, listReports } from '../../src/contracts/reports/reports.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { deleteBooking } from '../support/staff/server-staff.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';

const REPORTS = '/api/admin/reports';
const [TODAY, SATURDAY] = ['2026-11-20', '2026-11-21'];
const NO_APPOINTMENT = '00000000-0000-4000-8000-000000000000';
/** A Friday at 9:30 AM, between two appointments; they are booked at 7. */
const [EARLY, HALF_PAST_NINE] = [new Date('2026-11-20T15:00:00Z'), '2026-11-20T17:30:00Z'];

/** The position of the log when it was empty, then with three appointments, and then with what became of them. */
let booked: string;
let changedLast: string;
let salon: TestSalon;
let staff: StaffApi;

beforeAll(async () => {
  salon = await givenSalon({ now: EARLY });
  staff = await givenStaff(salon);
  const at = (appointment_date: string, appointment_time: string, ...ids: readonly string[]) => ({
    appointment_date,
    appointment_time,
    services: ids.map((id) => ({ id })),
  });
  const haircut = await bookedByStaff(staff, at(TODAY, '9:00 AM', 'womens-haircut'));
  const highlights = await bookedByStaff(staff, at(TODAY, '1:00 PM', 'full-highlights'));
  booked = (await salon.booked({ appointment_date: SATURDAY, appointment_time: '9:00 AM' })).position;
  salon.setClock(FRIDAY_MORNING);
  // The session of that morning is over.
  staff = await givenStaff(salon);
  await changed(staff, haircut.id, 'complete', { amount_cents: 4_550, method: 'card', tip_cents: 500 });
  const cancelled = await changed(staff, highlights.id, 'cancel', { reason: 'emergency' });
  changedLast = cancelled.position;
});
afterAll(() => salon.stop());

const query = (fields: Readonly<Record<string, string>>) =>
  new URLSearchParams({ from: TODAY, to: SATURDAY, ...fields }).toString();
const ask = (path: string, fields: Readonly<Record<string, string>> = {}) =>
  staff.get(`${REPORTS}/${path}?${query(fields)}`);

async function report(path: string, fields: Readonly<Record<string, string>> = {}) {
  const answer = await ask(path, fields);
  expect(answer.status, answer.text).toBe(200);
  return getReport.answer.body.parse(answer.json);
}

describe('the list of reports', () => {
  it('says what each is called, how its rows can be grouped, and what its columns mean', async () => {
    const answer = await staff.get(REPORTS);
    expect(answer.status, answer.text).toBe(200);
    const { reports } = listReports.answer.body.parse(answer.json);
    const names = reports.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['appointments', 'revenue', 'services', 'cancellations', 'utilisation']),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const { by, columns } of reports)
      for (const keys of [by.map(({ key }) => key), columns.map(({ key }) => key)])
        expect(new Set(keys).size).toBe(keys.length);
    // An appointment with two services counts for both, so these are no numbers of appointments, nor of customers.
    const services = reports.find(({ name }) => name === 'services');
    expect(services?.columns.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Times booked', 'In first visits']),
    );
    expect(reports.find(({ name }) => name === 'revenue')).toMatchObject({
      title: 'Revenue',
      by: expect.arrayContaining([{ key: 'service', label: 'Service', is_calendar: false }]),
      columns: expect.arrayContaining([
        expect.objectContaining({ key: 'earned_cents', unit: 'cents', has_appointments: true }),
        expect.objectContaining({ key: 'average_cents', unit: 'cents', has_appointments: false }),
      ]),
    });
  });
});

describe('a report', () => {
  it('counts what is there at the position that it names', async () => {
    const answer = await report('appointments', { at: changedLast });
    expect(answer).toMatchObject({
      name: 'appointments',
      title: 'Appointments',
      from: TODAY,
      to: SATURDAY,
      by: 'day',
      as_of: FRIDAY_MORNING.toISOString(),
      rows: [
        { key: TODAY, label: 'Fri, Nov 20, 2026', booked: 2, completed: 1, cancelled: 1, minutes: 60 },
        { key: SATURDAY, label: 'Sat, Nov 21, 2026', booked: 1, pending: 1, online: 1, minutes: 30 },
      ],
      totals: { booked: 3, by_staff: 2, cancelled: 1, minutes: 90 },
    });
    expect(answer.position).toBe(changedLast);

    const services = await report('revenue', { by: 'service', at: changedLast });
    const amounts = { earned_cents: 4_550, average_cents: 4_550 };
    expect(services.rows[0]).toMatchObject({ key: 'womens-haircut', label: "Women's Haircut", ...amounts });
    const totals = { earned_cents: 4_550, tips_cents: 500, lost_cents: 11_000, unpriced: 1 };
    expect(services.totals).toMatchObject(totals);
    const filled = await report('utilisation', { by: 'weekday', at: changedLast });
    expect(filled.totals).toMatchObject({ open_minutes: 1_200, booked_minutes: 90, share: 90 / 1_200 });
  });

  it('is the same to the byte whenever it is asked for the same position', async () => {
    const then = await ask('cancellations', { at: booked });
    expect(then.status, then.text).toBe(200);
    expect(then.json).toMatchObject({ position: booked, as_of: EARLY.toISOString(), rows: [] });
    await salon.booked({ appointment_date: SATURDAY, appointment_time: '11:00 AM' });
    expect((await ask('cancellations', { at: booked })).text).toBe(then.text);
    const now = await report('cancellations', { after: changedLast });
    expect(now).toMatchObject({
      rows: [{ key: 'emergency', cancelled: 1, minutes: 150, lost_cents: 11_000 }],
    });
  });

  it('is kept for its position and for nothing else', async () => {
    const by = { by: 'month' };
    const book = async (appointment_time: string) =>
      (await salon.booked({ appointment_date: SATURDAY, appointment_time })).position;
    const first = await report('appointments', { ...by, after: await book('1:00 PM') });
    const then = await ask('appointments', { ...by, at: first.position });
    const next = await report('appointments', { ...by, after: await book('2:00 PM') });
    expect(next.totals).toEqual({
      ...first.totals,
      booked: (first.totals.booked ?? 0) + 1,
      pending: (first.totals.pending ?? 0) + 1,
      online: (first.totals.online ?? 0) + 1,
      minutes: (first.totals.minutes ?? 0) + 30,
    });
    expect((await ask('appointments', { ...by, at: first.position })).text).toBe(then.text);
    const ofToday = await report('appointments', { ...by, at: first.position, to: TODAY });
    expect(ofToday.totals.booked).toBe(2);
    const byHour = await report('appointments', { at: first.position, by: 'hour' });
    expect([byHour.rows.length, byHour.totals]).toEqual([24, first.totals]);
    expect((await report('revenue', { at: first.position, by: 'month' })).name).toBe('revenue');
  });

  it('is asked for as of an instant, which is the last position before anything later', async () => {
    const asOf = await report('appointments', { as_of: HALF_PAST_NINE });
    expect(asOf).toMatchObject({
      as_of: EARLY.toISOString(),
      totals: { booked: 3, completed: 0, cancelled: 0 },
    });
    expect(asOf.position >= booked).toBe(true);
    expect(await report('appointments', { at: asOf.position })).toEqual(asOf);
    expect(await report('appointments', { as_of: '2026-11-20T09:30:00-08:00' })).toEqual(asOf);
  });

  it('has zeros before the first event', async () => {
    const answer = await report('appointments', { as_of: '2020-01-01T00:00:00Z' });
    expect(answer).toMatchObject({ as_of: null, totals: { booked: 0, minutes: 0 } });
    expect(answer.rows).toHaveLength(2);
    expect((await report('revenue', { at: answer.position, by: 'service' })).rows).toEqual([]);
    const { totals } = await report('utilisation', { at: answer.position });
    expect(totals).toEqual({ open_minutes: 0, booked_minutes: 0, share: null, outside_hours_minutes: 0 });
  });

  it('refuses a moment that has not been, two moments, and periods that are none', async () => {
    const messageOf = async (fields: Readonly<Record<string, string>>) =>
      fieldErrors(await ask('appointments', fields));
    expect(await messageOf({ as_of: '2026-11-20T18:00:01Z' })).toEqual({
      as_of: 'This moment lies in the future.',
    });
    expect(await messageOf({ at: 'f'.repeat(32) })).toEqual({
      at: 'Must not lie beyond the end of the log.',
    });
    expect(await messageOf({ at: booked, as_of: HALF_PAST_NINE })).toEqual({
      as_of: 'Give `at` or `as_of`, not both.',
    });
    expect(await messageOf({ as_of: 'yesterday' })).toHaveProperty('as_of');
    expect(await messageOf({ at: 'now' })).toHaveProperty('at');
    expect(await messageOf({ from: '2026-11-22' })).toEqual({ to: 'Must not lie before `from`.' });
    expect(await messageOf({ from: '2026-02-30' })).toHaveProperty('from');
    expect(await messageOf({ from: '1999-01-01', by: 'month' })).toHaveProperty('to');
    expect(await messageOf({ from: '2021-01-01', by: 'week' })).toHaveProperty('to');
    // The default grouping is by day.
    expect(await messageOf({ from: '2023-11-21' })).toHaveProperty('to');
    expect((await ask('appointments', { from: '2023-11-22' })).status).toBe(200);
    expect(await messageOf({ as_of: '9999-12-31T23:59:59-12:00' })).toHaveProperty('as_of');
    expect(await messageOf({ by: 'reason' })).toEqual({
      by: 'Must be one of day, week, month, year, weekday, hour.',
    });
    expect(fieldErrors(await staff.get(`${REPORTS}/appointments`))).toMatchObject({
      from: expect.any(String),
    });
  });

  it('is not found under another name, nor are its file and its appointments', async () => {
    for (const name of ['nothing', 'Revenue', 'revenue%20', '1', 'x'.repeat(60)])
      for (const path of [name, `${name}.csv`, `${name}/appointments`])
        expectProblem(await ask(path, { column: 'booked' }), 'not-found');
  });
});

describe('the file of a report', () => {
  it('has the rows and the totals, with amounts in dollars', async () => {
    const file = await ask('revenue.csv', { by: 'service', at: changedLast });
    expect(file.status, file.text).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="revenue-${TODAY}-${SATURDAY}.csv"`,
    });
    const [head, first, ...rest] = file.text.replace('\ufeff', '').split('\r\n');
    expect(head).toBe(
      '"Service","Earned ($)","Tips ($)","Expected ($)","Without an amount","Lost ($)","Average ($)"',
    );
    expect(first).toBe(`"Women's Haircut","45.50","5.00","0.00",0,"0.00","45.50"`);
    expect(rest).toContain('"All","45.50","5.00","0.00",1,"110.00","45.50"');
    expect((await ask('revenue.csv', { by: 'service', at: changedLast })).text).toBe(file.text);
  });

  it.each([
    ['appointments', 'day', [TODAY, SATURDAY]],
    ['appointments', 'week', ['2026-11-15']],
    ['appointments', 'month', ['2026-11']],
    ['appointments', 'year', ['2026']],
    [
      'utilisation',
      'weekday',
      ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    ],
  ])('has rows of %s by %s that a spreadsheet can calculate with', async (name, by, rows) => {
    const file = await ask(`${name}.csv`, { by, at: changedLast });
    const firsts = file.text.split('\r\n').map((line) => line.split(',')[0]);
    expect(firsts.slice(1, -1)).toEqual([...rows, 'All'].map((text) => `"${text}"`));
  });

  it('says the units of its numbers, which have few digits', async () => {
    const file = async (name: string, by: string) =>
      (await ask(`${name}.csv`, { by, at: changedLast })).text.split('\r\n');
    const cancelled = await file('cancellations', 'reason');
    expect(cancelled[0]).toContain(
      '"Cancelled","Share of booked (%)","Time given up (min)","Time filled again (min)","Lost ($)"',
    );
    expect(cancelled.at(-2)).toBe('"All",1,33.33,150,0,"110.00"');
    expect((await file('lead-time', 'days_ahead'))[0]).toContain('"Median (days)"');
  });
});

describe('the appointments behind a number', () => {
  const behind = async (fields: Readonly<Record<string, string>>) => {
    const answer = await ask('appointments/appointments', { at: changedLast, ...fields });
    expect(answer.status, answer.text).toBe(200);
    return listReportedBookings.answer.body.parse(answer.json);
  };

  it('add up to it, page by page, in order', async () => {
    const all = await behind({ column: 'minutes' });
    expect(all).toMatchObject({
      position: changedLast,
      appointments: [
        { date: TODAY, start: 540, end: 600, status: 'completed', customer_name: 'Grace Hopper', value: 60 },
        { date: SATURDAY, start: 540, end: 570, status: 'pending', customer_name: 'Ada Lovelace', value: 30 },
      ],
      next_cursor: null,
    });
    const first = await behind({ column: 'minutes', limit: '1' });
    expect(first.appointments).toEqual(all.appointments.slice(0, 1));
    const second = await behind({ column: 'minutes', limit: '1', cursor: first.next_cursor ?? '' });
    expect(second).toMatchObject({ appointments: all.appointments.slice(1), next_cursor: null });
    const ofToday = await behind({ column: 'booked', key: TODAY });
    expect(ofToday.appointments.map(({ status }) => status)).toEqual(['completed', 'cancelled']);
    expect((await behind({ column: 'booked', key: '2026-11-19' })).appointments).toEqual([]);
  });

  it('are not found for shares, averages and columns that are none', async () => {
    for (const [name, column] of [
      ['cancellations', 'share'],
      ['revenue', 'average_cents'],
      ['revenue', 'paid'],
      ['utilisation', 'open_minutes'],
      ['revenue', 'nothing'],
      ['revenue', 'Unpriced'],
    ])
      expectProblem(await ask(`${name}/appointments`, { column: column ?? '' }), 'not-found');
    expect(fieldErrors(await ask('revenue/appointments', {}))).toHaveProperty('column');
    for (const cursor of ['x', `2026-99-99.540.${NO_APPOINTMENT}`, `${TODAY}.540.${'-'.repeat(36)}`]) {
      const answer = await ask('revenue/appointments', { column: 'unpriced', cursor });
      expect(fieldErrors(answer)).toHaveProperty('cursor');
    }
  });

  it('say that a deleted one no longer exists', async () => {
    const { appointments } = await behind({ column: 'cancelled' });
    const [cancelled] = appointments;
    const position = await deleteBooking(salon, cancelled?.id ?? '');
    expect(await behind({ column: 'cancelled', after: position })).toMatchObject({
      appointments: [{ id: cancelled?.id, customer_name: null, is_deleted: true }],
    });
    expect((await behind({ column: 'cancelled', at: position })).appointments).toEqual([]);
  });
});
