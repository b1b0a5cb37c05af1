import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTakings } from '../../src/contracts/bookings/takings.ts';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { CUSTOMERS, customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { at, bookedSoon, change, changed, detailsOf } from '../support/staff/staff-bookings.ts';

/** What was paid for at a visit, and how: over HTTP. */

let salon: TestSalon;
let staff: StaffApi;
let visit: Awaited<ReturnType<typeof bookedSoon>>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  visit = await visitOf({ customer_name: 'Zoe Till' });
});
afterAll(() => salon.stop());

/** An appointment that begins soon after now, or after so many minutes from then. */
const visitOf = (customer: object, minutes = 0, from = Date.now()) =>
  bookedSoon(salon, staff, { ...customer }, new Date(from + minutes * 60_000));

const SCALP = { service_id: 'scalp-treatment', cents: 2_000 };
const SHAMPOO = { cents: 1_800, text: ' Shampoo for  Zoe ' };
const DISCOUNT = { cents: -300, text: 'A long wait' };
const CASH = { method: 'cash', cents: 1_500 };
const CARD = { method: 'card', cents: 2_000 };
const SOLD = {
  lines: [SCALP, SHAMPOO, DISCOUNT],
  payments: [CASH, CARD],
  tip_cents: 400,
};

it('is recorded by lines and two payments, told in the history, and given back by an undo', async () => {
  const visit = await visitOf({ customer_name: 'Zoe Lines' }, 24 * 60);
  await at(salon, visit.begins, async () => {
    // The session of now is over by then.
    const staff = await givenStaff(salon);
    const key = randomUUID();
    const sent = { version: visit.version, key };
    const done = await changed(staff, visit.id, 'complete', SOLD, sent);
    expect(await changed(staff, visit.id, 'complete', SOLD, sent), 'a retry').toEqual(done);
    const recorded = {
      total_amount: '$35.00',
      payment_method: null,
      tip_cents: 400,
      payments: [
        { ...CASH, tip_cents: 400 },
        { ...CARD, tip_cents: 0 },
      ],
      lines: [
        { ...SCALP, text: null },
        { service_id: null, cents: 1_800, text: 'Shampoo for Zoe' },
        { service_id: null, cents: -300, text: 'A long wait' },
      ],
    };
    expect(await detailsOf(staff, visit.id, done)).toMatchObject(recorded);
    const again = await change(staff, visit.id, 'complete', { amount_cents: 3_500 }, sent);
    expectProblem(again, 'idempotency-key-reused');
    expectProblem(await change(staff, visit.id, 'complete', SOLD, { version: visit.version }), 'stale');

    const corrected = await changed(staff, visit.id, 'complete', { amount_cents: 4_000, method: 'card' });
    expect(await detailsOf(staff, visit.id, corrected)).toMatchObject({ payment_method: 'card', lines: [] });
    const { json } = await staff.get(`/api/admin/bookings/${visit.id}/history?after=${corrected.position}`);
    const [last, first] = (json as HistoryPage).entries.filter(({ type }) => type === 'BookingCompleted');
    expect(first?.changes).toEqual(
      expect.arrayContaining([
        { field: 'payments', before: null, after: ['Cash $15.00', 'Card $20.00'] },
        { field: 'prices', before: null, after: ['$20.00'] },
        { field: 'other_items', before: null, after: ['Shampoo for Zoe $18.00', 'A long wait −$3.00'] },
      ]),
    );
    const undone = await staff.post('/api/admin/undo', {
      thing: 'booking',
      id: visit.id,
      event_id: last?.id,
    });
    expect(undone.status, undone.text).toBe(200);
    expect(await detailsOf(staff, visit.id, { position: positionOf(undone) })).toMatchObject(recorded);
  });
});

it('loses its words when the customer is erased', async () => {
  // Late in the evening the first visit begins after midnight, and this one when the session of now has ended.
  const stranger = customersOf(salon, staff).stranger('Wanda Words');
  const other = await visitOf(stranger, 31, visit.begins.getTime());
  await at(salon, other.begins, async () => changed(await givenStaff(salon), other.id, 'complete', SOLD));
  const customer = await customersOf(salon, staff).customerOf(other.id);
  const erased = await staff.post(`${CUSTOMERS}/${customer}/erase`);
  await eventually(async () => {
    const { json } = await staff.get(`/api/admin/bookings/${other.id}?after=${positionOf(erased)}`);
    expect(json).toMatchObject({ customer_name: null, lines: [{}, { text: null }, { text: null }] });
  });
  await eventually(async () => {
    const { text } = await staff.get(`/api/admin/bookings/${other.id}/history`);
    expect(text).not.toContain('Shampoo');
  });
});

it('is refused where it doesn’t add up, or names what the appointment doesn’t have', async () => {
  await at(salon, visit.begins, async () => {
    const { id } = visit;
    const wrong = async (body: object) => fieldErrors(await change(staff, id, 'complete', body));
    const lines = [SCALP, DISCOUNT];
    expect(await wrong({ amount_cents: 1_701, lines })).toEqual({ lines: 'The lines must make the amount.' });
    expect(await wrong({ lines: [{ ...DISCOUNT, cents: -1 }] })).toHaveProperty('lines');
    expect(await wrong({ lines: [SCALP, SCALP] })).toEqual({ lines: 'Each service may be named once.' });
    expect(await wrong({ lines: [{ ...SCALP, cents: -1 }] })).toHaveProperty(['lines.0.cents']);
    expect(await wrong({ lines, payments: [CASH, { ...CARD, cents: 1 }] })).toEqual({
      payments: 'The payments must make the amount.',
    });
    expect(await wrong({ amount_cents: 3_000, payments: [CASH, CASH] })).toHaveProperty('payments');
    expect(await wrong({ amount_cents: 1_500, method: 'cash', payments: [CASH] })).toHaveProperty('payments');
    expect(await wrong({ payments: [CASH] })).toHaveProperty('amount_cents');
    const other = { lines: [{ service_id: 'full-color', cents: 100 }] };
    expectProblem(await change(staff, id, 'complete', other), 'unknown-service');
    const one = await changed(staff, id, 'complete', { lines: [SCALP], payments: [CARD] });
    expect(await detailsOf(staff, id, one)).toMatchObject({ total_amount: '$20.00', payment_method: 'card' });
  });
});

it('counts on the day of its first completion, corrections and all, until it is opened again', async () => {
  const takenOn = async (date: string, after: string) => {
    const { json } = await staff.get(`/api/admin/takings?date=${date}&after=${after}`);
    const { bookings } = getTakings.answer.body.parse(json);
    return bookings.flatMap(({ id, payments }) => (id === visit.id ? payments : []));
  };
  const today = visit.appointment_date;
  await at(salon, new Date(visit.begins.getTime() + 60_000), async () => {
    const paid = { amount_cents: 2_500, method: 'cash', tip_cents: 0 };
    const { position } = await changed(staff, visit.id, 'complete', paid);
    expect(await takenOn(today, position)).toEqual([{ method: 'cash', cents: 2_500, tip_cents: 0 }]);
    const asked = `from=${today}&to=${today}&at=${position}&column=cash_cents`;
    const { json } = await staff.get(`/api/admin/reports/takings/appointments?${asked}`);
    expect(json).toMatchObject({
      appointments: expect.arrayContaining([expect.objectContaining({ id: visit.id, value: 2_500 })]),
    });
  });
  expect(await takenOn('2026-01-01', visit.position)).toEqual([]);
  expect(fieldErrors(await staff.get('/api/admin/takings?date=soon'))).toHaveProperty('date');
});
