import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { CLOUD_EVENT_TYPES, CloudEvent } from '../../src/contracts/change-feed.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { record } from '../projections/events.ts';
import { givenAdmin } from '../support/accounts/auth-client.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import {
  bookingRequest,
  givenSalon,
  givenSalonForThisTest,
  type TestSalon,
} from '../support/server/server.ts';
import { confirmBooking } from '../support/staff/server-staff.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

const FEED = '/api/admin/events';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

type Query = Readonly<Record<string, string>>;
const ask = (query: Query = {}, by = staff) => by.get(`${FEED}?${new URLSearchParams(query)}`);

interface Page {
  readonly events: readonly CloudEvent[];
  readonly last: string;
}

function pageOf(answer: Answer): Page {
  expect(answer.status, answer.text).toBe(200);
  return { events: CloudEvent.array().parse(answer.json), last: String(answer.headers['x-last-event-id']) };
}

/** Everything from an event on to the feed's end, in pieces of this size. */
async function follow(after: string | undefined, query: Query = {}): Promise<Page> {
  const events: CloudEvent[] = [];
  let last = after;
  for (;;) {
    const page = pageOf(await ask({ ...query, ...(last !== undefined && { after: last }) }));
    events.push(...page.events);
    if (page.last === last) return { events, last };
    last = page.last;
  }
}

/** The feed's end, once nothing more follows from earlier tests. */
async function end(): Promise<string> {
  await salon.idle();
  return (await follow(undefined, { limit: '1000' })).last;
}

it('tells the life of an appointment as a batch of CloudEvents, with facts alone', async () => {
  const after = await end();
  const [date, later] = [salon.freshDay(), salon.freshDay()];
  const { id, management_token: token } = await salon.booked({
    appointment_date: date,
    customer_name: 'Grace Hopper',
    notes: 'Allergic to ammonia',
  });
  await confirmBooking(salon, id);
  const moved = await salon.post(
    '/api/manage/reschedule',
    { new_date: later, new_time: '2:00 PM' },
    { token },
  );
  expect(moved.status, moved.text).toBe(200);
  const cancelled = await salon.post('/api/manage/cancel', {}, { token });
  expect(cancelled.status, cancelled.text).toBe(200);

  const answer = await ask({ after, types: 'appointment.*' });
  expect(answer.headers['content-type']).toBe('application/cloudevents-batch+json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  const { events } = pageOf(answer);
  const common = { specversion: '1.0', subject: id, datacontenttype: 'application/json' };
  const when = { appointment_time: '10:00 AM', appointment_date: date };
  expect(events).toMatchObject([
    {
      ...common,
      type: 'appointment.requested',
      data: { ...when, duration: 30, status: 'pending', by: 'customer' },
    },
    { ...common, type: 'appointment.confirmed', data: { status: 'confirmed', by: 'staff' } },
    { ...common, type: 'appointment.moved', data: { appointment_date: later, from: when, by: 'customer' } },
    { ...common, type: 'appointment.cancelled', data: { reason: 'customer_request', by: 'customer' } },
  ]);
  const log = await salon.historyByPeople(id);
  expect(events.map((event) => event.id)).toEqual(log.map((event) => event.id));
  expect(events.map(({ time }) => time)).toEqual(log.map(({ metadata }) => metadata.at));
  expect(answer.text).not.toMatch(/Grace|Hopper|example\.com|\(925\)|\+1925|ammonia/);
});

it('reports events of services, hours, days and customers', async () => {
  const after = await end();
  const date = salon.freshDay();
  expect((await staff.patch('/api/admin/services/perm', { price_cents: 9_900 })).status).toBe(200);
  const hours = { day_of_week: 1, start_time: '06:00', end_time: '07:00' };
  expect((await staff.post('/api/admin/hours', hours)).status).toBe(201);
  expect(
    (await staff.post('/api/admin/blocked-dates', { blocked_date: date, reason: 'Wedding of Ann' })).status,
  ).toBe(201);
  const { id } = await salon.booked({
    appointment_date: salon.freshDay(),
    customer_email: `${randomUUID()}@example.com`,
    customer_phone: '(925) 555-0177',
  });

  const wanted = { types: 'service.*,hours.*,day.*,customer.*' };
  const events = await eventually(async () => {
    const found = (await follow(after, wanted)).events;
    expect(found.map(({ type }) => type)).toContain('customer.linked');
    return found;
  });
  const of = (type: string) => events.filter((event) => event.type === type);
  expect(of('service.changed')).toMatchObject([
    { subject: 'perm', data: { price_cents: 9_900, by: 'staff' } },
  ]);
  expect(of('hours.changed')).toMatchObject([{ data: { ...hours, change: 'added' } }]);
  expect(of('day.changed')).toMatchObject([{ subject: date, data: { date, change: 'date_blocked' } }]);
  expect(of('customer.added')).toMatchObject([{ data: { booking_id: id, by: 'system' } }]);
  expect(of('customer.linked')).toMatchObject([{ data: { booking_id: id } }]);
  expect(JSON.stringify(events)).not.toMatch(/Wedding|\bAnn\b|example\.com|\(925\)|\+1925/);
});

it('delivers every booking that was acknowledged, exactly once and in order, to whoever follows it meanwhile', async () => {
  const after = await end();
  const bookings = 40;
  const acknowledged: string[] = [];
  const delivered: CloudEvent[] = [];
  let last = after;
  const booking = (async () => {
    const dates = Array.from({ length: 4 }, () => salon.freshDay());
    await Promise.all(
      dates.map(async (date) => {
        for (let slot = 0; slot < bookings / dates.length; slot += 1) {
          const hour = 9 + slot;
          const time = `${hour > 12 ? hour - 12 : hour}:00 ${hour < 12 ? 'AM' : 'PM'}`;
          const { id } = await salon.booked({ appointment_date: date, appointment_time: time });
          acknowledged.push(id);
        }
      }),
    );
  })();
  const seen = () => new Set(delivered.map(({ subject }) => subject));
  while (seen().size < bookings) {
    const page = pageOf(await ask({ after: last, types: 'appointment.requested', limit: '7', wait: '10' }));
    delivered.push(...page.events);
    last = page.last;
  }
  await booking;
  expect((await follow(last, { types: 'appointment.requested' })).events).toEqual([]);
  expect(delivered.map(({ subject }) => subject).toSorted()).toEqual(acknowledged.toSorted());
  const again = await follow(after, { types: 'appointment.requested', limit: '3' });
  expect(again.events).toEqual(delivered);
});

it('waits for the next event, and answers without one when the time is over', async () => {
  const after = await end();
  const nothing = pageOf(await ask({ after, types: 'service.removed', wait: '1' }));
  expect(nothing.events).toEqual([]);
  const waiting = ask({ after, types: 'service.*', wait: '30' });
  expect((await staff.patch('/api/admin/services/updo', { price_cents: 8_800 })).status).toBe(200);
  expect(pageOf(await waiting).events).toMatchObject([{ type: 'service.changed', subject: 'updo' }]);
});

it('lets few requests of one administrator wait at once, and one that has left makes room', async () => {
  const after = await end();
  const { token } = await givenAdmin(salon);
  const url = `${salon.url}${FEED}?${new URLSearchParams({ after, types: 'service.removed', wait: '30' })}`;
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const headers = { Authorization: `Bearer ${token}` };
  const waiting = Array.from({ length: 5 }, () => fetch(url, { headers, signal: leaving.signal }));
  const gone = Promise.allSettled(waiting);
  const refused = await Promise.race(waiting);
  expect(await refused.json()).toMatchObject({ status: 429, code: 'too-many-waiting' });
  expect(refused.headers.get('retry-after')).toBe('5');
  // A request without a wait, and one of another caller, are still answered.
  expect((await salon.get(`${FEED}?after=${after}`, { token })).status).toBe(200);
  expect((await ask({ after, types: 'service.removed', wait: '1' })).status).toBe(200);
  leaving.abort();
  await gone;
  const short = `${FEED}?${new URLSearchParams({ after, types: 'service.removed', wait: '1' })}`;
  await eventually(async () => expect((await salon.get(short, { token })).status).toBe(200));
});

it('refuses a caller whose session ended while the request waited', async () => {
  const after = await end();
  const { token, client } = await givenAdmin(salon);
  const query = new URLSearchParams({ after, types: 'service.removed', wait: '15' });
  const waiting = salon.get(`${FEED}?${query}`, { token });
  await client.signOut({ scope: 'local' });
  expectProblem(await waiting, 'sign-in-required');
});

it.each([
  ['after', 'yesterday', 'Must be a UUID.'],
  ['limit', '0', 'Must be a number from 1 to 1000.'],
  ['limit', '1001', 'Must be a number from 1 to 1000.'],
  ['wait', '31', 'Must be a number from 1 to 30.'],
  ['types', 'appointment.painted', 'Must be types of the feed'],
  ['types', 'appointment.*,*', 'Must be types of the feed'],
  ['types', 'BookingConfirmed', 'Must be types of the feed'],
  ['types', '', 'Must be types of the feed'],
])('refuses %s=%s', async (field, value, message) => {
  expect(fieldErrors(await ask({ [field]: value }))[field]).toContain(message);
});

it('takes every name of a type, and every prefix', async () => {
  for (const types of [
    CLOUD_EVENT_TYPES.join(','),
    'appointment.*,customer.*,service.*,hours.*,day.*,message.*',
  ])
    expect((await ask({ types, limit: '1' })).status).toBe(200);
});

it('says that an event is not in the log', async () => {
  const answer = await ask({ after: randomUUID() });
  expectProblem(answer, 'unknown-event');
  expect(answer.status).toBe(410);
});

it('stops at an event that only a later release knows, and says so', async () => {
  const stopped = await givenSalonForThisTest({ now: new Date() });
  const owner = await givenStaff(stopped);
  const { id } = await stopped.booked({ appointment_date: stopped.freshDay() });
  await record(stopped.log, [{ stream: bookingStream(id), type: 'BookingPainted', data: {} }]);
  let last: string | undefined;
  const answer = await eventually(async () => {
    const page = await ask(last === undefined ? {} : { after: last }, owner);
    if (page.status === 200) ({ last } = pageOf(page));
    expect(page.status).not.toBe(200);
    return page;
  });
  expectProblem(answer, 'feed-stopped');
  expect(answer.headers['retry-after']).toBeUndefined();
  // Later events aren't sent before it.
  await stopped.booked({ appointment_date: stopped.freshDay() });
  expectProblem(await ask({ after: last ?? '', wait: '1' }, owner), 'feed-stopped');
});

it('finds its position again by the same event, with any filter', async () => {
  const request = bookingRequest({ appointment_date: salon.freshDay() });
  expect((await salon.post('/api/bookings', request)).status).toBe(201);
  const all = (await follow(undefined, { limit: '1000' })).events;
  const middle = Math.floor(all.length / 2);
  const { events } = await follow(all[middle]?.id, { limit: '5' });
  expect(events.slice(0, all.length - middle - 1)).toEqual(all.slice(middle + 1));
});
