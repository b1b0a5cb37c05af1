import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToldChange } from '../../src/contracts/bookings/admin-bookings.ts';
import { getChangeText } from '../../src/contracts/messages/change-text.ts';
import { expectProblem, problemOf } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { blockDate } from '../support/staff/server-staff.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import {
  at,
  bookedSoon,
  change,
  changed,
  detailsOf,
  manualBooking,
} from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
let other: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  other = await givenStaff(salon);
});
afterAll(() => salon.stop());

const pending = () => salon.booked({ appointment_date: salon.freshDay() });
const cancel = (id: string, body: unknown = { reason: 'other' }) => change(staff, id, 'cancel', body);

describe('confirming', () => {
  // Spec: 4.confirmed-by-staff
  it('confirms once, and answers a retry as the first time', async () => {
    const { id } = await pending();
    const key = randomUUID();
    const first = await change(staff, id, 'confirm', {}, { key });
    expect(first).toMatchObject({ status: 200, json: { id, status: 'confirmed', version: 2 } });
    expect(first.headers.etag).toBe('"2"');
    const again = await change(staff, id, 'confirm', {}, { key });
    expect({ json: again.json, etag: again.headers.etag }).toEqual({ json: first.json, etag: '"2"' });
    expectProblem(await change(staff, id, 'confirm'), 'already-confirmed');
    expect(await detailsOf(staff, id, first.json as { position: string })).toMatchObject({
      status: 'confirmed',
      version: 2,
    });
  });
});

describe('cancelling', () => {
  // Spec: 3.cancellation-reasons, 5.cancel-reason
  it('needs one of the five reasons, and works after the cut-off for customers', async () => {
    const { id } = await bookedSoon(salon, staff, {}, new Date(Date.now() + 2 * 3_600_000));
    for (const body of [{}, { reason: '' }, { reason: 'boredom' }])
      expectProblem(await cancel(id, body), 'cancellation-reason-required');
    const answer = await cancel(id, { reason: 'no_show' });
    expect(ToldChange.strict().parse(answer.json)).toMatchObject({ status: 'cancelled', notified: false });
    expectProblem(await cancel(id), 'already-cancelled');
    expectProblem(await change(staff, id, 'confirm'), 'already-cancelled');
  });

  it('records the words for the customer sealed, and says that they are told', async () => {
    const { id } = await pending();
    const message = 'We are so sorry: the roof leaks.';
    const answer = await cancel(id, { reason: 'emergency', message });
    expect(answer.json).toMatchObject({ notified: true });
    const [, event] = await salon.historyByPeople(id);
    expect(event?.data).toMatchObject({ notice: 'custom', reason: 'emergency' });
    expect(JSON.stringify(event?.data)).not.toContain('roof');
    const silent = await pending();
    await cancel(silent.id, { reason: 'other', message: '  ' });
    const [, without] = await salon.historyByPeople(silent.id);
    expect(without?.data).toMatchObject({ notice: 'none' });
    const tooLong = await cancel(silent.id, { reason: 'other', message: 'x'.repeat(1_601) });
    expectProblem(tooLong, 'validation-failed');
  });

  it('tells the customer in the usual words if staff ask for that and write none of their own', async () => {
    const [usual, own] = [await pending(), await pending()];
    const answer = await cancel(usual.id, { reason: 'emergency', message: null, notify: true });
    expect(answer.json).toMatchObject({ notified: true });
    const [, event] = await salon.historyByPeople(usual.id);
    expect(event?.data).toMatchObject({ notice: 'template' });
    await cancel(own.id, { reason: 'emergency', message: 'So sorry!', notify: true });
    const [, written] = await salon.historyByPeople(own.id);
    expect(written?.data).toMatchObject({ notice: 'custom' });
    expectProblem(await cancel(own.id, { reason: 'other', notify: 'yes' }), 'validation-failed');
  });

  it('shows beforehand which text that is', async () => {
    const { id } = await pending();
    const text = async (query: string) => {
      const { status, json } = await staff.get(`/api/admin/bookings/${id}/change-text?${query}`);
      expect(status).toBe(200);
      return getChangeText.answer.body.parse(json).text;
    };
    expect(await text('kind=cancelled')).toMatch(/cancel/i);
    const moved = await text('kind=rescheduled&date=2027-01-08&time=2:30%20PM');
    expect(moved).toContain('Jan 08, 2027');
    expect(moved).toContain('2:30 PM');
    const unknown = '/api/admin/bookings/00000000-0000-4000-8000-000000000000/change-text?kind=cancelled';
    expectProblem(await staff.get(unknown), 'booking-not-found');
    expectProblem(await staff.get(`/api/admin/bookings/${id}/change-text?kind=gone`), 'validation-failed');
  });
});

describe('moving', () => {
  // Spec: 4.reschedule-keeps-status
  it('keeps the status, also outside opening hours, and may overlap the time it has', async () => {
    const [date, to] = [salon.freshDay(), salon.freshDay()];
    const { id } = await salon.booked({ appointment_date: date });
    const move = async (new_date: string, new_time: string) => {
      const answer = await change(staff, id, 'reschedule', { new_date, new_time });
      return ToldChange.strict().parse(answer.json);
    };
    expect(await move(date, '10:10 AM')).toMatchObject({ status: 'pending', version: 2, notified: false });
    const moved = await move(to, '10:00 PM');
    expect(await detailsOf(staff, id, moved)).toMatchObject({
      appointment_date: to,
      appointment_time: '10:00 PM',
      status: 'pending',
    });
  });

  it('never takes the time of another, nor a blocked date, nor nothing', async () => {
    const [date, blocked] = [salon.freshDay(), salon.freshDay()];
    const { id } = await salon.booked({ appointment_date: date });
    await salon.booked({ appointment_date: date, appointment_time: '2:00 PM' });
    await blockDate(salon, blocked, 'Inventory');
    const move = (body: unknown) => change(staff, id, 'reschedule', body);
    expectProblem(await move({ new_date: date, new_time: '1:45 PM' }), 'slot-taken');
    expectProblem(await move({ new_date: blocked, new_time: '1:45 PM' }), 'date-blocked');
    expectProblem(await move({ new_date: '2026-11-01', new_time: '1:45 PM' }), 'in-the-past');
    for (const body of [{}, { new_date: date }, { new_date: '', new_time: '' }]) {
      const problem = expectProblem(await move(body), 'new-time-required');
      expect(problem.errors?.at(-1)?.message).toBe('Please select a new date and time');
    }
  });
});

describe('completing', () => {
  // Spec: 4.completed
  it('is possible from the start on, with what was paid', async () => {
    const { id, begins } = await bookedSoon(salon, staff);
    expectProblem(await change(staff, id, 'complete'), 'not-started');
    await at(salon, begins, async () => {
      for (const amount_cents of [-1, 0.5, '65', 1e12])
        expectProblem(await change(staff, id, 'complete', { amount_cents }), 'validation-failed');
      for (const how of [{ method: 'gold' }, { tip_cents: -1 }, { tip_cents: 1e12 }])
        expectProblem(await change(staff, id, 'complete', { amount_cents: 1, ...how }), 'validation-failed');
      for (const how of [{ method: 'cash' }, { tip_cents: 100 }])
        expectProblem(await change(staff, id, 'complete', how), 'validation-failed');
      const done = await changed(staff, id, 'complete', { amount_cents: 6_550 });
      expect(await detailsOf(staff, id, done)).toMatchObject({
        status: 'completed',
        total_amount: '$65.50',
        payment_method: null,
        tip_cents: 0,
        has_started: true,
      });
      expectProblem(await change(staff, id, 'complete'), 'already-completed');
      const same = await changed(staff, id, 'complete', { amount_cents: 6_550 });
      expect(same.version, 'the same amount is no change').toBe(done.version);
      const corrected = await changed(staff, id, 'complete', { amount_cents: 16_000 });
      expect(await detailsOf(staff, id, corrected)).toMatchObject({
        status: 'completed',
        total_amount: '$160.00',
      });
      const how = { method: 'card', tip_cents: 2_000 };
      const tipped = await changed(staff, id, 'complete', { amount_cents: 16_000, ...how });
      expect(await detailsOf(staff, id, tipped)).toMatchObject({
        total_amount: '$160.00',
        payment_method: 'card',
        tip_cents: 2_000,
      });
      expectProblem(await cancel(id), 'already-completed');
      expectProblem(
        await change(staff, id, 'reschedule', { new_date: salon.freshDay(), new_time: '1:00 PM' }),
        'already-completed',
      );
    });
  });
});

describe('reinstating', () => {
  it('takes the time again, back to the status before', async () => {
    const { id } = await pending();
    expectProblem(await change(staff, id, 'reinstate'), 'not-cancelled');
    await cancel(id);
    expect(await changed(staff, id, 'reinstate')).toMatchObject({ status: 'pending', version: 3 });
    expect(await changed(staff, id, 'confirm')).toMatchObject({ status: 'confirmed' });
  });

  it('tells the customer as staff choose, in words that are shown before', async () => {
    const { id } = await pending();
    await cancel(id);
    const { json } = await staff.get(`/api/admin/bookings/${id}/change-text?kind=reinstated`);
    expect(getChangeText.answer.body.parse(json).text).toBeTruthy();
    const told = { message: 'It is on after all.', tell: { sms: false, email: true } };
    await changed(staff, id, 'reinstate', told);
    const event = (await salon.historyByPeople(id)).at(-1);
    expect(event).toMatchObject({ type: 'BookingReinstated', data: { notice: 'none', mail: 'custom' } });
    expect(JSON.stringify(event?.data)).not.toContain('after all');
  });

  it('says that the time is taken meanwhile, or the date blocked', async () => {
    const [date, blocked] = [salon.freshDay(), salon.freshDay()];
    const { id } = await salon.booked({ appointment_date: date });
    await cancel(id);
    // The keeper gives the time back within moments.
    const book = () => staff.post('/api/admin/bookings', manualBooking({ appointment_date: date }));
    await expect.poll(async () => (await book()).status).toBe(201);
    expectProblem(await change(staff, id, 'reinstate'), 'slot-taken');
    const onBlocked = await salon.booked({ appointment_date: blocked });
    await cancel(onBlocked.id);
    await blockDate(salon, blocked, 'Inventory');
    expectProblem(await change(staff, onBlocked.id, 'reinstate'), 'date-blocked');
  });
});

describe('consent to messages', () => {
  // Spec: 4.toggles
  it('is switched off and on, and counts no change that is none', async () => {
    const { id, position } = await pending();
    expect(await detailsOf(staff, id, { position })).toMatchObject({ sms_consent_said: { by: 'customer' } });
    const set = (sms_consent: unknown) => change(staff, id, 'sms-consent', { sms_consent });
    expect((await set(true)).json).toMatchObject({ version: 1 });
    const off = (await set(false)).json as { position: string };
    expect(off).toMatchObject({ version: 2 });
    expect(await detailsOf(staff, id, off)).toMatchObject({
      sms_consent: false,
      sms_consent_said: { by: 'staff' },
      version: 2,
    });
    expectProblem(await set('yes'), 'validation-failed');
  });
});

describe('deleting', () => {
  // Spec: 4.deletion
  it('is for good in any status, and a retry gets the same answer', async () => {
    const { id, management_token: token } = await pending();
    const [path, key] = [`/api/admin/bookings/${id}`, randomUUID()];
    const first = await staff.delete(path, { key });
    expect(first).toMatchObject({ status: 200, json: { id, position: expect.any(String) } });
    expect((await staff.delete(path, { key })).json).toEqual(first.json);
    const { position } = first.json as { position: string };
    expectProblem(await salon.get(`/api/manage?after=${position}`, { token }), 'booking-not-found');
    for (const name of ['confirm', 'reinstate'] as const)
      expectProblem(await change(staff, id, name), 'booking-not-found');
    expectProblem(await staff.delete(path), 'booking-not-found');
  });
});

it('finds no appointment that never existed, under any version', async () => {
  const id = randomUUID();
  const version = 3;
  expectProblem(await change(staff, id, 'confirm', {}, { version }), 'booking-not-found');
  expectProblem(await change(staff, id, 'cancel', { reason: 'other' }), 'booking-not-found');
  const to = { new_date: salon.freshDay(), new_time: '1:00 PM' };
  expectProblem(await change(staff, id, 'reschedule', to), 'booking-not-found');
  expectProblem(await staff.delete(`/api/admin/bookings/${id}`), 'booking-not-found');
});

describe('a change meant for an earlier version', () => {
  it('is refused with what happened since, and by whom, and can be sent again for the new one', async () => {
    const { id, management_token: token } = await pending();
    await changed(staff, id, 'confirm', {}, { version: 1 });
    await salon.post(
      '/api/manage/reschedule',
      { new_date: salon.freshDay(), new_time: '11:00 AM' },
      { token },
    );
    const late = await change(other, id, 'cancel', { reason: 'other' }, { version: 1 });
    const problem = expectProblem(late, 'stale');
    expect(late.headers.etag).toBe('"3"');
    expect(problem).toMatchObject({
      version: 3,
      changes: [
        { type: 'BookingConfirmed', by: { kind: 'admin', name: 'Ada Lovelace' } },
        { type: 'BookingRescheduled', by: { kind: 'customer', name: null } },
      ],
    });
    const own = await salon.post('/api/manage/cancel', {}, { token, headers: { 'If-Match': '"1"' } });
    expect(problemOf(own)).toMatchObject({ code: 'stale', version: 3 });
    expect(own.text, 'staff are not named to customers').not.toMatch(/\bAda\b/);
    const again = await change(other, id, 'cancel', { reason: 'other' }, { version: 3 });
    expect(again).toMatchObject({ status: 200, json: { version: 4 } });
  });

  it('reports a deletion, too', async () => {
    const { id } = await pending();
    await staff.delete(`/api/admin/bookings/${id}`, { ifMatch: '"1"' });
    const late = await change(other, id, 'confirm', {}, { version: 1 });
    expect(problemOf(late)).toMatchObject({ code: 'stale', changes: [{ type: 'BookingDeleted' }] });
  });
});
