import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { addedStylist } from '../support/staff/stylists.ts';

/** Answers about a time that anyone may take: a hold's name the stylist, a booking's also say that stylist's minutes and price. */

const SERVICE = 'womens-haircut';
const OWN = { id: SERVICE, duration: 45, price: '$140.00' };

let salon: TestSalon;
let staff: StaffApi;
let ann: { readonly id: string; readonly name: string };
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  const services = [{ id: SERVICE, minutes: 45, price_cents: 14_000 }];
  ann = { id: await addedStylist(staff, { name: 'Ann Lee', services }), name: 'Ann Lee' };
  const offline = await staff.patch('/api/admin/stylists/first', { online: false });
  await staff.getAfter('/api/admin/stylists', offline);
  // Commands follow the team in memory. Until they know, the first try holds the time of a date that no other test uses.
  const date = salon.freshDay();
  await eventually(async () =>
    expectProblem(await hold({ date, stylist_id: 'first' }), 'stylist-unavailable'),
  );
});
afterAll(() => salon.stop());

const services = [{ id: SERVICE }];

const hold = (wish: { readonly date: string; readonly stylist_id?: string }, key: string = randomUUID()) =>
  salon.post('/api/holds', { ...wish, time: bookingRequest().appointment_time, services }, { key });

it('says whose time a hold has, and keeps to it when the request is repeated', async () => {
  const wish = { date: salon.freshDay() };
  const key = randomUUID();
  const held = await hold(wish, key);
  expect(held.json).toMatchObject({ stylist: ann });
  expect((await hold(wish, key)).json).toEqual(held.json);
});

it('says the stylist’s minutes and price of a booking, in every answer about it', async () => {
  const booked = await salon.booked({ appointment_date: salon.freshDay(), services });
  expect(booked).toMatchObject({ stylist: ann, services: [OWN] });
  const { id, management_token: token, position } = booked;
  const managed = await salon.get(`/api/manage?after=${position}`, { token });
  expect(managed.json).toMatchObject({ stylist: ann, services: [OWN], duration: OWN.duration });
  const details = await staff.get(`/api/admin/bookings/${id}?after=${position}`);
  expect(details.json).toMatchObject({ stylist: ann, services: [OWN], catalogue_amount: OWN.price });
  const file = await salon.get(`/api/manage/calendar.ics?after=${position}`, { token });
  // From 10:00 to 10:45.
  expect(file.text).toMatch(/DTEND[^\r]*T\d\d4500/);
});
