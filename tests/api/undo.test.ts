import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry, HistoryPage } from '../../src/contracts/history/history.ts';
import { Undone } from '../../src/contracts/history/undo.ts';
import type { Schedule } from '../../src/contracts/salon/admin-hours.ts';
import { dayOfWeek } from '../../src/salon/salon-time.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, problemOf } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
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
let colleague: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  colleague = await givenStaff(salon);
});
afterAll(() => salon.stop());

const undo = (event_id: string, by = staff, key?: string) =>
  by.post('/api/admin/undo', { event_id }, key === undefined ? {} : { key });

async function undone(event_id: string) {
  const answer = await undo(event_id);
  expect(answer.status, answer.text).toBe(200);
  return Undone.strict().parse(answer.json);
}

/** The newest entry of this type in a history. */
async function entryOf(path: string, type: string, { json }: Pick<Answer, 'json'>): Promise<HistoryEntry> {
  const page = await staff.get(`/api/admin/${path}/history?after=${positionOf({ json })}`);
  expect(page.status, page.text).toBe(200);
  const entry = (page.json as HistoryPage).entries.find((one) => one.type === type);
  if (!entry) throw new Error(`there is no ${type} in ${page.text}`);
  return entry;
}

const pending = () => salon.booked({ appointment_date: salon.freshDay() });

describe('an undo', () => {
  it('is offered in the history, and happens once for two clicks, two people and a retry', async () => {
    const { id } = await pending();
    const confirmed = await change(staff, id, 'confirm');
    const entry = await entryOf(`bookings/${id}`, 'BookingConfirmed', confirmed);
    expect(entry).toMatchObject({ undoable: true, is_undo: false });
    const key = randomUUID();
    const answers = await Promise.all([
      undo(entry.id, staff, key),
      undo(entry.id),
      undo(entry.id, colleague),
      undo(entry.id, staff, key),
    ]);
    answers.push(await undo(entry.id, staff, key));
    for (const { status, json } of answers)
      expect({ status, json }).toEqual({ status: 200, json: answers[0]?.json });
    const done = Undone.strict().parse(answers[0]?.json);
    expect(done).toMatchObject({ thing: { kind: 'booking', id }, event_ids: [entry.id] });
    expect(await detailsOf(staff, id, done)).toMatchObject({ status: 'pending', version: 3 });

    expect(await entryOf(`bookings/${id}`, 'BookingConfirmed', { json: done })).toMatchObject({
      undoable: false,
    });
    const undoing = await entryOf(`bookings/${id}`, 'BookingUnconfirmed', { json: done });
    expect(undoing).toMatchObject({ undoable: false, is_undo: true, caused_by: { id: entry.id } });
    expect(problemOf(await undo(undoing.id))).toMatchObject({
      status: 409,
      code: 'not-undoable',
      detail: 'This is an undo itself. Please make the change again instead.',
    });
  });

  it('for another event is another command, also under a key that was used before', async () => {
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      const { id } = await pending();
      const confirmed = await change(staff, id, 'confirm', {}, { key });
      const entry = await entryOf(`bookings/${id}`, 'BookingConfirmed', confirmed);
      const done = Undone.strict().parse((await undo(entry.id, staff, key)).json);
      expect(await detailsOf(staff, id, done)).toMatchObject({ status: 'pending' });
    }
  });

  it('needs the id of an event', async () => {
    expectProblem(await undo('nonsense'), 'validation-failed');
    expectProblem(await undo(randomUUID()), 'event-not-found');
  });
});

describe('undoing', () => {
  it('a move brings the appointment back, and a cancellation reinstates it', async () => {
    const date = salon.freshDay();
    const { id } = await salon.booked({ appointment_date: date });
    const moved = await change(staff, id, 'reschedule', { new_date: salon.freshDay(), new_time: '10:00 PM' });
    const move = await entryOf(`bookings/${id}`, 'BookingRescheduled', moved);
    expect(await detailsOf(staff, id, await undone(move.id))).toMatchObject({
      appointment_date: date,
      appointment_time: '10:00 AM',
    });
    const cancelled = await change(staff, id, 'cancel', { reason: 'other' });
    const cancellation = await entryOf(`bookings/${id}`, 'BookingCancelled', cancelled);
    expect(await detailsOf(staff, id, await undone(cancellation.id))).toMatchObject({ status: 'pending' });
  });

  it('a completion opens the appointment again, with the total that it had', async () => {
    const { id, begins } = await bookedSoon(salon, staff);
    await at(salon, begins, async () => {
      const complete = async (amount_cents: number) =>
        entryOf(`bookings/${id}`, 'BookingCompleted', await change(staff, id, 'complete', { amount_cents }));
      const { total_amount } = await detailsOf(
        staff,
        id,
        await changed(staff, id, 'sms-consent', { sms_consent: false }),
      );
      const first = await complete(6_550);
      expect(await detailsOf(staff, id, await undone(first.id))).toMatchObject({
        status: 'confirmed',
        total_amount,
      });
      const completion = await complete(6_550);
      const correction = await complete(7_000);
      expect(problemOf(await undo(completion.id))).toMatchObject({
        status: 409,
        code: 'undo-overtaken',
        detail: expect.stringMatching(/^Since then: completed at \d+:\d\d [AP]M by Ada Lovelace\.$/),
      });
      expect(await detailsOf(staff, id, await undone(correction.id))).toMatchObject({
        status: 'completed',
        total_amount: '$65.50',
      });
    });
  });

  it('is refused with the name of the customer who has the time by now', async () => {
    const date = salon.freshDay();
    const { id } = await salon.booked({ appointment_date: date, appointment_time: '2:00 PM' });
    const cancelled = await change(staff, id, 'cancel', { reason: 'other' });
    const { id: event } = await entryOf(`bookings/${id}`, 'BookingCancelled', cancelled);
    // The keeper gives the time back within moments.
    const taken = { appointment_date: date, appointment_time: '2:00 PM' };
    const book = () => staff.post('/api/admin/bookings', manualBooking(taken));
    await expect.poll(async () => (await book()).status).toBe(201);
    // The refusal names a later customer of the time, too.
    await expect
      .poll(async () => problemOf(await undo(event)))
      .toMatchObject({
        status: 409,
        code: 'undo-overtaken',
        detail: expect.stringMatching(/, 2 PM was given to Grace Hopper at \d+:\d\d [AP]M\.$/),
      });
    expect(salon.logged.join('')).not.toContain('Hopper');
  });

  it('a change of hours is refused if appointments would lie outside, with whose these are', async () => {
    const date = salon.freshDay();
    const { hours } = (await staff.get('/api/admin/hours')).json as Schedule;
    const weekday = hours.find(({ day_of_week }) => day_of_week === dayOfWeek(date));
    if (!weekday) throw new Error(`the salon is closed on ${date}`);
    const { id, start_time, end_time } = weekday;
    const longer = await staff.patch(`/api/admin/hours/${id}`, { start_time, end_time: '22:00' });
    const change = await entryOf('hours', 'HoursChanged', longer);
    for (const appointment_time of ['9:00 PM', '9:30 PM']) {
      // Bookings follow the hours a moment later.
      const late = await eventually(() => salon.booked({ appointment_date: date, appointment_time }));
      await detailsOf(staff, late.id, late);
    }
    expect(problemOf(await undo(change.id))).toMatchObject({
      status: 409,
      code: 'undo-overtaken',
      detail: expect.stringMatching(
        /^Ada Lovelace on .+ 9 PM and 1 more would be outside the hours\. Please change the hours instead\.$/,
      ),
    });
    await staff.patch(`/api/admin/hours/${id}?acknowledged=true`, { start_time, end_time });
    expect(salon.logged.join('')).not.toContain('Lovelace');
  });

  it('a block opens the date, and the other way round', async () => {
    const date = salon.freshDay();
    const blocked = await staff.post('/api/admin/blocked-dates', { blocked_date: date, reason: 'Inventory' });
    const block = await entryOf(`days/${date}`, 'DateBlocked', blocked);
    const opened = await undone(block.id);
    expect(opened.thing).toEqual({ kind: 'day', id: date });
    const again = await staff.post('/api/admin/blocked-dates', { blocked_date: date, reason: 'Wedding' });
    const { id } = again.json as { id: string };
    const unblocked = await staff.delete(`/api/admin/blocked-dates/${id}`);
    const unblock = await entryOf(`days/${date}`, 'DateUnblocked', unblocked);
    const { position } = await undone(unblock.id);
    const dates = await staff.get(`/api/admin/blocked-dates/${id}?after=${position}`);
    expect(dates).toMatchObject({ status: 200, json: { blocked_date: date, reason: 'Wedding' } });
  });

  it('a removal brings a service and hours back under their own ids', async () => {
    const removed = await staff.delete('/api/admin/services/perm');
    const removal = await entryOf('services/perm', 'ServiceRemoved', removed);
    const { position } = await undone(removal.id);
    expect(await staff.get(`/api/admin/services/perm?after=${position}`)).toMatchObject({ status: 200 });
    const added = await staff.post('/api/admin/hours', {
      day_of_week: 0,
      start_time: '09:00',
      end_time: '10:00',
    });
    const { id } = added.json as { id: string };
    const gone = await staff.delete(`/api/admin/hours/${id}`);
    const back = await undone((await entryOf('hours', 'HoursRemoved', gone)).id);
    const shown = await staff.get(`/api/admin/hours/${id}?after=${back.position}`);
    expect(shown).toMatchObject({ status: 200, json: { start_time: '09:00', end_time: '10:00' } });
    await staff.delete(`/api/admin/hours/${id}`);
  });

  it('a change of a card gives the former card back, and a merge is split', async () => {
    const one = {
      customer_name: 'Rosa Parks',
      customer_email: 'rosa@example.com',
      customer_phone: '(925) 555-0166',
    };
    const two = {
      customer_name: 'Rose Parks',
      customer_email: 'rose@example.com',
      customer_phone: '(925) 555-0167',
    };
    const ids: string[] = [];
    for (const person of [one, two]) {
      const { id } = await salon.booked({ appointment_date: salon.freshDay(), ...person });
      ids.push(
        await eventually(async () => {
          const { json } = await staff.get(`/api/admin/bookings/${id}`);
          const { customer_id } = json as { customer_id?: string | null };
          expect(customer_id).toEqual(expect.any(String));
          return customer_id as string;
        }),
      );
    }
    const [id, other] = ids;
    const edited = await staff.patch(`/api/admin/customers/${id}`, {
      name: 'Rosa Louise Parks',
      notes: 'Bus',
    });
    const edit = await entryOf(`customers/${id}`, 'CustomerChanged', edited);
    const { position } = await undone(edit.id);
    expect((await staff.get(`/api/admin/customers/${id}?after=${position}`)).json).toMatchObject({
      name: 'Rosa Parks',
      notes: null,
    });
    const merged = await staff.post(`/api/admin/customers/${id}/merge`, { into: other });
    const merge = await entryOf(`customers/${id}`, 'CustomersMerged', merged);
    const split = await undone(merge.id);
    expect((await staff.get(`/api/admin/customers/${id}?after=${split.position}`)).json).toMatchObject({
      name: 'Rosa Parks',
    });
  });
});
