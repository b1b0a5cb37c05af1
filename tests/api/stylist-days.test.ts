import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { getReport } from '../../src/contracts/reports/reports.ts';
import { listBlockedTimes } from '../../src/contracts/salon/admin-blocked-times.ts';
import { getDay } from '../../src/contracts/salon/admin-days.ts';
import type { Schedule } from '../../src/contracts/salon/admin-hours.ts';
import { dayOfWeek } from '../../src/salon/salon-time.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, manualBooking } from '../support/staff/staff-bookings.ts';
import { addedStylist } from '../support/staff/stylists.ts';

/** Single dates of one stylist. By the week, the salon is open from 9 AM to 9 PM. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const window = (start_time: string, end_time: string) => ({ start_time, end_time });

const added = (name: string) => addedStylist(staff, { name });

async function dayOf(date: string, after: string, stylist?: string) {
  const of = stylist === undefined ? '' : `&stylist_id=${stylist}`;
  const answer = await staff.get(`/api/admin/days/${date}?after=${after}${of}`);
  expect(answer.status, answer.text).toBe(200);
  return getDay.answer.body.parse(answer.json);
}

it('a day of a stylist has their hours within the salon’s, and the blocks of them and of everybody', async () => {
  const date = salon.freshDay();
  const [ann, bea] = [await added('Ann Smith'), await added('Bea Jones')];
  const week = [{ day_of_week: dayOfWeek(date), windows: [window('08:00', '12:00')] }];
  const weekly = await staff.patch(`/api/admin/stylists/${ann}/hours`, { week });
  expect(await dayOf(date, positionOf(weekly), ann)).toMatchObject({
    stylist_id: ann,
    windows: [window('09:00', '12:00')],
    from: 'week',
  });

  const hours = { stylist_id: ann, windows: [window('10:00', '23:00')] };
  const set = await staff.post(`/api/admin/days/${date}/hours`, hours);
  expect(set.status, set.text).toBe(200);
  expect(await dayOf(date, positionOf(set), ann)).toMatchObject({
    windows: [window('10:00', '21:00')],
    from: 'date',
  });
  for (const other of [bea, undefined]) {
    const day = await dayOf(date, positionOf(set), other);
    expect(day).toMatchObject({ windows: [window('09:00', '21:00')], from: 'week' });
    expect(day.stylist_id).toBe(other);
  }

  const block = (fields: object) =>
    staff.post('/api/admin/blocked-times', { date, reason: 'Lunch', ...fields });
  await block({ ...window('12:00', '13:00'), stylist_id: ann });
  await block({ ...window('14:00', '15:00'), stylist_id: bea });
  const after = positionOf(await block(window('16:00', '17:00')));
  const startsOf = async (query: string) => {
    const answer = await staff.get(`/api/admin/blocked-times?from=${date}&to=${date}&after=${after}${query}`);
    expect(answer.status, answer.text).toBe(200);
    const blocks = listBlockedTimes.answer.body.parse(answer.json);
    return blocks.map(({ start_time, stylist_id }) => [start_time, stylist_id]);
  };
  expect(await startsOf('')).toEqual([
    ['12:00', ann],
    ['14:00', bea],
    ['16:00', undefined],
  ]);
  expect(await startsOf(`&stylist_id=${ann}`)).toEqual([
    ['12:00', ann],
    ['16:00', undefined],
  ]);
  expect((await dayOf(date, after, bea)).blocks.map(({ start_time }) => start_time)).toEqual([
    '14:00',
    '16:00',
  ]);

  const report = await staff.get(
    `/api/admin/reports/utilisation?from=${date}&to=${date}&by=stylist&after=${after}`,
  );
  const { rows } = getReport.answer.body.parse(report.json);
  const open = new Map(rows.map(({ key, open_minutes }) => [key, open_minutes]));
  expect([open.get('first'), open.get(ann), open.get(bea)]).toEqual([660, 540, 600]);
});

it('a week names the appointments that it leaves outside, and so do the salon’s hours, by the hours of each stylist', async () => {
  const date = salon.freshDay();
  const cyd = await added('Cyd Brown');
  const day_of_week = dayOfWeek(date);
  const setWeek = (windows: readonly object[], query = '', ask = {}) =>
    staff.patch(`/api/admin/stylists/${cyd}/hours${query}`, { week: [{ day_of_week, windows }] }, ask);
  const at = (appointment_time: string, stylist_id: string) =>
    bookedByStaff(staff, { appointment_date: date, appointment_time, stylist_id });
  const late = await at('3:00 PM', cyd);
  const ofFirst = await at('3:00 PM', 'first');
  await salon.idle();
  const named = ({ json }: { readonly json: unknown }) =>
    (json as { affected?: { appointments: { id: string }[] } }).affected?.appointments.map(({ id }) => id);

  // Somebody who saw an earlier card isn't asked about appointments first.
  expectProblem(await setWeek([window('09:00', '12:00')], '', { ifMatch: '"7"' }), 'stale');
  const refused = await setWeek([window('09:00', '12:00')]);
  expectProblem(refused, 'appointments-outside-hours');
  expect(named(refused)).toEqual([late.id]);
  const set = await setWeek([window('09:00', '12:00')], '?acknowledged=true');
  expect(set.status, set.text).toBe(200);
  const { bookings_outside } = await dayOf(date, positionOf(set));
  expect(bookings_outside.map(({ id }) => id)).toEqual([late.id]);
  expect((await setWeek([window('09:00', '13:00')])).status, 'it lay outside before').toBe(200);

  const { hours, version } = (await staff.get('/api/admin/hours')).json as Schedule;
  const salonWeek = hours.find((one) => one.day_of_week === day_of_week);
  const days = [{ day_of_week, windows: [window('09:00', '14:00')] }];
  const shorter = await staff.patch('/api/admin/hours', { days }, { ifMatch: `"${version}"` });
  expectProblem(shorter, 'appointments-outside-hours');
  expect(named(shorter), `${salonWeek?.end_time}: only who was inside`).toEqual([ofFirst.id]);
});

it('the undo of a week leaves nobody outside', async () => {
  const date = salon.freshDay();
  const dot = await added('Dot White');
  const setWeek = (start: string) =>
    staff.patch(`/api/admin/stylists/${dot}/hours`, {
      week: [{ day_of_week: dayOfWeek(date), windows: [window(start, '17:00')] }],
    });
  await setWeek('13:00');
  const longer = await setWeek('09:00');
  await bookedByStaff(staff, { appointment_date: date, appointment_time: '10:00 AM', stylist_id: dot });
  await salon.idle();
  const path = `/api/admin/settings/history?after=${positionOf(longer)}`;
  const { entries } = (await staff.get(path)).json as HistoryPage;
  const entry = entries.find(({ type }) => type === 'StylistHoursSet');
  const undone = await staff.post('/api/admin/undo', { event_id: entry?.id });
  const detail = expect.stringContaining('10 AM would be outside the hours.');
  expect(undone.json).toMatchObject({ code: 'undo-overtaken', detail });
});

it('a stylist whom the salon doesn’t know has no days', async () => {
  const date = salon.freshDay();
  for (const path of [`days/${date}`, 'blocked-times'])
    expectProblem(await staff.get(`/api/admin/${path}?stylist_id=${randomUUID()}`), 'unknown-stylist');
});

it('nothing is entered for a stylist whose name was erased', async () => {
  const date = salon.freshDay();
  const eve = await added('Eve Green');
  for (const step of ['deactivate', 'erase'])
    expect((await staff.post(`/api/admin/stylists/${eve}/${step}`, {})).status).toBe(200);
  const block = { date, ...window('12:00', '13:00'), reason: 'Lunch', stylist_id: eve };
  for (const [path, body] of [
    ['blocked-times', block],
    [`days/${date}/hours`, { stylist_id: eve, windows: [] }],
    ['bookings', manualBooking({ appointment_date: date, stylist_id: eve })],
  ] as const)
    expect((await staff.post(`/api/admin/${path}`, body)).json, path).toMatchObject({
      status: 409,
      code: 'stylist-unavailable',
    });
  expect((await staff.get(`/api/admin/days/${date}?stylist_id=${eve}`)).status).toBe(200);
});
