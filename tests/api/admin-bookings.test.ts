import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { centsIn, dollars } from '../../src/salon/money.ts';
import { addSalonDays, dayOfWeek } from '../../src/salon/salon-time.ts';
import { expectProblem, problemOf } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { blockDate } from '../support/staff/server-staff.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, detailsOf, manualBooking } from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  // Half a year from its own morning on, the clocks are changed once.
  salon = await givenSalon();
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const BOOKINGS = '/api/admin/bookings';

describe('booking for a customer', () => {
  // Spec: 3.booking, 4.manual-confirmed
  it('confirms it at once, with the sum of the catalogue, and shows all of it with its private link', async () => {
    const date = salon.freshDay();
    const made = await bookedByStaff(staff, {
      appointment_date: date,
      services: ['womens-haircut', { id: 'full-highlights' }],
      notes: 'Allergic to lavender',
    });
    expect(made.status).toBe('confirmed');
    expect(made.manage_url).toContain(`/m/${made.management_token}`);
    const details = await detailsOf(staff, made.id, made);
    expect(details).toMatchObject({
      id: made.id,
      version: 1,
      customer_name: 'Grace Hopper',
      customer_email: 'grace@example.com',
      customer_phone: '(925) 555-0123',
      appointment_date: date,
      appointment_time: '10:00 AM',
      duration: 210,
      services: [{ id: 'womens-haircut' }, { id: 'full-highlights' }],
      total_amount: expect.stringMatching(/^\$[1-9]\d*\.\d\d$/),
      notes: 'Allergic to lavender',
      sms_consent: true,
      status: 'confirmed',
      has_started: false,
      cancellation: null,
      management_token: made.management_token,
      manage_url: made.manage_url,
    });
    const sum = details.services.reduce((cents, { price }) => cents + centsIn(price), 0);
    expect(dollars(sum), 'the prices make the total').toBe(details.total_amount);
    const own = await salon.get('/api/manage', { token: made.management_token });
    expect(own.json).toMatchObject({ id: made.id, status: 'confirmed' });
  });

  it('works from 8 AM to 8 PM also outside opening hours, on closed days and without an e-mail, and leaves out no consent', async () => {
    const date = salon.freshDay();
    await bookedByStaff(staff, { appointment_date: date, appointment_time: '8:30 AM', customer_email: '' });
    const sunday = addSalonDays(date, 7 - dayOfWeek(date));
    const without = { customer_email: undefined, sms_consent: undefined };
    const made = await bookedByStaff(staff, { appointment_date: sunday, ...without });
    expect(await detailsOf(staff, made.id, made)).toMatchObject({
      customer_email: null,
      sms_consent: false,
    });
  });

  // Spec: 5.manual-window
  it('never takes a time that is taken, past, skipped, too far ahead, before 8 AM or on a blocked date', async () => {
    const date = salon.freshDay();
    await salon.booked({ appointment_date: date });
    const book = (changes: Readonly<Record<string, unknown>>) =>
      staff.post(BOOKINGS, manualBooking({ appointment_date: date, ...changes }));
    expectProblem(await book({ appointment_time: '10:00 AM' }), 'slot-taken');
    for (const appointment_time of ['8:10 AM', '9:45 AM', '11:05 AM', '6:59 PM'])
      expectProblem(await book({ appointment_time }), 'outside-staff-times');
    expectProblem(await book({ appointment_date: '2026-11-01' }), 'in-the-past');
    expectProblem(await book({ appointment_date: addSalonDays(date, 200) }), 'too-far-ahead');
    expectProblem(
      await book({ appointment_date: '2027-03-14', appointment_time: '2:30 AM' }),
      'time-skipped',
    );
    expectProblem(await book({ appointment_time: '7:30 AM' }), 'outside-staff-times');
    const overnight = { appointment_time: '11:30 PM', services: ['full-highlights'] };
    expectProblem(await book(overnight), 'past-midnight');
    const blocked = salon.freshDay();
    await blockDate(salon, blocked, 'Inventory');
    expectProblem(await book({ appointment_date: blocked }), 'date-blocked');
  });

  // Spec: 5.manual-name, 5.manual-email, 5.manual-phone, 5.manual-time, 5.manual-service
  it('says what is wrong with each field, in the words of the dialog', async () => {
    const refused = async (changes: Readonly<Record<string, unknown>>) => {
      const answer = await staff.post(BOOKINGS, manualBooking(changes));
      expect(answer.status).toBe(400);
      return problemOf(answer);
    };
    const NAME = 'Customer name must be at least 2 characters';
    expect(await refused({ customer_name: ' A ' })).toMatchObject({ detail: NAME });
    expect(await refused({ customer_email: 'grace' })).toMatchObject({
      detail: 'Please enter a valid email address',
    });
    for (const customer_phone of ['925 555', '555-0100'])
      expect(await refused({ customer_phone })).toMatchObject({
        detail: 'Please enter a valid phone number',
        errors: [{ path: 'customer_phone' }],
      });
    for (const when of [{ appointment_date: '' }, { appointment_time: undefined }])
      expect(await refused(when)).toMatchObject({ detail: 'Please select appointment date and time' });
    expect(await refused({ services: [] })).toMatchObject({
      detail: 'Please select at least one service',
      errors: [{ path: 'services', message: 'Please select at least one service' }],
    });
    expectProblem(await staff.post(BOOKINGS, manualBooking({ services: ['magic'] })), 'unknown-service');
    const all = problemOf(await staff.post(BOOKINGS, {}));
    expect(all.errors?.map(({ path }) => path)).toEqual([
      'customer_name',
      'customer_phone',
      'appointment_date',
      'appointment_time',
      'services',
    ]);
  });

  it('is linked to the customer whom staff picked, whatever contacts they entered', async () => {
    const first = await bookedByStaff(staff, { appointment_date: salon.freshDay() });
    const customerOf = async ({ id, position }: { readonly id: string; readonly position: string }) =>
      (await detailsOf(staff, id, { position })).customer_id;
    await expect.poll(() => customerOf(first)).toEqual(expect.any(String));
    const customer_id = await customerOf(first);
    const second = await bookedByStaff(staff, {
      appointment_date: salon.freshDay(),
      customer_id,
      customer_email: 'murray@example.com',
      customer_phone: '(925) 555-0177',
    });
    await expect.poll(() => customerOf(second)).toBe(customer_id);
    expect((await detailsOf(staff, second.id, second)).version, 'a link is no decision').toBe(1);
  });

  it('names no customer whom nobody knows, or who was erased', async () => {
    const book = (customer_id: string) =>
      staff.post(BOOKINGS, manualBooking({ appointment_date: salon.freshDay(), customer_id }));
    expectProblem(await book(randomUUID()), 'customer-not-found');
    const { id, position } = await bookedByStaff(staff, {
      appointment_date: salon.freshDay(),
      customer_email: 'erased@example.com',
      customer_phone: '(925) 555-0178',
    });
    const customerOf = async () => (await detailsOf(staff, id, { position })).customer_id;
    await expect.poll(customerOf).toEqual(expect.any(String));
    const erased = (await customerOf()) ?? '';
    expect((await staff.post(`/api/admin/customers/${erased}/erase`, {})).status).toBe(200);
    expectProblem(await book(erased), 'customer-not-found');
  });

  it('answers a retry as the first time, and is counted against no limit', async () => {
    const request = manualBooking({ appointment_date: salon.freshDay() });
    const key = randomUUID();
    const first = await staff.post(BOOKINGS, request, { key });
    expect(first.headers.etag).toBe('"1"');
    expect((await staff.post(BOOKINGS, request, { key })).json).toEqual(first.json);
    expectProblem(
      await staff.post(BOOKINGS, { ...request, notes: 'other' }, { key }),
      'idempotency-key-reused',
    );
  });
});
