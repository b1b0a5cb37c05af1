import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Calendar } from '../../src/contracts/bookings/calendar.ts';
import { Dashboard } from '../../src/contracts/bookings/dashboard.ts';
import { StaffTimes } from '../../src/contracts/bookings/staff-times.ts';
import { expectProblem } from '../support/network/http.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { blockDate, switchHours } from '../support/staff/server-staff.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
/** A Friday at 10 AM; the salon is open until 7 PM. */
function inNewSalon() {
  beforeAll(async () => {
    salon = await givenSalon({ now: FRIDAY_MORNING });
    staff = await givenStaff(salon);
  });
  afterAll(() => salon.stop());
}

const [TODAY, SATURDAY, SUNDAY] = ['2026-11-20', '2026-11-21', '2026-11-22'];
const at = (appointment_date: string, appointment_time: string, more: object = {}) => ({
  appointment_date,
  appointment_time,
  ...more,
});
const NONE = { booked: 0, cancelled: 0 };
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

async function dashboard(after: string, by = staff) {
  const answer = await by.get(`/api/admin/dashboard?after=${after}`);
  expect(answer.status, answer.text).toBe(200);
  return Dashboard.parse(answer.json);
}
async function calendar(from: string, to: string, after: string) {
  const answer = await staff.get(`/api/admin/calendar?from=${from}&to=${to}&after=${after}`);
  expect(answer.status, answer.text).toBe(200);
  return Calendar.parse(answer.json);
}
async function times(path: string) {
  const answer = await staff.get(path);
  expect(answer.status, answer.text).toBe(200);
  const day = StaffTimes.parse(answer.json);
  return {
    ...day,
    in: (state: string) => day.times.filter((each) => each.state === state).map(({ time }) => time),
  };
}

describe('the dashboard, step by step', { shuffle: false }, () => {
  inNewSalon();

  it('is all zeros in a new salon, and the first free time is the next half hour', async () => {
    expect(await dashboard(await salon.idle())).toEqual({
      date: TODAY,
      stats: { total_bookings: 0, todays_bookings: 0, total_revenue: '$0.00', pending_bookings: 0 },
      recent: [],
      today: { bookings: [] },
      after_today: null,
      taken: [],
      waiting: { total: 0, bookings: [] },
      cancelled: { total: 0, bookings: [] },
      next_free: { date: TODAY, time: '10:30 AM', duration: 30 },
      // Three days of twelve hours, and two of ten.
      week: { from: '2026-11-15', to: SATURDAY, booked_minutes: 0, open_minutes: 3 * 720 + 2 * 600 },
    });
  });

  // Spec: 9.recent-bookings, 2.dashboard-numbers, 2.dashboard-recent
  it('counts and lists what there is, as it was on this morning', async () => {
    salon.setClock(new Date('2026-11-20T15:00:00Z'));
    const early = await bookedByStaff(staff, at(TODAY, '9:00 AM', { services: ['womens-haircut'] }));
    salon.setClock(FRIDAY_MORNING);
    const next = await bookedByStaff(staff, at(TODAY, '10:30 AM', { services: ['full-highlights'] }));
    const moved = await salon.booked(at(TODAY, '3:00 PM'));
    await changed(staff, moved.id, 'cancel', { reason: 'emergency' });
    const saturday = await salon.booked(at(SATURDAY, '9:00 AM'));
    const later = await salon.booked(at('2026-12-01', '9:00 AM'));
    const last = await salon.booked(at('2026-12-02', '9:00 AM'));
    const done = await changed(staff, early.id, 'complete', { amount_cents: 4_550 });

    const seen = await dashboard(done.position > last.position ? done.position : last.position);
    expect(seen.taken).toEqual([{ method: null, cents: 4_550, tip_cents: 0 }]);
    expect(seen.stats).toEqual({
      total_bookings: 6,
      todays_bookings: 3,
      // Full highlights are from $110.
      total_revenue: '$155.50',
      pending_bookings: 3,
    });
    expect(seen.recent).toHaveLength(5);
    expect(idsOf(seen.recent)).not.toContain(early.id);
    expect(idsOf(seen.today.bookings)).toEqual([early.id, next.id]);
    expect(seen.after_today?.id).toBe(saturday.id);
    expect(seen.waiting.total).toBe(3);
    expect(idsOf(seen.waiting.bookings)).toEqual(idsOf([saturday, later, last]));
    expect(seen.cancelled).toMatchObject({
      total: 1,
      bookings: [{ id: moved.id, cancellation: { reason: 'emergency', by: 'staff' } }],
    });
    // Two and a half hours from 10:30 on are taken.
    expect(seen.next_free).toEqual({ date: TODAY, time: '1:00 PM', duration: 30 });
    expect(seen.week.booked_minutes).toBe(60 + 150 + 30);
  });

  it('forgets cancellations of the day before yesterday, and requests whose time has passed', async () => {
    salon.setClock(new Date('2026-11-22T08:00:00Z'));
    const seen = await dashboard('0'.repeat(32), await givenStaff(salon));
    salon.setClock(FRIDAY_MORNING);
    expect(seen).toMatchObject({ date: SUNDAY, cancelled: { total: 0 }, waiting: { total: 2 } });
    expect(seen.stats.pending_bookings).toBe(3);
    expect(seen.next_free).toMatchObject({ date: '2026-11-24', time: '9:00 AM' });
    expect(seen.week).toMatchObject({ from: SUNDAY, to: '2026-11-28', booked_minutes: 0 });
  });
});

describe('the calendar', () => {
  inNewSalon();

  // Spec: 7.bookings, 7.schedule, 7.blocked-dates
  it('has the hours, blocked dates and appointments of each day, and what each occupies', async () => {
    const [first, second] = ['2026-12-08', '2026-12-09'];
    const one = await salon.booked(at(first, '9:00 AM', { notes: 'Quiet chair' }));
    const gone = await salon.booked(at(first, '11:00 AM'));
    const early = await bookedByStaff(staff, at(first, '8:00 AM'));
    await changed(staff, gone.id, 'cancel', { reason: 'other' });
    const { position } = await blockDate(salon, second, 'Inventory');

    const { resources, days } = await calendar('2026-12-06', second, position);
    expect(resources).toEqual([{ id: 'first', kind: 'stylist', name: expect.any(String), order: 0 }]);
    expect(days.map(({ date }) => date)).toEqual(['2026-12-06', '2026-12-07', first, second]);
    const [sunday, , tuesday, wednesday] = days;
    expect(sunday).toEqual({
      date: '2026-12-06',
      blocked: false,
      hours_from: 'week',
      hours: [],
      blocks: [],
      bookings: [],
      left_out: NONE,
    });
    expect(tuesday?.hours).toEqual([
      { id: expect.any(String), resource_id: null, start: 540, end: 1_260, is_available: true },
    ]);
    expect(tuesday?.bookings).toMatchObject([
      { id: early.id, start: 480, end: 510, outside_hours: true, status: 'confirmed', version: 1 },
      {
        id: one.id,
        start: 540,
        end: 570,
        outside_hours: false,
        status: 'pending',
        customer_name: 'Ada Lovelace',
        notes: 'Quiet chair',
        services: [{ id: 'scalp-treatment', duration: 30 }],
        total_amount: 'Price Varies - Determined at Consultation',
        catalogue_amount: null,
        parts: [{ resource_id: 'first', kind: 'service', start: 540, end: 570 }],
      },
      { id: gone.id, status: 'cancelled', parts: [] },
    ]);
    expect(wednesday).toMatchObject({
      blocked: true,
      blocks: [{ id: expect.any(String), resource_id: null, start: 0, end: 1_440, reason: 'Inventory' }],
    });
  });

  it('shows hours that are switched off, and what they leave outside', async () => {
    const date = '2026-12-18';
    const booking = await salon.booked(at(date, '9:00 AM'));
    const [day] = (await calendar(date, date, booking.position)).days;
    const { position } = await switchHours(salon, day?.hours[0]?.id ?? '', false);
    const [after] = (await calendar(date, date, position)).days;
    expect(after?.hours).toMatchObject([{ is_available: false }]);
    expect(after?.bookings).toMatchObject([{ id: booking.id, outside_hours: true }]);
    await switchHours(salon, day?.hours[0]?.id ?? '', true);
  });

  it('tells the first appointments of each day only, where there is room for no more', async () => {
    // Not a weekday whose hours another test switches.
    const date = '2026-12-17';
    const gone = await salon.booked(at(date, '9:00 AM'));
    await salon.booked(at(date, '10:00 AM'));
    const { position } = await salon.booked(at(date, '11:00 AM'));
    await changed(staff, gone.id, 'cancel', { reason: 'other' });
    const ask = (perDay: number | string) =>
      staff.get(`/api/admin/calendar?from=${date}&to=${date}&per_day=${perDay}&after=${position}`);
    const told = async (perDay: number) => {
      const { bookings, left_out } = Calendar.parse((await ask(perDay)).json).days[0] ?? {};
      return { told: bookings?.map(({ start, status }) => [start, status]), left_out };
    };
    await expect
      .poll(() => told(1))
      .toEqual({ told: [[600, 'pending']], left_out: { booked: 1, cancelled: 1 } });
    expect(await told(2)).toEqual({
      told: [
        [600, 'pending'],
        [660, 'pending'],
      ],
      left_out: { booked: 0, cancelled: 1 },
    });
    expect((await told(3)).told).toContainEqual([540, 'cancelled']);
    for (const wrong of ['0', '101', 'two']) expectProblem(await ask(wrong), 'validation-failed');
  });

  it('is asked for at most a hundred days, in order', async () => {
    const ask = (from: string, to: string) => staff.get(`/api/admin/calendar?from=${from}&to=${to}`);
    expectProblem(await ask('2026-12-02', '2026-12-01'), 'validation-failed');
    expectProblem(await ask('2026-12-01', '2027-03-11'), 'validation-failed');
    expect((await ask('2026-12-01', '2027-03-10')).status).toBe(200);
  });
});

describe('the times that staff choose from', () => {
  inNewSalon();

  const HAIRCUT = 'services=womens-haircut';

  // Spec: 9.lists-of-times, 5.manual-window
  it('are those from 8 AM to 8 PM, each with what speaks against it', async () => {
    const date = '2026-12-10';
    const { position } = await salon.booked(at(date, '11:00 AM'));
    const day = await times(`/api/admin/availability?date=${date}&${HAIRCUT}&after=${position}`);
    expect(day).toMatchObject({ date, blocked: false, closed: false, duration: 60 });
    expect(day.in('taken')).toEqual(['10:30 AM', '11:00 AM']);
    // Too short is told from taken.
    expect(day.times.filter(({ state }) => state === 'taken')).toEqual([
      { time: '10:30 AM', state: 'taken', free_minutes: 30 },
      { time: '11:00 AM', state: 'taken' },
    ]);
    expect(day.in('outside_hours')).toEqual(['8:00 AM', '8:30 AM']);
    expect(day.in('free').at(-1)).toBe('8:00 PM');
    expect(day.in('free')).toHaveLength(25 - 4);
    const sunday = await times(`/api/admin/availability?date=2026-12-13&${HAIRCUT}`);
    expect({ closed: sunday.closed, outside: sunday.in('outside_hours').length }).toEqual({
      closed: true,
      outside: 25,
    });
    const today = await times(`/api/admin/availability?date=${TODAY}&services=scalp-treatment`);
    expect(today.in('began')).toEqual(['8:00 AM', '8:30 AM', '9:00 AM', '9:30 AM', '10:00 AM']);
  });

  it('are none on a blocked day, one that is over and one too far ahead', async () => {
    const blocked = '2026-12-11';
    const { position } = await blockDate(salon, blocked, 'Inventory');
    const on = async (date: string) =>
      StaffTimes.parse(
        (await staff.get(`/api/admin/availability?date=${date}&${HAIRCUT}&after=${position}`)).json,
      );
    expect(await on(blocked)).toMatchObject({ blocked: true, times: [] });
    expect(await on('2026-11-19')).toMatchObject({ blocked: false, times: [] });
    expect(await on('2027-06-01')).toMatchObject({ blocked: false, times: [] });
    expectProblem(
      await staff.get(`/api/admin/availability?date=${blocked}&services=magic`),
      'unknown-service',
    );
  });

  it('may overlap the time of the appointment that is moved, and every one that is offered can be taken', async () => {
    const date = '2026-12-16';
    const booking = await salon.booked(at(date, '10:00 AM', { services: ['womens-haircut'] }));
    const { position } = await salon.booked(at(date, '11:30 AM'));
    const path = `/api/admin/bookings/${booking.id}/availability`;
    const day = await times(`${path}?date=${date}&after=${position}`);
    expect(day.in('taken')).toEqual(['11:00 AM', '11:30 AM']);
    expect(day.duration).toBe(60);
    const move = (new_time: string) =>
      staff.post(`/api/admin/bookings/${booking.id}/reschedule`, { new_date: date, new_time });
    for (const time of day.in('taken')) expectProblem(await move(time), 'slot-taken');
    for (const time of ['10:30 AM', ...day.in('outside_hours')]) expect((await move(time)).status).toBe(200);
    expectProblem(
      await staff.get(`/api/admin/bookings/00000000-0000-4000-8000-000000000001/availability?date=${date}`),
      'booking-not-found',
    );
  });
});
