import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventsUpToHead, storedEvent } from '../../src/backup/read-log.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import {
  addSalonDays,
  instantsOfDays,
  type SalonDate,
  salonDate,
  salonDays,
} from '../../src/salon/salon-time.ts';
import { givenAdmin } from '../support/accounts/auth-client.ts';
import { expectProblem, problemOf } from '../support/network/http.ts';
import { TIME_ZONE } from '../support/salon/test-salon.ts';
import {
  bookingRequest,
  givenSalon,
  givenSalonForThisTest,
  type TestSalon,
} from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';
import { addedStylist } from '../support/staff/stylists.ts';

const ADDRESS = '/api/account/calendar-address';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

/** Makes an address. @returns its path */
async function made(by: StaffApi = staff, of?: { readonly stylist_id: string }): Promise<string> {
  const { status, json, text } = await by.post(ADDRESS, of);
  expect(status, text).toBe(200);
  const { url } = json as { readonly url: string };
  expect(url).toMatch(/^http:\/\/localhost:\d+\/calendar\/[\w-]{43}\.ics$/);
  return new URL(url).pathname;
}
const since = async (by: StaffApi) =>
  ((await by.get('/api/account')).json as { calendar_address_since: string | null }).calendar_address_since;

function entriesIn(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const events = calendar.getAllSubcomponents('vevent').map((component) => ({
    event: new ICAL.Event(component),
    status: component.getFirstPropertyValue('status'),
  }));
  return new Map(events.map((one) => [one.event.uid, one]));
}
const notFound = async (path: string) => {
  expectProblem(await salon.get(path), 'not-found');
};

it('is off until it is made, and opens nothing once it is turned off or made anew', async () => {
  const own = await givenStaff(salon);
  expect(await since(own)).toBeNull();
  const first = await made(own);
  expect(Date.parse((await since(own)) ?? '')).toBeGreaterThan(0);
  expect((await salon.get(first)).status).toBe(200);

  const second = await made(own);
  await notFound(first);
  expect((await salon.get(second)).status).toBe(200);

  expect((await own.delete(ADDRESS)).status).toBe(204);
  expect((await own.delete(ADDRESS)).status).toBe(204);
  expect(await since(own)).toBeNull();
  await notFound(second);
});

it('is each staff member’s own, and ends with their role', async () => {
  const other = await givenAdmin(salon);
  const theirs = await salon.post(ADDRESS, undefined, { token: other.token });
  const path = new URL((theirs.json as { url: string }).url).pathname;
  const own = await made();
  expect((await salon.get(path)).status).toBe(200);
  await salon.database.pool.query('delete from accounts.user_roles where user_id = $1', [other.id]);
  await notFound(path);
  expect((await salon.get(own)).status).toBe(200);
});

describe('an address of one stylist', () => {
  let bea: string;
  let path: string;
  beforeEach(async () => {
    bea = await addedStylist(staff, { name: 'Bea Ray' });
  });
  const summariesAt = async () => {
    const { text } = await salon.get(`${path}?after=${await salon.idle()}`);
    return [...entriesIn(text).values()].map(({ event }) => event.summary);
  };

  it('has their appointments, and the blocked times of them and of everybody', async () => {
    const date = salon.freshDay();
    const of = (customer_name: string, stylist_id: string) =>
      bookedByStaff(staff, { appointment_date: date, customer_name, stylist_id });
    await of('Ida Anning', 'first');
    await of('Noor Bell', bea);
    for (const [reason, stylist_id] of [
      ['Ann away', 'first'],
      ['Dentist', bea],
      ['Meeting', undefined],
    ])
      await staff.post('/api/admin/blocked-times', {
        date,
        start_time: '16:00',
        end_time: '17:00',
        reason,
        stylist_id,
        acknowledged: true,
      });
    await staff.post('/api/admin/blocked-dates', { blocked_date: salon.freshDay(), reason: 'Fair' });
    path = await made(staff, { stylist_id: bea });
    const shown = await summariesAt();
    expect(shown.toSorted()).toEqual(['Dentist', 'Fair', 'Meeting', 'Noor: Scalp Treatment']);
    expect((await staff.get('/api/account')).json).toMatchObject({ calendar_address_of: bea });
    path = await made();
    expect(await summariesAt()).toEqual(
      expect.arrayContaining([
        'Ida: Scalp Treatment · Lumière Hair Studio',
        'Noor: Scalp Treatment · Bea Ray',
      ]),
    );
    expect(await summariesAt()).not.toContain('Meeting');
    expect((await staff.get('/api/account')).json).not.toHaveProperty('calendar_address_of');
  });

  it('is all that a stylist can make, and ends for good when they become another one', async () => {
    const stylist = await givenStaff(salon, { role: 'stylist', stylistId: bea });
    const appointment_date = salon.freshDay();
    await bookedByStaff(staff, { appointment_date, customer_name: 'Ida Anning', stylist_id: 'first' });
    await bookedByStaff(staff, { appointment_date, customer_name: 'Noor Bell', stylist_id: bea });
    path = await made(stylist);
    expect((await stylist.get('/api/account')).json).toMatchObject({ calendar_address_of: bea });
    const shown = await summariesAt();
    expect(shown).toContain('Noor: Scalp Treatment');
    expect(shown).not.toContainEqual(expect.stringMatching(/^Ida/));
    expectProblem(await stylist.post(ADDRESS, { stylist_id: 'first' }), 'forbidden');
    for (const stylist_id of ['first', bea]) {
      const person = `/api/admin/people/${stylist.userId}`;
      expect((await staff.patch(person, { role: 'stylist', stylist_id })).status).toBe(200);
      await notFound(path);
    }
    expect(await since(stylist)).toBeNull();
  });

  it('has a blocked date from its first to its last moment, also where the clock changes', async () => {
    const ofDay = (date: SalonDate) => instantsOfDays(date, date, TIME_ZONE);
    const today = salonDate(new Date(), TIME_ZONE);
    const changing = salonDays(today, addSalonDays(today, 300)).find((date) => {
      const [start, end] = ofDay(date);
      return end.getTime() - start.getTime() !== 86_400_000;
    });
    if (!changing) throw new Error('the clock doesn’t change');
    const blocked = await staff.post('/api/admin/blocked-dates', { blocked_date: changing, reason: 'Gone' });
    expect(blocked.status, blocked.text).toBe(201);
    const { id } = blocked.json as { readonly id: string };
    onTestFinished(async () => {
      expect((await staff.delete(`/api/admin/blocked-dates/${id}`)).status).toBe(200);
    });
    path = await made(staff, { stylist_id: bea });
    const { text } = await salon.get(`${path}?after=${await salon.idle()}`);
    const entry = [...entriesIn(text).values()].find(({ event }) => event.summary === 'Gone')?.event;
    expect([entry?.startDate.toJSDate(), entry?.endDate.toJSDate()]).toEqual(ofDay(changing));
  });

  it('is of nobody who is no stylist', async () => {
    const stylist_id = '00000000-0000-4000-8000-000000000000';
    expectProblem(await staff.post(ADDRESS, { stylist_id }), 'unknown-stylist');
  });
});

it('asks who it is when the sign-in was too long ago', async () => {
  const late = await givenSalonForThisTest({ now: new Date() });
  const { token } = await givenAdmin(late);
  late.setClock(new Date(Date.now() + 3_660_000));
  const answer = await late.post(ADDRESS, undefined, { token });
  expect(['fresh-sign-in-required', 'sign-in-required']).toContain(problemOf(answer).code);
});

describe('the calendar on a phone', () => {
  it('has times, services and first names, and nothing else of customers', async () => {
    // Nobody is named, since nobody has made it a team.
    const alone = await givenSalonForThisTest({ now: new Date() });
    const by = await givenStaff(alone);
    const booking = await alone.booked({
      customer_name: '  Wilhelmina  Quagmire ',
      customer_email: 'wilhelmina@quagmire.example',
      customer_phone: '(925) 555-0177',
      notes: 'Allergic to lavender',
      appointment_date: alone.freshDay(),
    });
    const path = await made(by);
    const pending = await alone.get(`${path}?after=${booking.position}`);
    expect(pending.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    const before = entriesIn(pending.text).get(booking.id);
    expect([before?.event.summary, before?.status]).toEqual([
      'Wilhelmina: Scalp Treatment (to be confirmed)',
      'TENTATIVE',
    ]);
    const [from, to] = [before?.event.startDate.toJSDate(), before?.event.endDate.toJSDate()];
    expect((to?.getTime() ?? 0) - (from?.getTime() ?? 0)).toBe(30 * 60_000);
    expect(pending.text).not.toMatch(/Quagmire|quagmire|555-?0177|lavender/);

    const { version } = await changed(by, booking.id, 'confirm');
    const confirmed = await alone.get(`${path}?after=${await alone.log.head()}`);
    const after = entriesIn(confirmed.text).get(booking.id);
    expect([after?.event.summary, after?.status, after?.event.sequence]).toEqual([
      'Wilhelmina: Scalp Treatment',
      'CONFIRMED',
      version - 1,
    ]);

    const { management_token: token } = booking;
    expect((await alone.post('/api/manage/cancel', {}, { token })).status).toBe(200);
    const cancelled = await alone.get(`${path}?after=${await alone.log.head()}`);
    expect(entriesIn(cancelled.text).has(booking.id)).toBe(false);
  });

  it('is not sent again while nothing has changed', async () => {
    const path = await made();
    const { headers } = await salon.get(`${path}?after=${await salon.idle()}`);
    const etag = headers.etag ?? '';
    const again = await salon.get(path, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.text, again.headers['cache-control']]).toEqual([304, '', 'no-store']);
    const booking = await salon.booked({ appointment_date: salon.freshDay() });
    const changedFile = await salon.get(`${path}?after=${booking.position}`, {
      headers: { 'If-None-Match': etag },
    });
    expect(changedFile.status).toBe(200);
  });

  it('answers HEAD, and no other method', async () => {
    const path = await made();
    const head = await salon.http.send({ method: 'HEAD', path });
    expect([head.status, head.text, head.headers['content-type']]).toEqual([
      200,
      '',
      'text/calendar; charset=utf-8',
    ]);
    const post = await salon.http.send({ method: 'POST', path });
    expect([problemOf(post).code, post.headers.allow]).toEqual(['method-not-allowed', 'GET, HEAD']);
  });
});

it.each(['x', 'A'.repeat(43), 'A'.repeat(5_000), '%00', '..%2f..', `${'A'.repeat(42)}%20`])(
  'finds nothing at %.50s',
  async (token) => notFound(`/calendar/${token}.ics`),
);

it('is limited like other look-ups of secrets', async () => {
  const limited = await givenSalonForThisTest({ settings: { RATE_LIMIT_PER_MINUTE: '3' } });
  const guesses = [];
  for (let guess = 0; guess < 4; guess += 1)
    guesses.push((await limited.get(`/calendar/${String(guess).repeat(43)}.ics`)).status);
  expect(guesses).toEqual([404, 404, 404, 429]);
});

it('is nowhere in the log of events, the tables and the lines that the service logs', async () => {
  const path = await made();
  const booking = bookingRequest({ appointment_date: salon.freshDay() });
  expect((await salon.post('/api/bookings', booking)).status).toBe(201);
  expect((await salon.get(path)).status).toBe(200);
  await salon.http.send({ method: 'PUT', path });
  await salon.get(`${path}?after=nonsense`);
  const token = path.slice('/calendar/'.length, -'.ics'.length);
  const logged = salon.logged.join('');
  expect(logged).toContain('/calendar/:token.ics');
  expect(logged).not.toContain(token);
  const { rows } = await salon.database.pool.query<{ all: string }>(
    `select coalesce(string_agg(a::text, ''), '') as all from accounts.calendar_addresses a`,
  );
  expect(rows[0]?.all).toContain(staff.userId);
  expect(rows[0]?.all).not.toContain(token);
  const events: RecordedEvent[] = [];
  for await (const some of eventsUpToHead(salon.log)) events.push(...some);
  const log = JSON.stringify(events.map(storedEvent));
  expect(log).toContain('BookingRequested');
  expect(log).not.toContain(token);
});
