import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { revokeRole } from '../../src/features/accounts/users/staff.ts';
import { newEvent } from '../projections/events.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { confirmBooking, deleteBooking } from '../support/staff/server-staff.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';

const NOW = new Date();
let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

/** A part of a history without the registrar's links and the messages, since these come some moments later. */
async function page(path: string, query: Record<string, string> = {}): Promise<HistoryPage> {
  const answer = await staff.get(`/api/admin/${path}/history?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  const { entries, next_cursor } = answer.json as HistoryPage;
  return {
    entries: entries.filter(({ type, thing }) => type !== 'BookingLinked' && thing.kind !== 'message'),
    next_cursor,
  };
}
const typesOf = ({ entries }: HistoryPage) => entries.map(({ type }) => type);

it('names the person and the change for each event of an appointment, and the events that followed', async () => {
  const [date, later] = [salon.freshDay(), salon.freshDay()];
  const booking = await salon.booked({ appointment_date: date, notes: 'Allergic to ammonia' });
  const { id, management_token: token } = booking;
  await confirmBooking(salon, id);
  const moved = await salon.post(
    '/api/manage/reschedule',
    { new_date: later, new_time: '2:00 PM' },
    { token },
  );
  expect(moved.status, moved.text).toBe(200);

  const { entries, next_cursor } = await page(`bookings/${id}`, { after: positionOf(moved) });
  expect(next_cursor).toBeNull();
  expect(entries).toMatchObject([
    {
      type: 'BookingRescheduled',
      actor: { kind: 'customer' },
      thing: { kind: 'booking', id },
      caused_by: null,
      erased: false,
    },
    { type: 'BookingConfirmed', actor: { kind: 'admin', name: null } },
    { type: 'BookingRequested', actor: { kind: 'customer' } },
  ]);
  expect(entries[0]?.changes).toEqual([
    { field: 'notice', before: null, after: 'template' },
    { field: 'appointment_date', before: date, after: later },
    { field: 'appointment_time', before: '10:00 AM', after: '2:00 PM' },
  ]);
  expect(entries[2]?.changes).toContainEqual({
    field: 'notes',
    before: null,
    after: 'Allergic to ammonia',
  });

  const released = await eventually(async () => {
    const day = await page(`days/${date}`);
    const found = day.entries.find(({ type }) => type === 'SlotReleased');
    expect(found).toBeDefined();
    return found;
  });
  expect(released).toMatchObject({
    actor: { kind: 'system', process: 'slot-keeper' },
    thing: { kind: 'day', id: date },
    caused_by: { id: entries[0]?.id, type: 'BookingRescheduled', thing: { kind: 'booking', id } },
  });
  expect(released?.correlation_id).toBe(entries[0]?.correlation_id);

  // On the first day it was requested, confirmed and moved away; on the second it only arrived.
  expect(typesOf(await page(`days/${date}`)).toSorted()).toEqual([
    'BookingConfirmed',
    'BookingRequested',
    'BookingRescheduled',
    'SlotReleased',
    'SlotTaken',
  ]);
  const arrived = await page(`days/${later}`);
  expect(typesOf(arrived)).toEqual(['BookingRescheduled', 'SlotTaken']);
  // The entry names the appointment.
  expect(arrived.entries[0]?.changes).toContainEqual({
    field: 'customer_name',
    before: 'Ada Lovelace',
    after: 'Ada Lovelace',
  });
});

it('survives the deletion of an appointment, without the person', async () => {
  const booking = await salon.booked({
    appointment_date: salon.freshDay(),
    customer_name: 'Grace Hopper',
    notes: 'Forget me',
  });
  const path = `bookings/${booking.id}`;
  expect(JSON.stringify(await page(path, { after: booking.position }))).toContain('Forget me');
  const after = await deleteBooking(salon, booking.id);
  const erased = await eventually(async () => {
    const shown = await page(path, { after });
    expect(shown.entries.at(-1)?.erased).toBe(true);
    return shown;
  });
  expect(typesOf(erased)).toEqual(['BookingDeleted', 'BookingRequested']);
  expect(JSON.stringify(erased)).not.toMatch(/Forget me|Grace|Hopper|example\.com/);
  expect(erased.entries[1]?.changes).toContainEqual({
    field: 'appointment_time',
    before: null,
    after: '10:00 AM',
  });
});

it('tells which customer was found for an appointment, and the customer of it', async () => {
  const date = salon.freshDay();
  const { id } = await salon.booked({
    appointment_date: date,
    customer_email: 'grace@example.com',
    customer_phone: '(925) 555-0177',
  });
  const link = await eventually(async () => {
    const answer = await staff.get(`/api/admin/bookings/${id}/history`);
    const found = (answer.json as HistoryPage).entries.find(({ type }) => type === 'BookingLinked');
    expect(found).toBeDefined();
    return found;
  });
  expect(link?.actor).toEqual({ kind: 'system', process: 'registrar' });
  const [change] = link?.changes ?? [];
  expect(change).toMatchObject({ field: 'customer_id', before: null });
  const customer = await staff.get(`/api/admin/customers/${change?.after}/history?after=${link?.position}`);
  expect((customer.json as HistoryPage).entries).toMatchObject([
    {
      type: 'BookingLinked',
      thing: { kind: 'booking', id },
      // The entry names the appointment and its customer.
      changes: [
        { field: 'customer_name', before: 'Ada Lovelace', after: 'Ada Lovelace' },
        { field: 'appointment_date', before: date, after: date },
        { field: 'appointment_time', before: '10:00 AM', after: '10:00 AM' },
        { field: 'services', before: ['Scalp Treatment'], after: ['Scalp Treatment'] },
        { field: 'customer_id' },
      ],
    },
    { type: 'CustomerRegistered', thing: { kind: 'customer', id: change?.after } },
  ]);
});

it('names administrators as they are called now, and by their id alone once they are gone', async () => {
  const colleague = await givenStaff(salon);
  // An account is no event, so a history is kept until the next minute.
  let minutes = 0;
  const nextMinute = () => salon.setClock(new Date(NOW.getTime() + ++minutes * 60_000));
  const renamed = (first: string, last: string) =>
    salon.database.pool.query('update accounts.users set first_name = $2, last_name = $3 where id = $1', [
      colleague.userId,
      first,
      last,
    ]);
  await renamed('Bea', 'Stone');
  const changed = await colleague.patch('/api/admin/services/perm', { price_cents: 12_300 });
  const newest = async () => (await page('services/perm', { after: positionOf(changed) })).entries[0];
  expect(await newest()).toMatchObject({
    type: 'ServiceChanged',
    actor: { kind: 'admin', user_id: colleague.userId, name: 'Bea Stone' },
    changes: [{ field: 'price', after: '$123.00' }],
  });
  await renamed('Beatrice', '');
  nextMinute();
  expect((await newest())?.actor).toMatchObject({ name: 'Beatrice' });
  await renamed('', '');
  nextMinute();
  expect((await newest())?.actor).toMatchObject({ name: expect.stringContaining('@example.com') });
  await revokeRole(salon.database.pool, colleague.userId);
  await salon.database.pool.query('delete from accounts.users where id = $1', [colleague.userId]);
  nextMinute();
  expect((await newest())?.actor).toEqual({ kind: 'admin', user_id: colleague.userId, name: null });
});

it('comes in parts, the newest first, and none is missing or doubled', async () => {
  const day = salon.freshDay();
  let after = '';
  for (let n = 1; n <= 3; n += 1) {
    const blocked = await staff.post('/api/admin/blocked-dates', {
      blocked_date: day,
      reason: `Reason ${n}`,
    });
    const { id } = blocked.json as { id: string };
    after = positionOf(await staff.delete(`/api/admin/blocked-dates/${id}`));
  }
  const whole = await page(`days/${day}`, { after });
  expect(typesOf(whole)).toEqual(Array.from({ length: 3 }, () => ['DateUnblocked', 'DateBlocked']).flat());
  const positions = whole.entries.map(({ position }) => position);
  expect(positions).toEqual(positions.toSorted().toReversed());
  const parts: string[] = [];
  let cursor: string | null = null;
  do {
    const part: HistoryPage = await page(`days/${day}`, { limit: '4', ...(cursor && { cursor }) });
    parts.push(...part.entries.map(({ id }) => id));
    cursor = part.next_cursor;
  } while (cursor !== null);
  expect(parts).toEqual(whole.entries.map(({ id }) => id));
  for (const limit of ['0', '201', 'x', '1.5'])
    expectProblem(await staff.get(`/api/admin/days/${day}/history?limit=${limit}`), 'validation-failed');
});

it('says that a reply is the customer’s, whoever has recorded it', async () => {
  const { id, position } = await salon.booked({ appointment_date: salon.freshDay() });
  const stream = `messages-${id}`;
  const data = { sid: `SM${'0'.repeat(32)}`, meaning: 'other', personal: 'erased' };
  await salon.log.append(stream, 'any', [newEvent({ stream, type: 'ReplyReceived', data })]);
  await eventually(async () => {
    const answer = await staff.get(`/api/admin/bookings/${id}/history?after=${position}`);
    const { entries } = answer.json as HistoryPage;
    expect(entries.find(({ type }) => type === 'ReplyReceived')?.actor).toEqual({ kind: 'customer' });
  });
});

it('has the first week as the seed set it, and nothing that never was', async () => {
  const week = await page('hours');
  expect(week.entries.at(-1)).toMatchObject({
    type: 'HoursAdded',
    actor: { kind: 'system', process: 'seed' },
    thing: { kind: 'hours', id: 'week' },
  });
  expect(await page(`days/${salon.freshDay()}`)).toEqual({ entries: [], next_cursor: null });
  const history = (path: string) => staff.get(`/api/admin/${path}/history`);
  expectProblem(await history(`bookings/${randomUUID()}`), 'booking-not-found');
  expectProblem(await history(`customers/${randomUUID()}`), 'customer-not-found');
  expectProblem(await history('services/nothing'), 'service-not-found');
});
