import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import { expectProblem } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff } from '../support/staff/staff-bookings.ts';

/** A refused change of today names only the appointments for which it is refused. */

const TODAY = '2026-11-20';
const TIMES = '/api/admin/blocked-times';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: FRIDAY_MORNING });
  const before = await givenStaff(salon);
  for (const appointment_time of ['11:00 AM', '1:00 PM', '3:00 PM']) {
    const { id, position } = await bookedByStaff(before, { appointment_date: TODAY, appointment_time });
    await before.get(`/api/admin/bookings/${id}?after=${position}`);
  }
  // Noon: the first one is over.
  salon.setClock(new Date('2026-11-20T20:00:00Z'));
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const namedBy = (answer: Answer, code: ProblemCode) =>
  expectProblem(answer, code).affected?.appointments.map(({ appointment_time }) => appointment_time);

it('not those that are over', async () => {
  const dates = await staff.post('/api/admin/blocked-dates', { blocked_date: TODAY, reason: 'Repairs' });
  expect(namedBy(dates, 'appointments-on-date')).toEqual(['1:00 PM', '3:00 PM']);
  const time = { date: TODAY, start_time: '10:30', end_time: '13:30', reason: 'Repairs' };
  expect(namedBy(await staff.post(TIMES, time), 'appointments-on-date')).toEqual(['1:00 PM']);
  const closed = await staff.post(`/api/admin/days/${TODAY}/hours`, { windows: [] });
  expect(namedBy(closed, 'appointments-outside-hours')).toEqual(['1:00 PM', '3:00 PM']);
});

it('nor those under the former time of a block that is moved', async () => {
  const time = { date: TODAY, start_time: '12:30', end_time: '13:30', reason: 'Repairs' };
  const blocked = await staff.post(TIMES, { ...time, acknowledged: true });
  const { id } = blocked.json as { id: string };
  const longer = await staff.patch(`${TIMES}/${id}`, { start_time: '12:30', end_time: '15:30' });
  expect(namedBy(longer, 'appointments-on-date')).toEqual(['3:00 PM']);
});
