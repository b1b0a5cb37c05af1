import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CustomerExport } from '../../src/contracts/customers/customer-export.ts';
import { KnownCustomer } from '../../src/contracts/customers/known-customer.ts';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { CUSTOMERS, customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, change, changed, detailsOf } from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  customers = customersOf(salon, staff);
});
afterAll(() => salon.stop());

const FORMULA = '6N + 7G 1:1,\n20 vol, 35 minutes';
const noted = (text: string | null) => ({ visit_note: text });

it('is kept with the appointment, whose version it leaves alone, and is told by its history', async () => {
  const { id, booking } = await customers.registered('Nora Note');
  const { version } = await changed(staff, booking.id, 'confirm');
  const key = randomUUID();
  const first = await changed(staff, booking.id, 'visit-note', noted(` ${FORMULA} `), { version, key });
  expect(first).toMatchObject({ id: booking.id, status: 'confirmed', version });
  // A retry is answered from its own event, even after later notes.
  const second = await changed(staff, booking.id, 'visit-note', noted('7N'));
  const retry = await changed(staff, booking.id, 'visit-note', noted(` ${FORMULA} `), { version, key });
  expect(retry).toEqual(first);
  expect(await detailsOf(staff, booking.id, second)).toMatchObject({ visit_note: '7N', version });

  // Somebody who saw another version of the appointment may have noted another visit.
  const stale = await change(staff, booking.id, 'visit-note', noted('8N'), { version: version - 1 });
  expectProblem(stale, 'stale');
  const cleared = await changed(staff, booking.id, 'visit-note', noted(' '), { version });
  expect((await detailsOf(staff, booking.id, cleared)).visit_note).toBe(null);

  const after = `?after=${cleared.position}`;
  const histories = await Promise.all(
    [`/api/admin/bookings/${booking.id}`, `${CUSTOMERS}/${id}`].map(
      async (path) => (await staff.get(`${path}/history${after}`)).json as HistoryPage,
    ),
  );
  const changes = histories[0]?.entries.flatMap(({ type, changes: told, undoable }) =>
    type === 'VisitNoted' ? [[...told, undoable]] : [],
  );
  const told = (before: string | null, now: string | null) => [
    { field: 'visit_note', before, after: now },
    // The last one can be undone.
    now === null,
  ];
  expect(changes).toEqual([told('7N', null), told(FORMULA, '7N'), told(null, FORMULA)]);
});

it('is undone once by giving the former one back, which the server reads from the log', async () => {
  const { id, booking } = await customers.registered('Una Undo');
  await changed(staff, booking.id, 'visit-note', noted(FORMULA));
  const removal = await changed(staff, booking.id, 'visit-note', noted(null));
  const entryAfter = async (position: string, type = 'VisitNoted') => {
    const { json } = await staff.get(`/api/admin/bookings/${booking.id}/history?after=${position}`);
    return (json as HistoryPage).entries.find((entry) => entry.type === type);
  };
  const removed = await entryAfter(removal.position);
  const undo = () => staff.post('/api/admin/undo', { event_id: removed?.id });
  const [first, again] = await Promise.all([undo(), undo()]);
  expect([first.status, first.json]).toEqual([200, again.json]);
  const position = positionOf(first);
  const booked = await detailsOf(staff, booking.id, { position });
  expect(booked).toMatchObject({ visit_note: FORMULA, version: removal.version });
  expect((await customers.read(id, position)).customer.last_visit_note?.text).toBe(FORMULA);
  expect(await entryAfter(position)).toMatchObject({
    is_undo: true,
    undoable: false,
    changes: [{ field: 'visit_note', before: null, after: FORMULA }],
  });
});

it('is pinned as the newest where the customer comes next, and on their page', async () => {
  const { id, person, booking } = await customers.registered('Pia Pin');
  const dates = [salon.freshDay(), salon.freshDay(), salon.freshDay()].toSorted();
  const [early, late, last] = await Promise.all(
    dates.map((appointment_date) => bookedByStaff(staff, { ...person, customer_id: id, appointment_date })),
  );
  if (!early || !late || !last) throw new Error('not booked');
  for (const { id: of } of [early, late, last]) await customers.customerOf(of);
  await changed(staff, late.id, 'visit-note', noted('late'));
  const { position } = await changed(staff, early.id, 'visit-note', noted('early'));
  const newest = { booking_id: late.id, appointment_date: dates[1], text: 'late' };

  const { customer } = await customers.read(id, position);
  expect(customer.last_visit_note).toEqual(newest);
  const notes = customer.service_history.map(({ id: of, visit_note }) => [of, visit_note]);
  expect(new Map(notes as [string, string | null][])).toEqual(
    new Map([
      [early.id, 'early'],
      [late.id, 'late'],
      [last.id, null],
      [booking.id, null],
    ]),
  );
  const known = KnownCustomer.parse((await staff.get(`${CUSTOMERS}/${id}/for-booking`)).json);
  expect(known.last_visit_note).toEqual(newest);
  // An appointment shows the note on the visit before it.
  expect((await detailsOf(staff, last.id, { position })).last_visit_note).toEqual(newest);
  expect((await detailsOf(staff, late.id, { position })).last_visit_note?.text).toBe('early');
  const itself = await detailsOf(staff, early.id, { position });
  expect([itself.visit_note, itself.last_visit_note]).toEqual(['early', null]);

  const cancelled = await changed(staff, late.id, 'cancel', { reason: 'no_show', message: null });
  const after = await customers.read(id, cancelled.position);
  expect(after.customer.last_visit_note?.text).toBe('early');
  expect(after.customer).toMatchObject({ no_shows: 1, visits: 0, next_visit: customer.next_visit });

  const exported = CustomerExport.parse((await staff.get(`${CUSTOMERS}/${id}/export`)).json);
  expect(exported.bookings.map(({ visit_note }) => visit_note)).toContain('late');
});

it('says under which name it was booked, where a known phone led it to somebody else’s profile', async () => {
  const { id, person } = await customers.registered('Mum Known');
  const child = await bookedByStaff(staff, {
    ...customers.stranger('Mia Child'),
    customer_phone: person.customer_phone,
    appointment_date: salon.freshDay(),
  });
  expect(await customers.customerOf(child.id)).toBe(id);
  const { customer } = await customers.read(id, child.position);
  const names = customer.service_history.map(({ customer_name }) => customer_name);
  expect(names.toSorted()).toEqual(['Mia Child', 'Mum Known']);
  expect(await customers.namesFor('mia child')).toEqual([]);
});

it('is erased with its customer, and with its appointment', async () => {
  const { id, booking } = await customers.registered('Edda Erase');
  await changed(staff, booking.id, 'visit-note', noted('secret formula'));
  const erased = await staff.post(`${CUSTOMERS}/${id}/erase`);
  await eventually(async () => {
    const { json } = await staff.get(`/api/admin/bookings/${booking.id}?after=${positionOf(erased)}`);
    expect(json).toMatchObject({ customer_name: null, visit_note: null, last_visit_note: null });
  });
  await eventually(async () => {
    const { json } = await staff.get(`/api/admin/bookings/${booking.id}/history`);
    expect(JSON.stringify(json)).toContain('VisitNoted');
    expect(JSON.stringify(json)).not.toContain('secret formula');
  });
  await eventually(async () =>
    expectProblem(await change(staff, booking.id, 'visit-note', noted('again')), 'customer-not-found'),
  );

  const other = await customers.registered('Della Delete');
  await changed(staff, other.booking.id, 'visit-note', noted('another formula'));
  const removed = await staff.delete(`/api/admin/bookings/${other.booking.id}`);
  const { customer } = await customers.read(other.id, positionOf(removed));
  expect(customer).toMatchObject({ last_visit_note: null, service_history: [] });
  expectProblem(await change(staff, other.booking.id, 'visit-note', noted('again')), 'booking-not-found');
});

it('refuses what is no plain text, or too much of it, and an appointment that nobody knows', async () => {
  const { booking } = await customers.registered('Tia Text');
  for (const text of ['x'.repeat(2_001), 'a\u0000b', 7, undefined])
    expectProblem(await change(staff, booking.id, 'visit-note', { visit_note: text }), 'validation-failed');
  expectProblem(await change(staff, randomUUID(), 'visit-note', noted('x')), 'booking-not-found');
  const anybody = await salon.http.send({
    method: 'POST',
    path: `/api/admin/bookings/${booking.id}/visit-note`,
    body: noted('x'),
  });
  expect(anybody.status).toBe(401);
});
