import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff } from '../support/staff/staff-bookings.ts';
import { addedStylist } from '../support/staff/stylists.ts';

/** Answers name the stylist of an appointment as soon as the salon is a team, and nobody before. */

let salon: TestSalon;
let staff: StaffApi;
let ann: { readonly id: string; readonly name: string };
let date: string;
/** Booked before there was a team. */
let alone: Awaited<ReturnType<TestSalon['booked']>>;
let namedAlone: string;
let frontAlone: string;

const frontPage = async () => (await salon.get('/', { headers: { Accept: 'text/html' } })).text;

const answersAbout = async (
  { id, management_token: token = '' }: { readonly id: string; readonly management_token?: string },
  after: string,
) => {
  const details = await staff.get(`/api/admin/bookings/${id}?after=${after}`);
  const { customer_id } = details.json as { customer_id: string };
  const answers = [
    details,
    await salon.get(`/api/manage?after=${after}`, { token }),
    await salon.get(`/api/manage/calendar.ics?after=${after}`, { token }),
    await staff.get(`/api/admin/bookings?search=${id === alone.id ? 'Ada' : 'Grace'}&after=${after}`),
    await staff.get(`/api/admin/customers/${customer_id}`),
    await staff.get(`/api/admin/customers/${customer_id}/export`),
    await staff.get(`/api/admin/bookings.csv?from=${date}&to=${date}`),
  ];
  for (const { status, text } of answers) expect(status, text).toBe(200);
  return answers.map(({ text }) => text);
};

beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  date = salon.freshDay();
  alone = await salon.booked({ appointment_date: date, customer_name: 'Ada Lovelace' });
  await salon.idle();
  namedAlone = (await answersAbout(alone, alone.position)).join('\n');
  frontAlone = await frontPage();
  ann = { id: await addedStylist(staff, { name: 'Ann Smith' }), name: 'Ann Smith' };
});
afterAll(() => salon.stop());

it('names nobody as long as there is one stylist', () => {
  expect(alone).not.toHaveProperty('stylist');
  expect(namedAlone.toLowerCase()).not.toContain('stylist');
});

it('shows visitors among whom they can choose, on the prerendered front page', async () => {
  expect(frontAlone).not.toContain('/book?stylist=');
  const id = await addedStylist(staff, { name: 'Cleo Park', title: 'Cuts' });
  await expect.poll(frontPage).toContain(`href="/book?stylist=${id}"`);
  expect(await frontPage()).toMatch(/Cleo Park<.*Cuts<.*href="\/book\?stylist=/s);
  await staff.patch(`/api/admin/stylists/${id}`, { online: false });
  await expect.poll(frontPage).not.toContain(id);
});

it('names whom a visitor has booked', async () => {
  const booked = await salon.booked({ appointment_date: salon.freshDay(), stylist_id: ann.id });
  expect(booked.stylist).toEqual(ann);
});

it('names the stylist in every answer about an appointment', async () => {
  const request = { appointment_date: date, appointment_time: '1:00 PM', stylist_id: ann.id };
  const booked = await bookedByStaff(staff, request);
  expect(booked.stylist).toEqual(ann);
  await salon.idle();
  const texts = await answersAbout(booked, booked.position);
  for (const text of texts) expect(text).toContain('Ann Smith');
  expect(texts.at(-1)).toContain('"Date","Time","Minutes","Stylist","Customer"');
});

it('lists and exports the appointments of one stylist', async () => {
  const { json } = await staff.get(`/api/admin/bookings?from=${date}&to=${date}&stylist_id=first`);
  expect(json).toMatchObject({ bookings: [{ id: alone.id, stylist: { id: 'first' } }], total: 1 });
  const file = await staff.get(`/api/admin/bookings.csv?from=${date}&to=${date}&stylist_id=${ann.id}`);
  expect(file.text).not.toContain('Ada Lovelace');
  for (const list of ['bookings', 'bookings.csv'])
    expectProblem(
      await staff.get(`/api/admin/${list}?stylist_id=00000000-0000-4000-8000-000000000000`),
      'unknown-stylist',
    );
});

it('names nobody who was erased', async () => {
  const id = await addedStylist(staff, { name: 'Bea Jones' });
  const booked = await bookedByStaff(staff, { appointment_date: salon.freshDay(), stylist_id: id });
  await staff.post(`/api/admin/stylists/${id}/deactivate`);
  const erased = await staff.post(`/api/admin/stylists/${id}/erase`);
  expect(erased.status, erased.text).toBe(200);
  const details = await staff.getAfter<object>(`/api/admin/bookings/${booked.id}`, erased);
  expect(details).toMatchObject({ stylist: { id, name: null } });
});
