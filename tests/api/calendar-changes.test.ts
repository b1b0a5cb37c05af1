import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminBookingDetails } from '../../src/contracts/bookings/admin-booking.ts';
import { positionBefore } from '../../src/eventsourcing/event-store.ts';
import { dayAs } from '../../src/salon/date-text.ts';
import { dayOfWeek, type SalonDate } from '../../src/salon/salon-time.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { bookingsIn, calendarOf, changesOf } from '../support/staff/calendar-at.ts';
import { customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';

/** The calendar, and an appointment, as they were at a moment. */

const dayText = (date: SalonDate) => dayAs(date, 'EEE, MMM d, yyyy');

let salon: TestSalon;
let staff: StaffApi;
let people: ReturnType<typeof customersOf>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  people = customersOf(salon, staff);
});
afterAll(() => salon.stop());

describe('a moment', () => {
  it('is asked for by its position or an instant, and the answer names both', async () => {
    const date = salon.freshDay();
    const days = { from: date, to: date };
    const booked = await bookedByStaff(staff, { ...people.stranger('Iris Blum'), appointment_date: date });
    const then = await calendarOf(staff, { ...days, at: booked.position });
    const { position, as_of } = then;
    expect({ position, as_of }).toEqual({ position: booked.position, as_of: expect.any(String) });
    await changed(staff, booked.id, 'cancel', { reason: 'other' });
    const [before] = bookingsIn(await calendarOf(staff, { ...days, at: positionBefore(booked.position) }));
    expect(before).toBeUndefined();
    expect(bookingsIn(await calendarOf(staff, { ...days, at: booked.position }))).toMatchObject([
      { id: booked.id, status: 'confirmed', customer_name: 'Iris Blum' },
    ]);
    const beforeAll = await calendarOf(staff, { ...days, as_of: '2020-01-01T00:00:00Z' });
    expect(beforeAll).toMatchObject({ as_of: null, days: [{ date, bookings: [], hours: [] }] });
    // The calendar of now says nothing of a moment.
    expect(await calendarOf(staff, days)).not.toHaveProperty('position');
  });

  it('that has not been yet, or is named twice, is refused', async () => {
    const date = salon.freshDay();
    const at = async (query: string) =>
      fieldErrors(await staff.get(`/api/admin/calendar?from=${date}&to=${date}&${query}`));
    expect(await at(`at=${'f'.repeat(32)}`)).toEqual({ at: 'Must not lie beyond the end of the log.' });
    expect(await at('as_of=2199-01-01T00:00:00Z')).toEqual({ as_of: 'This moment lies in the future.' });
    expect(await at(`at=${'0'.repeat(32)}&as_of=2020-01-01T00:00:00Z`)).toEqual({
      as_of: 'Give `at` or `as_of`, not both.',
    });
    expect(await at('as_of=yesterday')).toEqual({
      as_of: 'Must be an instant such as 2026-11-23T18:00:00Z.',
    });
  });

  it('is reached by an erasure, also in an answer that was just given, and keeps the appointment', async () => {
    const date = salon.freshDay();
    const { id, booking } = await people.registered('Vera Novak', { appointment_date: date, notes: 'Shy' });
    const query = { from: date, to: date, at: booking.position };
    expect(bookingsIn(await calendarOf(staff, query))).toMatchObject([
      { customer_name: 'Vera Novak', notes: 'Shy' },
    ]);
    await staff.post(`/api/admin/customers/${id}/erase`);
    await eventually(async () => {
      const [erased] = bookingsIn(await calendarOf(staff, query));
      expect(erased).toMatchObject({
        id: booking.id,
        customer_name: null,
        customer_phone: null,
        notes: null,
      });
      expect(erased).not.toHaveProperty('is_deleted');
    });
  });

  it('shows a block without the reason that went with it', async () => {
    const date = salon.freshDay();
    const days = { from: date, to: date };
    const blocked = await staff.post('/api/admin/blocked-dates', { blocked_date: date, reason: 'Fair' });
    const at = positionOf(blocked);
    expect((await calendarOf(staff, { ...days, at })).days).toMatchObject([
      { blocked: true, blocks: [{ reason: 'Fair' }] },
    ]);
    const { id } = blocked.json as { readonly id: string };
    const after = positionOf(await staff.delete(`/api/admin/blocked-dates/${id}`));
    expect((await calendarOf(staff, { ...days, at, after })).days).toMatchObject([
      { blocked: true, blocks: [{ id, reason: null }] },
    ]);
    expect((await calendarOf(staff, { ...days, after })).days).toMatchObject([
      { blocked: false, blocks: [] },
    ]);
  });
});

describe('the changes of some days', () => {
  it('say what happened to whom, the newest first', async () => {
    const [date, other] = [salon.freshDay(), salon.freshDay()];
    const days = { from: date, to: date };
    const booked = await bookedByStaff(staff, { ...people.stranger('Olga Brandt'), appointment_date: date });
    const moved = await changed(staff, booked.id, 'reschedule', { new_date: other, new_time: '2:00 PM' });
    // Nothing of this touches the first day any more.
    const { position: after } = await changed(staff, booked.id, 'cancel', { reason: 'other' });
    const changes = await eventually(async () => {
      // The weekday's hours came before.
      const all = (await changesOf(staff, { ...days, after })).filter(
        ({ position }) => position >= booked.position,
      );
      expect(all.map(({ position }) => position)).toEqual([moved.position, booked.position]);
      return all;
    });
    expect(changes.map(({ what }) => what)).toEqual([
      `Olga Brandt moved from ${dayText(date)}, 10 AM to ${dayText(other)}, 2 PM`,
      `Olga Brandt · booked · ${dayText(date)} · 10 AM · Scalp Treatment`,
    ]);
    const [cancelled, arrived] = await changesOf(staff, { from: other, to: other, after });
    expect([cancelled?.what, arrived?.what]).toEqual([
      `Olga Brandt · cancelled · ${dayText(other)} · 2 PM · Scalp Treatment`,
      `Olga Brandt moved from ${dayText(date)}, 10 AM to ${dayText(other)}, 2 PM`,
    ]);
    const first = await staff.get(
      `/api/admin/calendar/moments?from=${date}&to=${date}&cursor=${moved.position}`,
    );
    const { moments, next_cursor } = first.json as { moments: readonly object[]; next_cursor: unknown };
    expect([moments[0], moments.at(-1), next_cursor]).toMatchObject([
      { position: booked.position },
      { what: expect.stringMatching(/hours added/) },
      null,
    ]);
  });

  it('name nobody who was erased, and no appointment that was deleted', async () => {
    const date = salon.freshDay();
    const days = { from: date, to: date };
    const { id, booking } = await people.registered('Wanda Holz', { appointment_date: date });
    const moved = await changed(staff, booking.id, 'reschedule', { new_date: date, new_time: '3:30 PM' });
    const whatOf = async (after: string) =>
      (await changesOf(staff, { ...days, after })).find(({ position }) => position === moved.position)?.what;
    expect(await whatOf(moved.position)).toBe(`Wanda Holz moved from 10 AM to 3:30 PM on ${dayText(date)}`);
    await staff.post(`/api/admin/customers/${id}/erase`);
    await eventually(async () => {
      expect(await whatOf(moved.position)).toBe(
        `Erased customer moved from 10 AM to 3:30 PM on ${dayText(date)}`,
      );
    });
    const deleted = positionOf(await staff.delete(`/api/admin/bookings/${booking.id}`));
    expect(await whatOf(deleted)).toMatch(/^Deleted appointment moved from 10 AM to 3:30 PM/);
  });

  it('say what was decided about the date alone, and leave out weekly hours that it hadn’t then', async () => {
    const date = salon.freshDay();
    const [hours, times] = [`/api/admin/days/${date}/hours`, '/api/admin/blocked-times'];
    const window = (start_time: string, end_time: string) => ({ start_time, end_time });
    await staff.post(hours, { windows: [window('10:00', '12:00'), window('13:30', '18:00')] });
    await staff.post(hours, { windows: [] });
    const added = await staff.post('/api/admin/hours', {
      day_of_week: dayOfWeek(date),
      ...window('22:00', '23:00'),
    });
    await staff.delete(`/api/admin/hours/${(added.json as { readonly id: string }).id}`);
    await staff.delete(hours);
    const lunch = await staff.post(times, { date, ...window('12:00', '13:00'), reason: 'Lunch' });
    const { id } = lunch.json as { readonly id: string };
    await staff.patch(`${times}/${id}`, window('12:30', '13:30'));
    const after = positionOf(await staff.delete(`${times}/${id}`));
    const whats = (await changesOf(staff, { from: date, to: date, after })).map(({ what }) => what);
    expect(whats.filter((what) => what.startsWith(dayText(date)) || what.includes('10 PM'))).toEqual(
      [
        'blocked time opened again · 12:30 PM – 1:30 PM',
        'blocked time moved from 12 PM – 1 PM to 12:30 PM – 1:30 PM',
        'time blocked · 12 PM – 1 PM',
        'hours of every week again',
        'hours of this date set · closed',
        'hours of this date set · 10 AM – 12 PM, 1:30 PM – 6 PM',
      ].map((what) => `${dayText(date)} · ${what}`),
    );
  });

  it('are not those of another weekday’s hours', async () => {
    const sunday = '2026-11-29';
    const added = await staff.post('/api/admin/hours', {
      day_of_week: 0,
      start_time: '10:00',
      end_time: '12:00',
    });
    const position = positionOf(added);
    const of = async (date: SalonDate) =>
      (await changesOf(staff, { from: date, to: date })).filter((change) => change.position === position);
    await eventually(async () => {
      expect(await of(sunday)).toMatchObject([{ what: 'Sunday · hours added · 10 AM – 12 PM' }]);
    });
    const { id } = added.json as { readonly id: string };
    const times = { start_time: '09:30', end_time: '12:00' };
    const changedHours = positionOf(await staff.patch(`/api/admin/hours/${id}`, times));
    const off = positionOf(await staff.patch(`/api/admin/hours/${id}`, { is_available: false }));
    const whats = (await changesOf(staff, { from: sunday, to: sunday, after: off })).filter(
      (change) => change.position === changedHours || change.position === off,
    );
    expect(whats.map(({ what }) => what)).toEqual([
      'Sunday · hours switched off · 9:30 AM – 12 PM',
      'Sunday · hours changed from 10 AM – 12 PM to 9:30 AM – 12 PM',
    ]);
    expect(await of('2026-11-30')).toEqual([]);
  });
});

describe('an appointment of a moment', () => {
  const detailsAt = async (id: string, at: string, after = at) => {
    const answer = await staff.get(`/api/admin/bookings/${id}?at=${at}&after=${after}`);
    expect(answer.status, answer.text).toBe(200);
    // It can't be changed, so there is nothing to name in `If-Match`.
    expect(answer.headers.etag).toBeUndefined();
    return AdminBookingDetails.parse(answer.json);
  };

  it('has the facts of then, and the person of today', async () => {
    const [date, other] = [salon.freshDay(), salon.freshDay()];
    const person = people.stranger('Emil Sand');
    const booked = await bookedByStaff(staff, { ...person, appointment_date: date });
    await changed(staff, booked.id, 'reschedule', { new_date: other, new_time: '2:00 PM' });
    await changed(staff, booked.id, 'sms-consent', { sms_consent: false });
    const corrected = await changed(staff, booked.id, 'contact', {
      customer_email: person.customer_email,
      customer_phone: '(925) 555-0188',
    });
    const details = await detailsAt(booked.id, booked.position, corrected.position);
    expect(details).toMatchObject({
      position: booked.position,
      version: 1,
      appointment_date: date,
      appointment_time: '10:00 AM',
      status: 'confirmed',
      sms_consent: true,
      cancellation: null,
      has_started: false,
      earlier_visits: 0,
      customer_name: 'Emil Sand',
      customer_phone: '(925) 555-0188',
    });
    expect(details.sms_consent_said).toEqual({ at: details.created_at, by: 'staff' });
    const { position: _, as_of: _at, ...then } = await detailsAt(booked.id, corrected.position);
    const now = await staff.get(`/api/admin/bookings/${booked.id}?after=${corrected.position}`);
    const { customer_id: _now, ...facts } = AdminBookingDetails.parse(now.json);
    expect(then).toMatchObject(facts);
  });

  it('is not found before it was booked and after it was deleted; in between nobody is named any more', async () => {
    const booked = await bookedByStaff(staff, {
      ...people.stranger('Gone Soon'),
      appointment_date: salon.freshDay(),
    });
    const deleted = positionOf(await staff.delete(`/api/admin/bookings/${booked.id}`));
    for (const at of [positionBefore(booked.position), deleted])
      expectProblem(await staff.get(`/api/admin/bookings/${booked.id}?at=${at}`), 'booking-not-found');
    expect(await detailsAt(booked.id, positionBefore(deleted), deleted)).toMatchObject({
      is_deleted: true,
      customer_name: null,
      customer_email: null,
      notes: null,
      services: [{ id: 'scalp-treatment' }],
    });
  });
});
