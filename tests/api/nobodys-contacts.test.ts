import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContactHolder } from '../../src/contracts/customers/known-customer.ts';
import { expectProblem } from '../support/network/http.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { CUSTOMERS, customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, change } from '../support/staff/staff-bookings.ts';

/** Contacts that people enter when they have none, and those that look strange and are somebody's. */

let salon: TestSalon;
let staff: StaffApi;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  customers = customersOf(salon, staff);
});
afterAll(() => salon.stop());

const NOBODYS = [
  '000-000-0000',
  '111-111-1111',
  '(123) 456-7890',
  '555-555-5555',
  '888-888-8888',
  '(925) 055-0142',
];

describe.each(NOBODYS)('the number %s', (customer_phone) => {
  it('is refused online', async () => {
    const { errors } = expectProblem(
      await salon.post(
        '/api/bookings',
        bookingRequest({ customer_phone, appointment_date: salon.freshDay() }),
      ),
      'invalid-phone',
    );
    expect(errors).toEqual([{ path: 'customer_phone', message: expect.stringContaining('Invalid phone') }]);
  });

  it('is stored as staff type it, and joins nobody', async () => {
    const booked = (name: string) =>
      bookedByStaff(staff, {
        ...customers.stranger(name),
        customer_phone,
        appointment_date: salon.freshDay(),
      });
    const [one, other] = [await booked('Ann One'), await booked('Bea Other')];
    const [ann, bea] = [await customers.customerOf(one.id), await customers.customerOf(other.id)];
    expect(ann).not.toBe(bea);
    expect((await customers.read(ann)).customer).toMatchObject({ phone: customer_phone, same_person: [] });
    const { json } = await staff.post('/api/admin/contact-holder', { email: null, phone: customer_phone });
    expect(ContactHolder.parse(json).holder).toBeNull();
    const edited = await staff.patch(`${CUSTOMERS}/${bea}`, { other_phones: [customer_phone] });
    expect(edited.status, edited.text).toBe(200);
  });
});

it('a mailbox of nobody joins nobody, and a booking with it is taken online', async () => {
  const booked = (name: string) =>
    salon.booked({
      ...customers.stranger(name),
      customer_email: 'noemail@gmail.com',
      appointment_date: salon.freshDay(),
    });
  const [one, other] = [await booked('Cleo One'), await booked('Dora Other')];
  expect(await customers.customerOf(one.id)).not.toBe(await customers.customerOf(other.id));
});

it('an appointment gets a number that nobody has when staff correct it, and texts know of none', async () => {
  const { id } = await bookedByStaff(staff, {
    ...customers.stranger('Eva Typo'),
    appointment_date: salon.freshDay(),
  });
  const corrected = await change(staff, id, 'contact', {
    customer_email: null,
    customer_phone: '000-000-0000',
  });
  expect(corrected.status, corrected.text).toBe(200);
  const { json } = await staff.get(
    `/api/admin/bookings/${id}?after=${(corrected.json as { position: string }).position}`,
  );
  expect(json).toMatchObject({ customer_phone: '000-000-0000' });
});

it.each([
  { customer_email: 'o&leary@people.example' },
  { customer_email: '#1mom@people.example' },
  { customer_email: 'ada@пример.рф' },
  { customer_email: 'ada..l@bücher.example' },
  { customer_phone: '(925) 555-2901 extension 12' },
  { customer_phone: '925•555•2902 #12' },
  { customer_phone: '925·555·2903 (cell)' },
  { customer_phone: '+683 4002' },
])('a booking with %j is taken online, shown as typed, and known again', async (contact) => {
  const booked = (other: object) =>
    salon.booked({
      ...customers.stranger('Fay Foreign'),
      ...contact,
      ...other,
      appointment_date: salon.freshDay(),
    });
  const one = await booked({});
  const { json } = await staff.get(`/api/admin/bookings/${one.id}?after=${one.position}`);
  expect(json).toMatchObject(contact);
  const id = await customers.customerOf(one.id);
  expect(await customers.customerOf((await booked({})).id)).toBe(id);
});
