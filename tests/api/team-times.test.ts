import { afterAll, beforeAll, expect, it } from 'vitest';
import { WhyNot } from '../../src/contracts/bookings/why-not.ts';
import { wirePosition } from '../../src/http/operation/projected.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';

/** Free times in a salon of three: the first stylist, Ann and Bea, who cuts and does nothing else. It is open from 9 AM to 9 PM. */

const WINDOW = (start_time: string, end_time: string) => ({ start_time, end_time });

let salon: TestSalon;
let staff: StaffApi;
let ann: string;
let bea: string;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  ann = await added({ name: 'Ann Smith' });
  bea = await added({ name: 'Bea Jones', services: [{ id: 'scalp-treatment', minutes: 45 }] });
});
afterAll(() => salon.stop());

async function added(stylist: object): Promise<string> {
  const answer = await staff.post('/api/admin/stylists', stylist);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as { id: string }).id;
}

async function why(query: Readonly<Record<string, string>>): Promise<WhyNot> {
  const asked = new URLSearchParams({
    time: '10:00 AM',
    after: wirePosition(await salon.log.head()),
    ...query,
  });
  const answer = await staff.get(`/api/admin/availability/why?${asked}`);
  expect(answer.status, answer.text).toBe(200);
  return WhyNot.strict().parse(answer.json);
}

const byWhom = ({ reasons }: WhyNot) => reasons.map(({ code, stylist }) => [code, stylist?.name]);

it('says of each stylist why a time can’t be had, and who could take it', async () => {
  const date = salon.freshDay();
  const at = { date, services: 'full-color' };
  expect(await why(at)).toMatchObject({ free: true, reasons: [], stylists: [{ id: 'first' }, { id: ann }] });
  const one = { appointment_date: date, appointment_time: '10:00 AM', services: [{ id: 'full-color' }] };
  const ofFirst = await bookedByStaff(staff, { ...one, customer_name: 'Jo Lee', stylist_id: 'first' });
  expect(await why(at)).toMatchObject({ free: true, reasons: [], stylists: [{ id: ann }] });

  const asked = await why({ ...at, stylist_id: 'first' });
  expect(byWhom(asked)).toEqual([['taken', expect.any(String)]]);
  expect(asked.stylists).toEqual([{ id: ann, name: 'Ann Smith' }]);
  const notDone = await why({ ...at, stylist_id: bea });
  expect(notDone.reasons).toMatchObject([
    { code: 'service-not-done', text: 'Bea Jones doesn’t do Full Color.', staff_may: false },
  ]);
  expect(notDone.nearest).toEqual({ before: null, after: null, later: [] });

  const off = { stylist_id: ann, windows: [] };
  expect((await staff.post(`/api/admin/days/${date}/hours`, off)).status).toBe(200);
  // Staff may give it to Ann all the same.
  expect(await why(at)).toMatchObject({
    free: false,
    reasons: [{ code: 'stylist-off', staff_may: true, stylist: { id: ann }, since: { type: 'DayHoursSet' } }],
    stylists: [{ id: ann }],
  });
  const block = { date, ...WINDOW('10:00', '10:30'), reason: 'Training', stylist_id: ann };
  expect((await staff.post('/api/admin/blocked-times', block)).status).toBe(201);
  const nobody = await why(at);
  expect(nobody).toMatchObject({ free: false, stylists: [] });
  expect(byWhom(nobody).map(([code]) => code)).toEqual([
    'taken',
    'time-blocked',
    'stylist-off',
    'service-not-done',
  ]);
  expect(nobody.reasons[1]?.text).toMatch(
    /^Ann Smith: blocked from 10:00 AM to 10:30 AM: “Training”, since /,
  );

  const moved = { date, booking_id: ofFirst.id };
  expect(byWhom(await why(moved))).toEqual([['same-time', undefined]]);
  expect((await why({ ...moved, anyone: 'true' })).stylists).toEqual([{ id: bea, name: 'Bea Jones' }]);
  await changed(staff, ofFirst.id, 'reschedule', { new_date: date, new_time: '10:00 AM', stylist_id: null });
  expect(byWhom(await why({ ...moved, stylist_id: bea }))).toEqual([['same-time', undefined]]);
});

it('says what is wrong with the question', async () => {
  const path = `/api/admin/availability/why?date=${salon.freshDay()}&time=10:00+AM&services=full-color`;
  const unknown = '00000000-0000-4000-8000-000000000001';
  expectProblem(await staff.get(`${path}&stylist_id=${unknown}`), 'unknown-stylist');
  expectProblem(await staff.get(`${path}&stylist_id=first&anyone=true`), 'validation-failed');
});
