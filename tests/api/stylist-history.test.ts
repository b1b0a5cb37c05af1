import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { problemOf } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, change, changed } from '../support/staff/staff-bookings.ts';
import { addedStylist } from '../support/staff/stylists.ts';

/** Histories, the activity, the calendar's changes and undo say who has what in a team. */

let salon: TestSalon;
let staff: StaffApi;
let ann: string;
let bea: string;

const added = (name: string) => addedStylist(staff, { name });

/** A page of a history, once it knows of an answer's change. */
async function pageOf(path: string, answer: Answer): Promise<HistoryPage['entries']> {
  return (await staff.getAfter<HistoryPage>(path, answer)).entries;
}
const stylistIn = (entry: HistoryPage['entries'][number] | undefined) =>
  entry?.changes.find(({ field }) => field === 'stylist');

beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  ann = await added('Ann Lee');
  bea = await added('Bea Kim');
});
afterAll(() => salon.stop());

it('tell of an appointment with whom it is, was handed over, and is once that is undone', async () => {
  const date = salon.freshDay();
  const { id } = await bookedByStaff(staff, { appointment_date: date, stylist_id: ann });
  const to = { new_date: date, new_time: '10:00 AM', stylist_id: bea };
  const answer = await change(staff, id, 'reschedule', to);
  expect(answer.status, answer.text).toBe(200);
  const handOver = { field: 'stylist', before: 'Ann Lee', after: 'Bea Kim' };
  const paths = [`bookings/${id}/history`, `days/${date}/history`, 'activity'];
  for (const path of paths) {
    const moved = (await pageOf(`/api/admin/${path}`, answer)).find(
      ({ type }) => type === 'BookingRescheduled',
    );
    expect(stylistIn(moved), path).toEqual(handOver);
  }
  const shown = await staff.getAfter<{ moments: readonly { what: string }[] }>(
    `/api/admin/calendar/moments?from=${date}&to=${date}`,
    answer,
  );
  expect(shown.moments[0]?.what).toMatch(/^Grace Hopper handed over from Ann Lee to Bea Kim on .*, 10 AM$/);

  const moved = (await salon.log.read(`booking-${id}`)).find(({ type }) => type === 'BookingRescheduled');
  const undone = await staff.post('/api/admin/undo', { event_id: moved?.id });
  expect(undone.status, undone.text).toBe(200);
  const entries = await pageOf(`/api/admin/bookings/${id}/history`, undone);
  const back = entries.find(({ is_undo }) => is_undo);
  expect(stylistIn(back)).toEqual({ ...handOver, before: 'Bea Kim', after: 'Ann Lee' });
});

it('say in which hands a time is that an undo would need', async () => {
  const date = salon.freshDay();
  const { id } = await bookedByStaff(staff, { appointment_date: date, stylist_id: ann });
  const later = { new_date: date, new_time: '1:00 PM' };
  await changed(staff, id, 'reschedule', later);
  // The keeper gives its former time back.
  await salon.idle();
  const moves = async () =>
    (await salon.log.read(`booking-${id}`)).filter(({ type }) => type === 'BookingRescheduled');
  const [moved] = await moves();
  await bookedByStaff(staff, { appointment_date: date, stylist_id: ann, customer_name: 'Ida Anning' });
  await salon.idle();
  const taken = await staff.post('/api/admin/undo', { event_id: moved?.id });
  expect(problemOf(taken).detail).toMatch(/10 AM with Ann Lee was given to Ida Anning /);
  await changed(staff, id, 'reschedule', { ...later, stylist_id: bea });
  const overtaken = await staff.post('/api/admin/undo', { event_id: moved?.id });
  expect(problemOf(overtaken).detail).toMatch(/^Since then: handed over /);
});

it('say for whom a time is blocked, also once the name is erased', async () => {
  const cleo = await added('Cleo Day');
  const date = salon.freshDay();
  const blocked = await staff.post('/api/admin/blocked-times', {
    date,
    start_time: '12:00',
    end_time: '13:00',
    reason: 'Dentist',
    stylist_id: cleo,
  });
  expect(blocked.status, blocked.text).toBe(201);
  const [entry] = await pageOf(`/api/admin/days/${date}/history`, blocked);
  expect(stylistIn(entry)).toEqual({ field: 'stylist', before: 'Cleo Day', after: 'Cleo Day' });
  await staff.post(`/api/admin/stylists/${cleo}/deactivate`);
  const erased = await staff.post(`/api/admin/stylists/${cleo}/erase`);
  expect(erased.status, erased.text).toBe(200);
  await staff.getAfter('/api/admin/stylists', erased);
  const [former] = await pageOf(`/api/admin/days/${date}/history`, erased);
  expect(stylistIn(former)).toMatchObject({ after: 'a former stylist' });
  const shown = await staff.getAfter<{ moments: readonly { what: string }[] }>(
    `/api/admin/calendar/moments?from=${date}&to=${date}`,
    erased,
  );
  expect(shown.moments.map(({ what }) => what)).toContainEqual(
    expect.stringMatching(/ · time blocked for a former stylist · 12 PM – 1 PM$/),
  );
});
