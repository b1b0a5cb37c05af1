import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminBookingList } from '../../src/contracts/bookings/admin-bookings.ts';
import { CreatedBooking } from '../../src/contracts/bookings/bookings.ts';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { WALK_IN_NAME } from '../../src/salon/walk-in.ts';
import { expectProblem } from '../support/network/http.ts';
import { patiently } from '../support/network/patiently.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, change, changed, detailsOf } from '../support/staff/staff-bookings.ts';

// Tuesday, 11:52 in the salon.
const NOW = new Date('2026-11-24T19:52:00Z');
const TODAY = '2026-11-24';
const BOOKINGS = '/api/admin/bookings';

let salon: TestSalon;
let staff: StaffApi;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
  staff = await givenStaff(salon);
  customers = customersOf(salon, staff);
});
afterAll(() => salon.stop());

const walkIn = (appointment_time: string, more: object = {}) => ({
  walk_in: true,
  appointment_date: TODAY,
  appointment_time,
  services: ['scalp-treatment'],
  ...more,
});

async function walkedIn(time: string, more: object = {}) {
  const answer = await patiently(() => staff.post(BOOKINGS, walkIn(time, more), { key: randomUUID() }));
  expect(answer.status, answer.text).toBe(201);
  return CreatedBooking.parse(answer.json);
}

it('needs a service alone, and stays out of the customers until somebody says who it is', async () => {
  const found = async () =>
    AdminBookingList.parse((await staff.get(`${BOOKINGS}?search=walk-in`)).json).bookings.map(({ id }) => id);
  const before = await found();
  const key = randomUUID();
  const first = await staff.post(BOOKINGS, walkIn('11:00 AM'), { key });
  expect(first.status, first.text).toBe(201);
  expect((await staff.post(BOOKINGS, walkIn('11:00 AM'), { key })).json).toEqual(first.json);
  const made = CreatedBooking.parse(first.json);
  const details = await detailsOf(staff, made.id, made);
  expect(details).toMatchObject({
    walk_in: true,
    customer_name: WALK_IN_NAME,
    customer_email: null,
    customer_phone: '',
    appointment_time: '11:00 AM',
    status: 'confirmed',
    has_started: true,
    sms_consent: false,
  });
  const customerId = await customers.customerOf(made.id);
  expect(await customers.namesFor(WALK_IN_NAME)).toEqual([]);
  expect((await staff.get('/api/admin/customers.csv')).text).not.toContain(WALK_IN_NAME);
  expect((await found()).filter((id) => !before.includes(id))).toEqual([made.id]);
  expect((await salon.get('/api/manage', { token: made.management_token })).status).toBe(200);

  expectProblem(await change(staff, made.id, 'contact', { customer_name: 'W' }), 'customer-name-too-short');
  expectProblem(await change(staff, made.id, 'contact', {}), 'customer-phone-invalid');
  const named = { customer_name: 'Wanda Walker', customer_phone: '(925) 555-7311' };
  const nameKey = randomUUID();
  const { version } = details;
  const corrected = await changed(staff, made.id, 'contact', named, { version, key: nameKey });
  expect(corrected.version).toBe(version + 1);
  expect(await changed(staff, made.id, 'contact', named, { version, key: nameKey })).toEqual(corrected);
  expect(await detailsOf(staff, made.id, corrected)).toMatchObject({ ...named, customer_email: null });
  const { customer } = await customers.read(customerId, corrected.position);
  expect(customer).toMatchObject({ name: 'Wanda Walker', phone: '(925) 555-7311' });
  expect(await customers.namesFor('wanda')).toEqual(['Wanda Walker']);
  // The card follows a correction, until somebody changes the card itself.
  const again = await changed(staff, made.id, 'contact', { ...named, customer_name: 'Wendy Walker' });
  expect((await detailsOf(staff, made.id, again)).customer_name).toBe('Wendy Walker');
  expect((await customers.read(customerId, again.position)).customer.name).toBe('Wendy Walker');
  // Her next appointment finds her.
  const hers = { ...named, customer_email: null };
  const next = await bookedByStaff(staff, { ...hers, appointment_date: salon.freshDay() });
  expect(await customers.customerOf(next.id)).toBe(customerId);
});

it('is linked to a customer who is known, and then has their name nowhere but on their profile', async () => {
  const { id } = await customers.registered('Kim Known');
  const made = await walkedIn('9:00 AM');
  const own = await customers.customerOf(made.id);
  const linked = await staff.post(`${BOOKINGS}/${made.id}/customer`, { customer_id: id });
  expect(linked.status, linked.text).toBe(200);
  const named = await changed(staff, made.id, 'contact', { customer_name: 'Kim Known' });
  expect((await customers.read(id, named.position)).customer.name).toBe('Kim Known');
  expect((await customers.read(own, named.position)).customer.name).toBe(WALK_IN_NAME);
  expect(await customers.namesFor(WALK_IN_NAME)).toEqual([]);
});

it('takes no time of others, of another day or that is still to come', async () => {
  await bookedByStaff(staff, { appointment_date: TODAY, appointment_time: '12:00 PM' });
  const refused = (time: string, more: object = {}) => staff.post(BOOKINGS, walkIn(time, more));
  expect(expectProblem(await refused('11:45 AM'), 'slot-taken').in_the_way).toMatchObject({
    kind: 'appointment',
    start_time: '12:00 PM',
    longest_end: '12:00 PM',
  });
  expectProblem(await refused('11:55 AM'), 'not-a-walk-in-time');
  expectProblem(await refused('11:52 AM'), 'not-a-walk-in-time');
  expectProblem(await refused('10:00 AM', { appointment_date: '2026-11-23' }), 'not-a-walk-in-time');
  expectProblem(await refused('10:00 AM', { services: [] }), 'services-required');
  expectProblem(await refused('10:00 AM', { walk_in: 'yes' }), 'validation-failed');
});

it('shares this with appointments: staff enter them at a start of their list that has passed, too', async () => {
  const day = await staff.get(`/api/admin/availability?date=${TODAY}&services=scalp-treatment`);
  expect(day.json).toMatchObject({
    times: expect.arrayContaining([{ time: '10:00 AM', state: 'began' }]),
  });
  const made = await bookedByStaff(staff, { appointment_date: TODAY, appointment_time: '10:00 AM' });
  expect(await detailsOf(staff, made.id, made)).toMatchObject({ has_started: true, walk_in: false });
  expectProblem(await change(staff, made.id, 'contact', { customer_name: 'Somebody' }), 'not-a-walk-in');
});

it('arrives: nobody is told of a change, and a retry after it was taken back says nothing new', async () => {
  const { id, ...made } = await bookedByStaff(staff, {
    appointment_date: TODAY,
    appointment_time: '6:00 PM',
  });
  const key = randomUUID();
  const arrived = await changed(staff, id, 'arrival', { here: true }, { key });
  const { version, arrived_at } = await detailsOf(staff, id, arrived);
  expect({ version, arrived_at: Boolean(arrived_at) }).toEqual({ version: 1, arrived_at: true });
  const gone = await changed(staff, id, 'arrival', { here: false });
  expect(await changed(staff, id, 'arrival', { here: true }, { key })).toEqual(arrived);
  expect((await detailsOf(staff, id, gone)).arrived_at).toBeNull();

  const back = await changed(staff, id, 'arrival', { here: true });
  const history = (await staff.get(`${BOOKINGS}/${id}/history?after=${back.position}`)).json as HistoryPage;
  const entry = history.entries.find(({ undoable, type }) => undoable && type === 'CustomerArrived');
  const undone = await staff.post('/api/admin/undo', { event_id: entry?.id });
  expect(undone.status, undone.text).toBe(200);
  expect((await detailsOf(staff, id, { position: positionOf(undone) })).arrived_at).toBeNull();

  await changed(staff, id, 'arrival', { here: true });
  const to = { new_date: salon.freshDay(), new_time: '10:00 AM' };
  const moved = await changed(staff, id, 'reschedule', to);
  expect((await detailsOf(staff, id, moved)).arrived_at).toBeNull();
  const then = await staff.get(`${BOOKINGS}/${id}?at=${arrived.position}`);
  expect(then.json).toMatchObject({ arrived_at });
  expect((await staff.get(`${BOOKINGS}/${id}?at=${made.position}`)).json).toMatchObject({ arrived_at: null });
  await changed(staff, id, 'cancel', { reason: 'other', message: null });
  expectProblem(await change(staff, id, 'arrival', { here: true }), 'already-cancelled');
});

it('has a name in its history from the beginning', async () => {
  const { id, position } = await walkedIn('8:00 AM', { customer_name: 'Nell Named' });
  const history = (await staff.get(`${BOOKINGS}/${id}/history?after=${position}`)).json as HistoryPage;
  expect(history.entries.at(-1)?.changes).toEqual(
    expect.arrayContaining([{ field: 'walk_in', before: null, after: true }]),
  );
  const { customer } = await customers.read(await customers.customerOf(id));
  expect(customer).toMatchObject({ name: 'Nell Named', phone: null, email: null });
  expect(await customers.namesFor('nell')).toEqual(['Nell Named']);
});

it('begins where another visit is finished, in one request that may be repeated', async () => {
  const other = await walkedIn('5:00 AM', { services: ['womens-haircut'] });
  await walkedIn('7:30 AM');
  const key = randomUUID();
  const finish = { id: other.id, version: 1 };
  const start = (more: object = {}) => staff.post(BOOKINGS, walkIn('5:40 AM', { finish, ...more }), { key });
  const stale = await staff.post(BOOKINGS, walkIn('5:40 AM', { finish: { ...finish, version: 2 } }));
  expectProblem(stale, 'stale');
  const tooLong = await staff.post(BOOKINGS, walkIn('5:40 AM', { finish, services: ['full-highlights'] }));
  expect(expectProblem(tooLong, 'slot-taken').in_the_way).toMatchObject({ start_time: '7:30 AM' });
  const first = await start();
  expect(first.status, first.text).toBe(201);
  expect((await start()).json).toEqual(first.json);
  expectProblem(await start({ services: ['womens-haircut'] }), 'idempotency-key-reused');
  const made = CreatedBooking.parse(first.json);
  expect(await detailsOf(staff, other.id, made)).toMatchObject({ status: 'completed', duration: 40 });
  expect(await detailsOf(staff, made.id, made)).toMatchObject({
    walk_in: true,
    appointment_time: '5:40 AM',
  });
  expectProblem(await staff.post(BOOKINGS, walkIn('5:40 AM', { finish: 'ann' })), 'validation-failed');
});
