import { afterAll, beforeAll, expect, it } from 'vitest';
import { getReport, listReports } from '../../src/contracts/reports/reports.ts';
import { fieldErrors } from '../support/network/http.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';

/** Reports with a row for each stylist, once there are several. */

const FRIDAY = '2026-11-20';
let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date('2026-11-20T15:00:00Z') });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const ask = (name: string, after: string) =>
  staff.get(`/api/admin/reports/${name}?from=${FRIDAY}&to=${FRIDAY}&by=stylist&after=${after}`);

async function rowsOf(name: string, after: string) {
  const answer = await ask(name, after);
  expect(answer.status, answer.text).toBe(200);
  return getReport.answer.body.parse(answer.json);
}

const groupings = async () => {
  const { reports } = listReports.answer.body.parse((await staff.get('/api/admin/reports')).json);
  return reports.flatMap(({ name, by }) => (by.some(({ key }) => key === 'stylist') ? [name] : []));
};

it('groups by stylist as soon as there are two, by their names', async () => {
  const { id, position } = await bookedByStaff(staff, {
    appointment_date: FRIDAY,
    appointment_time: '9:00 AM',
    services: [{ id: 'womens-haircut' }],
  });
  expect(await groupings()).toEqual([]);
  const refused = await ask('revenue', position);
  expect(refused.status).toBe(400);
  expect(fieldErrors(refused)).toHaveProperty('by');

  const ann = await staff.post('/api/admin/stylists', { name: 'Ann Smith' });
  expect(ann.status, ann.text).toBe(201);
  salon.setClock(FRIDAY_MORNING);
  // The session of that morning is over.
  staff = await givenStaff(salon);
  const paid = await changed(staff, id, 'complete', { amount_cents: 4_550, method: 'card', tip_cents: 500 });
  const { name } = (await salon.get('/api/salon')).json as { name: string };

  const takings = await rowsOf('takings', paid.position);
  expect(takings.rows).toMatchObject([
    { key: 'first', label: name, taken_cents: 4_550, card_tips_cents: 500, visits: 1 },
  ]);
  const { rows } = await rowsOf('utilisation', paid.position);
  expect(rows.map(({ label }) => label)).toEqual(expect.arrayContaining([name, 'Ann Smith']));
  expect(rows.find(({ label }) => label === 'Ann Smith')).toMatchObject({ booked_minutes: 0, share: 0 });
  const [first, second] = rows.map(({ open_minutes }) => open_minutes);
  expect(first).toBe(second);
  expect(await groupings()).toEqual([
    'appointments',
    'revenue',
    'takings',
    'cancellations',
    'utilisation',
    'rebooking',
  ]);
});
