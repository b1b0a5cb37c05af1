import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { textsIn } from '../support/messages/text-files.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { CUSTOMERS, customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { change, changed, detailsOf } from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: { MESSAGE_WINDOW_SECONDS: '0' } });
  staff = await givenStaff(salon);
  customers = customersOf(salon, staff);
});
afterAll(() => salon.stop());

const WRONG = { customer_email: 'typo@people.example', customer_phone: '(925) 555-7100' };
const RIGHT = { customer_email: null, customer_phone: '(925) 555-7199' };

const textsTo = async (number: string) =>
  (await textsIn(salon.dataDir)).filter(({ to }) => to === number).length;

it('is where later messages go; what was typed first is in the history, and the card stays', async () => {
  const { id: customerId, booking } = await customers.registered('Mia Typo', WRONG);
  await eventually(async () => expect(await textsTo('+19255557100')).toBe(1));

  // Otherwise the text about this could leave before the number is corrected.
  expect((await staff.post('/api/admin/sending', { paused: true })).status).toBe(200);
  const { version } = await changed(staff, booking.id, 'confirm');
  const stale = await change(staff, booking.id, 'contact', RIGHT, { version: version - 1 });
  expectProblem(stale, 'stale');
  const key = randomUUID();
  const corrected = await changed(staff, booking.id, 'contact', RIGHT, { version, key });
  expect(corrected).toMatchObject({ id: booking.id, status: 'confirmed', version: version + 1 });
  // A retry is answered from its own event.
  expect(await changed(staff, booking.id, 'contact', RIGHT, { version, key })).toEqual(corrected);
  expect(await detailsOf(staff, booking.id, corrected)).toMatchObject(RIGHT);

  // Customers who act themselves are answered at any hour.
  const cancelled = await salon.http.send({
    method: 'POST',
    path: '/api/manage/cancel',
    headers: { Authorization: `Bearer ${booking.management_token}` },
  });
  expect(cancelled.status, cancelled.text).toBe(200);
  expect((await staff.post('/api/admin/sending', { paused: false })).status).toBe(200);
  await eventually(async () => expect(await textsTo('+19255557199')).toBe(1));

  expect(await textsTo('+19255557100')).toBe(1);

  const find = async (search: string) =>
    (await staff.get(`/api/admin/bookings?search=${search}&after=${corrected.position}`)).json;
  expect(await find('5557199')).toMatchObject({ total: 1 });
  expect(await find('5557100')).toMatchObject({ total: 0 });
  const history = await staff.get(`/api/admin/bookings/${booking.id}/history?after=${corrected.position}`);
  expect(history.json).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({
        type: 'BookingContactCorrected',
        changes: expect.arrayContaining([
          expect.objectContaining({
            field: 'customer_phone',
            before: WRONG.customer_phone,
            after: RIGHT.customer_phone,
          }),
        ]),
      }),
    ]),
  });

  // The customer's own contacts stay as they were.
  const { customer } = await customers.read(customerId, corrected.position);
  expect(customer).toMatchObject({ phone: WRONG.customer_phone, other_phones: [] });
  const next = await salon.booked({
    ...customers.stranger('Another'),
    customer_phone: RIGHT.customer_phone,
    appointment_date: salon.freshDay(),
  });
  expect(await customers.customerOf(next.id)).not.toBe(customerId);
});

it('is refused where no phone is reached, and once the person is erased', async () => {
  const { id: customerId, booking } = await customers.registered('Nia Typo');
  expectProblem(
    await change(staff, booking.id, 'contact', { customer_phone: '12345' }),
    'customer-phone-invalid',
  );
  expectProblem(await change(staff, randomUUID(), 'contact', RIGHT), 'booking-not-found');
  await changed(staff, booking.id, 'contact', { customer_phone: '(925) 555-7177' });
  await staff.post(`${CUSTOMERS}/${customerId}/erase`, {});
  await eventually(async () => {
    const { json } = await staff.get(`/api/admin/bookings/${booking.id}`);
    expect(json).toMatchObject({ customer_phone: null, customer_email: null });
  });
  expectProblem(await change(staff, booking.id, 'contact', RIGHT), 'customer-not-found');
});
