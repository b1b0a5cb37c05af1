import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminBookingDetails } from '../../src/contracts/bookings/admin-booking.ts';
import { Calendar, listCalendarMoments } from '../../src/contracts/bookings/calendar.ts';
import { positionBefore } from '../../src/eventsourcing/event-store.ts';
import { addSalonDays, type SalonDate, salonDate } from '../../src/salon/salon-time.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { TIME_ZONE } from '../support/salon/test-salon.ts';
import { operatorCommand } from '../support/server/operator-command.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { customersOf } from '../support/staff/customers-api.ts';
import { commandsOn, type Step, step } from '../support/staff/random-commands.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, bookedSoon, changed } from '../support/staff/staff-bookings.ts';

/** The calendar, and an appointment, as they were at a moment. */

let salon: TestSalon;
let staff: StaffApi;
let people: ReturnType<typeof customersOf>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  people = customersOf(salon, staff);
});
afterAll(() => salon.stop());

interface Days {
  readonly from: SalonDate;
  readonly to: SalonDate;
}

async function calendar(query: Readonly<Record<string, string>>): Promise<Calendar> {
  const answer = await staff.get(`/api/admin/calendar?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return Calendar.parse(answer.json);
}

async function momentsOf(days: Days) {
  const { body } = listCalendarMoments.answer;
  const all: (typeof body)['_output']['moments'] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ ...days, ...(cursor && { cursor }) });
    const answer = await staff.get(`/api/admin/calendar/moments?${query}`);
    expect(answer.status, answer.text).toBe(200);
    const page = body.parse(answer.json);
    all.push(...page.moments);
    cursor = page.next_cursor;
  }
  return all;
}

/** What the log says of the days: without the moment, and without what is personal and so always of today. */
const factsOf = ({ days, resources }: Calendar) => ({
  resources,
  days: days.map(({ bookings, blocks, ...day }) => ({
    ...day,
    blocks: blocks.map(({ reason: _, ...block }) => block),
    bookings: bookings.map(
      ({ customer_name: _1, customer_phone: _2, notes: _3, is_deleted: _4, ...facts }) => facts,
    ),
  })),
});

const bookingsIn = ({ days }: Calendar) => days.flatMap(({ bookings }) => bookings);

describe('after random commands', () => {
  interface Kept {
    readonly days: Days;
    readonly position: string;
    readonly facts: ReturnType<typeof factsOf>;
  }

  it('is what it was then, whenever it is asked for, also from rebuilt read models', {
    timeout: 300_000,
  }, async () => {
    const kept: Kept[] = [];
    const today = salonDate(new Date(), TIME_ZONE);
    const soon = await bookedSoon(salon, staff, people.stranger('Early Bird'));
    const near = { from: today, to: addSalonDays(today, 1) };

    async function run(steps: readonly Step[]) {
      const from = salon.freshDay();
      const send = commandsOn({ salon, staff, people, from, soon });
      for (const one of steps) {
        const position = await send(one);
        if (position === null) continue;
        for (const days of [near, { from, to: addSalonDays(from, 3) }])
          kept.push({ days, position, facts: factsOf(await calendar({ ...days, after: position })) });
      }
    }
    const worlds = fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), run);
    await fc.assert(worlds, { numRuns: 3, endOnFailure: true });
    expect(kept.length).toBeGreaterThan(20);

    async function askAgain() {
      const now = new Map<string, string | null>();
      for (const days of new Set(kept.map((one) => one.days)))
        for (const { id, customer_name } of bookingsIn(await calendar({ ...days })))
          now.set(id, customer_name);
      for (const { days, position, facts } of kept) {
        const then = await calendar({ ...days, at: position });
        expect(then.position).toBe(position);
        expect(factsOf(then), `${days.from} at ${position}`).toEqual(facts);
        // Whoever is still there is named as today, also where the appointment was then.
        for (const booking of bookingsIn(then)) {
          if (booking.is_deleted) expect(booking).toMatchObject({ customer_name: null, notes: null });
          else if (now.has(booking.id)) expect(booking.customer_name).toBe(now.get(booking.id));
        }
      }
    }
    await askAgain();
    await operatorCommand(salon, 'replay.ts');
    await askAgain();

    // The calendar's moments are exactly the positions at which it changed.
    const last = kept.at(-1)?.days;
    if (!last) throw new Error('nothing was kept');
    const moments = await momentsOf(last);
    for (const { position } of moments) {
      const before = await calendar({ ...last, at: positionBefore(position) });
      const after = await calendar({ ...last, at: position });
      expect(factsOf(before), position).not.toEqual(factsOf(after));
    }
    const mine = kept.filter(({ days }) => days.from === last.from);
    for (const [index, { position, facts }] of mine.entries()) {
      const earlier = mine[index - 1];
      const isChanged = earlier && JSON.stringify(earlier.facts) !== JSON.stringify(facts);
      const between = moments.filter(
        (one) => one.position <= position && one.position > (earlier?.position ?? ''),
      );
      if (isChanged) expect(between, position).not.toEqual([]);
      else if (earlier) expect(between, position).toEqual([]);
    }
  });
});

describe('a moment', () => {
  it('is asked for by its position or an instant, and the answer names both', async () => {
    const date = salon.freshDay();
    const days = { from: date, to: date };
    const booked = await bookedByStaff(staff, { ...people.stranger('Iris Blum'), appointment_date: date });
    const then = await calendar({ ...days, at: booked.position });
    const { position, as_of } = then;
    expect({ position, as_of }).toEqual({ position: booked.position, as_of: expect.any(String) });
    await changed(staff, booked.id, 'cancel', { reason: 'other' });
    const [before] = bookingsIn(await calendar({ ...days, at: positionBefore(booked.position) }));
    expect(before).toBeUndefined();
    expect(bookingsIn(await calendar({ ...days, at: booked.position }))).toMatchObject([
      { id: booked.id, status: 'confirmed', customer_name: 'Iris Blum' },
    ]);
    const beforeAll = await calendar({ ...days, as_of: '2020-01-01T00:00:00Z' });
    expect(beforeAll).toMatchObject({ as_of: null, days: [{ date, bookings: [], hours: [] }] });
    // The calendar of now says nothing of a moment.
    expect(await calendar(days)).not.toHaveProperty('position');
  });

  it('that has not been yet, or is named twice, is refused', async () => {
    const date = salon.freshDay();
    const at = async (query: string) =>
      fieldErrors(await staff.get(`/api/admin/calendar?from=${date}&to=${date}&${query}`));
    expect(await at(`at=${'f'.repeat(32)}`)).toEqual({ at: 'Must not lie beyond the end of the log.' });
    expect(await at('as_of=2199-01-01T00:00:00Z')).toEqual({ as_of: 'Must not lie in the future.' });
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
    expect(bookingsIn(await calendar(query))).toMatchObject([{ customer_name: 'Vera Novak', notes: 'Shy' }]);
    await staff.post(`/api/admin/customers/${id}/erase`);
    await eventually(async () => {
      const [erased] = bookingsIn(await calendar(query));
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
    expect((await calendar({ ...days, at })).days).toMatchObject([
      { blocked: true, blocks: [{ reason: 'Fair' }] },
    ]);
    const { id } = blocked.json as { readonly id: string };
    const after = positionOf(await staff.delete(`/api/admin/blocked-dates/${id}`));
    expect((await calendar({ ...days, at, after })).days).toMatchObject([
      { blocked: true, blocks: [{ id, reason: null }] },
    ]);
    expect((await calendar({ ...days, after })).days).toMatchObject([{ blocked: false, blocks: [] }]);
  });
});

describe('the changes of some days', () => {
  it('are told in the words of the histories, the newest first, without names', async () => {
    const [date, other] = [salon.freshDay(), salon.freshDay()];
    const days = { from: date, to: date };
    const booked = await bookedByStaff(staff, { ...people.stranger('Olga Brandt'), appointment_date: date });
    const moved = await changed(staff, booked.id, 'reschedule', { new_date: other, new_time: '2:00 PM' });
    // Nothing of this touches the first day any more.
    await changed(staff, booked.id, 'cancel', { reason: 'other' });
    const moments = await eventually(async () => {
      const all = await momentsOf(days);
      expect(all.map(({ position }) => position)).toEqual([moved.position, booked.position]);
      return all;
    });
    expect(moments.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^Moved: \w{3}, \w{3} \d+, \d{4} · 10:00 AM · Scalp Treatment$/),
      expect.stringMatching(/^Booked: \w{3}, \w{3} \d+, \d{4} · 10:00 AM · Scalp Treatment$/),
    ]);
    expect(JSON.stringify(moments)).not.toContain('Olga');
    expect((await momentsOf({ from: other, to: other })).map(({ what }) => what)).toEqual([
      expect.stringMatching(/^Cancelled: .+ · 2:00 PM · Scalp Treatment$/),
      expect.stringMatching(/^Moved: .+ · 2:00 PM · Scalp Treatment$/),
    ]);
    const first = await staff.get(
      `/api/admin/calendar/moments?from=${date}&to=${date}&cursor=${moved.position}`,
    );
    expect(first.json).toMatchObject({ moments: [{ position: booked.position }], next_cursor: null });
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
      (await momentsOf({ from: date, to: date })).filter((moment) => moment.position === position);
    await eventually(async () => {
      expect(await of(sunday)).toMatchObject([{ what: 'Hours added: Sunday, 10:00 AM – 12:00 PM' }]);
    });
    expect(await of('2026-11-30')).toEqual([]);
  });
});

describe('an appointment of a moment', () => {
  const detailsAt = async (id: string, at: string) => {
    const answer = await staff.get(`/api/admin/bookings/${id}?at=${at}`);
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
    const details = await detailsAt(booked.id, booked.position);
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
    expect(await detailsAt(booked.id, positionBefore(deleted))).toMatchObject({
      is_deleted: true,
      customer_name: null,
      customer_email: null,
      notes: null,
      services: [{ id: 'scalp-treatment' }],
    });
  });
});
