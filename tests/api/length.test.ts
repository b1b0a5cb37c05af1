import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToldChange } from '../../src/contracts/bookings/admin-bookings.ts';
import { completeBooking } from '../../src/contracts/bookings/complete-booking.ts';
import { undo } from '../../src/contracts/history/undo.ts';
import { formatTime, salonMinutes } from '../../src/salon/salon-time.ts';
import { expectProblem, problemOf } from '../support/network/http.ts';
import { TIME_ZONE } from '../support/salon/test-salon.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import {
  at,
  bookedByStaff,
  bookedSoon,
  change,
  changed,
  detailsOf,
} from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

/** A day with Ann at 10:00 AM for half an hour, and Ben at 11:00 AM. */
async function givenDay() {
  const appointment_date = salon.freshDay();
  const ann = await bookedByStaff(staff, { appointment_date });
  const ben = await bookedByStaff(staff, { appointment_date, appointment_time: '11:00 AM' });
  return { ann, ben, appointment_date };
}

describe('the length of an appointment', () => {
  it('changes at the version that was seen, once, and frees or takes the time for the public', async () => {
    const { ann, appointment_date } = await givenDay();
    const key = randomUUID();
    const first = await change(staff, ann.id, 'length', { end_time: '11:00 AM' }, { version: 1, key });
    expect(ToldChange.strict().parse(first.json)).toMatchObject({ version: 2, notified: false });
    const again = await change(staff, ann.id, 'length', { end_time: '11:00 AM' }, { version: 1, key });
    expect(again.json).toEqual(first.json);
    const { position } = first.json as { position: string };
    expect(await detailsOf(staff, ann.id, { position })).toMatchObject({ duration: 60, version: 2 });
    const times = await salon.get(
      `/api/availability?date=${appointment_date}&services=scalp-treatment&after=${position}`,
    );
    expect((times.json as { slots: string[] }).slots).not.toContain('10:30 AM');
  });

  it('is shown before in the usual words, which say the new end', async () => {
    const untold = { appointment_date: salon.freshDay(), tell: { sms: false, email: false } };
    const { id } = await bookedByStaff(staff, untold);
    const path = `/api/admin/bookings/${id}/change-text?kind=changed`;
    expect((await staff.get(`${path}&end_time=12:00%20PM`)).json).toMatchObject({
      text: expect.stringContaining('ends at 12:00 PM'),
      mail: { usual: { paragraphs: [expect.stringContaining('ends at 12:00 PM')] } },
    });
    expectProblem(await staff.get(`${path}&end_time=noon`), 'validation-failed');
  });

  it('is told, if staff say so, and shown before', async () => {
    const { ann } = await givenDay();
    const shown = await staff.get(
      `/api/admin/bookings/${ann.id}/change-text?kind=changed&services=scalp-treatment,updo`,
    );
    expect(shown.json).toMatchObject({
      // One message tells of the booking, which isn't told yet, and of this.
      text: expect.stringContaining('is confirmed'),
      mail: { usual: { paragraphs: [expect.stringMatching(/Scalp Treatment and Up do/)] } },
    });
    const told = await change(
      staff,
      ann.id,
      'length',
      { end_time: '10:45 AM', notify: true },
      { version: 1 },
    );
    expect(told.json).toMatchObject({ notified: true });
    expect(
      (await change(staff, ann.id, 'length', { end_time: '10:50 AM' }, { version: 2 })).json,
    ).toMatchObject({
      notified: false,
      told: [],
    });
  });

  it('needs the version, and refuses a stale one', async () => {
    const { ann } = await givenDay();
    expectProblem(await change(staff, ann.id, 'length', { end_time: '11:00 AM' }), 'version-required');
    expectProblem(
      await change(staff, ann.id, 'services', { services: [{ id: 'scalp-treatment' }] }),
      'version-required',
    );
    await changed(staff, ann.id, 'reschedule', { new_date: salon.freshDay(), new_time: '1:00 PM' });
    const stale = await change(staff, ann.id, 'length', { end_time: '11:00 AM' }, { version: 1 });
    expectProblem(stale, 'stale');
  });

  it('says who is in the way, and how long it may be', async () => {
    const { ann, ben } = await givenDay();
    const refused = await change(staff, ann.id, 'length', { end_time: '11:15 AM' }, { version: 1 });
    expect(problemOf(refused)).toMatchObject({
      code: 'slot-taken',
      in_the_way: {
        kind: 'appointment',
        booking_id: ben.id,
        start_time: '11:00 AM',
        longest_end: '11:00 AM',
      },
    });
  });

  it.each(['', '11:03 AM', 'noon', '25:00'])('refuses the end %j', async (end_time) => {
    const { ann } = await givenDay();
    const refused = await change(staff, ann.id, 'length', { end_time }, { version: 1 });
    expect(refused.status).toBe(400);
  });
});

describe('an appointment that is completed before its end', () => {
  it('says since when the rest is free, also when it is asked again, and an undo gives it back', async () => {
    const { id, begins } = await bookedSoon(salon, staff);
    const now = new Date(begins.getTime() + 12 * 60_000);
    const free_from = formatTime(Math.floor(salonMinutes(now, TIME_ZONE) / 5) * 5);
    await at(salon, now, async () => {
      const key = randomUUID();
      for (const _ of ['first', 'again']) {
        const answer = await change(staff, id, 'complete', { amount_cents: 4_000 }, { key });
        expect(completeBooking.answer.body.parse(answer.json)).toMatchObject({ free_from });
      }
      await salon.idle();
      const event_id = (await salon.historyByPeople(id)).at(-1)?.id;
      const undone = await staff.post('/api/admin/undo', { event_id }, { key: randomUUID() });
      expect(undo.answer.body.parse(undone.json)).toMatchObject({ has_time_again: true });
    });
  });
});

describe('the services of an appointment', () => {
  it('change with their prices, the total and the length', async () => {
    const { ann } = await givenDay();
    const services = [
      { id: 'scalp-treatment', price_cents: 4_000 },
      { id: 'updo', duration: 25 },
    ];
    const { version, position } = await changed(staff, ann.id, 'services', { services }, { version: 1 });
    expect(version).toBe(3);
    const details = await detailsOf(staff, ann.id, { position });
    expect(details).toMatchObject({ duration: 55 });
    expect(details.services.map(({ id, duration }) => [id, duration])).toEqual([
      ['scalp-treatment', 30],
      ['updo', 25],
    ]);
    const same = await change(staff, ann.id, 'services', { services }, { version: 3 });
    expectProblem(same, 'same-services');
  });

  it.each([
    ['none', []],
    ['one twice', [{ id: 'updo' }, { id: 'updo' }]],
    ['a duration of three minutes', [{ id: 'updo', duration: 3 }]],
    ['a price below nothing', [{ id: 'updo', price_cents: -1 }]],
  ])('refuses %s', async (_, services) => {
    const { ann } = await givenDay();
    expect((await change(staff, ann.id, 'services', { services }, { version: 1 })).status).toBe(400);
  });
});
