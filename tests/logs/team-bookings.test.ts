import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agendaStream } from '../../src/features/booking/agenda/events.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { type StoredStretch, stylistOf } from '../../src/salon/parts.ts';
import { expectProblem } from '../support/network/http.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { violationsOf } from '../support/server/server-proof.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { addedStylist } from '../support/staff/stylists.ts';

/** A salon of three: the first stylist, Ann and Bea. Each test has a day of its own. */

let salon: TestSalon;
let staff: StaffApi;
let ann: string;
let bea: string;
beforeAll(async () => {
  salon = await givenSalon();
  staff = await givenStaff(salon);
  ann = await addedStylist(staff, { name: 'Ann Lee' });
  bea = await addedStylist(staff, { name: 'Bea Kim' });
});
afterAll(() => salon.stop());

const bookings = '/api/admin/bookings';
const asked = (day: string, more: object = {}) => ({
  ...bookingRequest({ appointment_date: day, appointment_time: '10:00 AM' }),
  ...more,
});
const book = (day: string, more: object = {}, key?: string) =>
  salon.post('/api/bookings', asked(day, more), key === undefined ? {} : { key });
const idIn = ({ json }: { readonly json: unknown }) => (json as { readonly id: string }).id;
/** The stylist of a booking, and whether the day's record of its slot says the same. */
async function stylistIn(id: string, day: string): Promise<string> {
  const events = await salon.log.read(bookingStream(id));
  const claim = events.findLast(({ data }) => data.slotId !== undefined && data.start !== undefined);
  const agenda = await salon.log.read(agendaStream(day));
  const taken = agenda.find(({ type, data }) => type === 'SlotTaken' && data.slotId === claim?.data.slotId);
  const [ofBooking, ofDay] = [claim, taken].map((event) =>
    stylistOf(event?.data as unknown as StoredStretch),
  );
  expect(ofBooking).toBe(ofDay);
  return ofBooking ?? expect.fail('nobody');
}

describe('a salon of three', () => {
  it('gives one time to three visitors, in the salon’s order, and to no fourth', async () => {
    const day = salon.freshDay();
    const answers = [await book(day), await book(day), await book(day)];
    const stylists = await Promise.all(answers.map((answer) => stylistIn(idIn(answer), day)));
    expect(stylists).toEqual(['first', ann, bea]);
    expectProblem(await book(day), 'slot-taken');
  });

  it('sells a time to exactly three of many who want it at once, and answers each repeat as before', async () => {
    const day = salon.freshDay();
    const keys = Array.from({ length: 12 }, () => randomUUID());
    const answers = await Promise.all(keys.map((key) => book(day, {}, key)));
    const sold = answers.filter(({ status }) => status === 201);
    expect(new Set(await Promise.all(sold.map((answer) => stylistIn(idIn(answer), day))))).toEqual(
      new Set(['first', ann, bea]),
    );
    expect(sold).toHaveLength(3);
    const again = await Promise.all(keys.map((key) => book(day, {}, key)));
    expect(
      again
        .filter(({ status }) => status === 201)
        .map(idIn)
        .sort(),
    ).toEqual(sold.map(idIn).sort());
    const events = await salon.log.read(agendaStream(day));
    const claims = await Promise.all(sold.map((answer) => salon.log.read(bookingStream(idIn(answer)))));
    const all = [...events, ...claims.flat()].sort((a, b) => (a.position < b.position ? -1 : 1));
    expect(violationsOf(all, new Date())).toEqual([]);
  });

  it('gives the time of the one who is wished for, or of nobody', async () => {
    const day = salon.freshDay();
    const first = await book(day, { stylist_id: bea });
    expect(await stylistIn(idIn(first), day)).toBe(bea);
    expectProblem(await book(day, { stylist_id: bea }), 'slot-taken');
    expectProblem(await book(day, { stylist_id: 'nobody' }), 'unknown-stylist');
  });

  it('books the stylist who is held, though another would come first', async () => {
    const day = salon.freshDay();
    const { appointment_time: time, services } = asked(day);
    const hold = await salon.post('/api/holds', { date: day, time, services, stylist_id: bea });
    const { hold_id } = hold.json as { readonly hold_id: string };
    const answer = await book(day, { hold_id });
    expect(await stylistIn(idIn(answer), day)).toBe(bea);
  });

  it('hands an appointment over at the same time, back by an undo, and refuses where the other is busy', async () => {
    const day = salon.freshDay();
    const [own, other] = [
      idIn(await book(day, { stylist_id: ann })),
      idIn(await book(day, { stylist_id: bea })),
    ];
    const move = (id: string, stylist_id: string | null) =>
      staff.post(`${bookings}/${id}/reschedule`, { new_date: day, new_time: '10:00 AM', stylist_id });
    expectProblem(await move(own, bea), 'slot-taken');
    expectProblem(await move(own, ann), 'same-time');
    // Anyone is anybody else: the first stylist is free.
    const handed = await move(own, null);
    expect(handed.status, handed.text).toBe(200);
    expect(await stylistIn(own, day)).toBe('first');
    const moved = (await salon.log.read(bookingStream(own))).findLast(
      ({ type }) => type === 'BookingRescheduled',
    );
    const undone = await staff.post('/api/admin/undo', { event_id: moved?.id });
    expect(undone.status, undone.text).toBe(200);
    expect(await stylistIn(own, day)).toBe(ann);
    expect(await stylistIn(other, day)).toBe(bea);
  });

  it('keeps the stylist in a move, and brings a cancelled appointment back to the one who has left', async () => {
    const day = salon.freshDay();
    const id = idIn(await book(day, { stylist_id: bea }));
    await staff.post(`${bookings}/${id}/reschedule`, { new_date: day, new_time: '11:00 AM' });
    expect(await stylistIn(id, day)).toBe(bea);
    await staff.post(`${bookings}/${id}/cancel`, { reason: 'other' });
    await staff.post(`/api/admin/stylists/${bea}/deactivate`);
    expectProblem(await book(day, { stylist_id: bea }), 'stylist-unavailable');
    const back = await staff.post(`${bookings}/${id}/reinstate`);
    expect(back.status, back.text).toBe(200);
    expect(await stylistIn(id, day)).toBe(bea);
    await staff.post(`/api/admin/stylists/${bea}/activate`);
  });

  it('keeps blocks and hours of one stylist to that one', async () => {
    const day = salon.freshDay();
    await staff.post('/api/admin/blocked-times', {
      date: day,
      start_time: '10:00',
      end_time: '11:00',
      reason: 'Dentist',
      stylist_id: 'first',
    });
    await staff.post(`/api/admin/days/${day}/hours`, {
      windows: [{ start_time: '12:00', end_time: '18:00' }],
      stylist_id: ann,
    });
    expect(await stylistIn(idIn(await book(day)), day)).toBe(bea);
    expectProblem(await book(day), 'slot-taken');
    const refused = await staff.post('/api/admin/blocked-times', {
      date: day,
      start_time: '10:00',
      end_time: '11:00',
      reason: 'Dentist',
      stylist_id: 'nobody',
    });
    expectProblem(refused, 'unknown-stylist');
  });
});
