import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminBookingList } from '../../src/contracts/bookings/admin-bookings.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { deleteBooking } from '../support/staff/server-staff.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed, detailsOf } from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const BOOKINGS = '/api/admin/bookings';

async function listed(query: Readonly<Record<string, string>> = {}) {
  const answer = await staff.get(`${BOOKINGS}?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return AdminBookingList.parse(answer.json);
}
const idsOf = ({ bookings }: AdminBookingList) => bookings.map(({ id }) => id);

describe('the list', () => {
  // Spec: 7.bookings
  it('comes in pages, the newest first, and loses nothing and repeats nothing while others book', async () => {
    const dates = [salon.freshDay(), salon.freshDay()];
    const begins = Date.now();
    /** Two are made at each moment. */
    const book = async (index: number) => {
      const moment = Math.floor(index / 2);
      salon.setClock(new Date(begins + moment * 10));
      const { id, position } = await bookedByStaff(staff, {
        customer_name: `Pagination ${index}`,
        appointment_date: dates[Math.floor(index / 14)],
        appointment_time: `${(index % 7) + 1}:${index % 14 < 7 ? '00' : '30'} PM`,
      });
      return { id, moment, position };
    };
    const early = [];
    for (let index = 0; index < 12; index += 1) early.push(await book(index));
    const newestFirst = early.toSorted((a, b) => b.moment - a.moment || (a.id < b.id ? 1 : -1));
    const query = { search: 'pagination', limit: '5' };
    const first = await listed({ ...query, after: early.at(-1)?.position ?? '' });
    expect(first.total).toBe(12);
    const seen = idsOf(first);
    let { next_cursor: cursor } = first;
    for (let index = 12; cursor !== null; index += 1) {
      const { position } = await book(index);
      const page = await listed({ ...query, cursor, after: position });
      expect(page.total).toBeNull();
      seen.push(...idsOf(page));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(newestFirst.map(({ id }) => id));
    salon.setClock(new Date());
  });

  it('is in order by date and time once days are asked for, and its pages, too', async () => {
    const [day = '', next = ''] = [salon.freshDay(), salon.freshDay()].toSorted();
    const name = 'Sorted Person';
    const book = (appointment_date: string, appointment_time: string) =>
      bookedByStaff(staff, { customer_name: name, appointment_date, appointment_time });
    const late = await book(day, '4:00 PM');
    const other = await book(next, '9:00 AM');
    const early = await book(day, '9:30 AM');
    const noon = await book(day, '12:00 PM');
    const after = noon.position;
    const inOrder = [early, noon, late, other].map(({ id }) => id);
    for (const days of [{ from: day }, { to: next }, { from: day, to: next }]) {
      const query = { search: 'sorted', ...days, limit: '3' };
      const first = await listed({ ...query, after });
      const rest = await listed({ ...query, cursor: first.next_cursor ?? '' });
      expect([...idsOf(first), ...idsOf(rest)]).toEqual(inOrder);
      expect([first.total, rest.next_cursor]).toEqual([4, null]);
    }
    // A page without a search is read by the index.
    const days = { from: day, to: next };
    const one = await listed({ ...days, limit: '1' });
    const more = await listed({ ...days, limit: '100', cursor: one.next_cursor ?? '' });
    expect([...idsOf(one), ...idsOf(more)].filter((id) => inOrder.includes(id))).toEqual(inOrder);
    const file = await staff.get(`${BOOKINGS}.csv?from=${day}&to=${next}&search=sorted`);
    const places = inOrder.map((id) => file.text.indexOf(id));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);

    for (const filters of [{ search: 'sorted' }, { search: 'sorted', to: next }, days]) {
      const query = { ...filters, sort: '-date' };
      const top = await listed({ ...query, limit: '1' });
      const lower = await listed({ ...query, limit: '100', cursor: top.next_cursor ?? '' });
      const found = [...idsOf(top), ...idsOf(lower)].filter((id) => inOrder.includes(id));
      expect(found).toEqual(inOrder.toReversed());
    }
    const latest = await staff.get(`${BOOKINGS}.csv?to=${next}&search=sorted&sort=-date`);
    const lines = inOrder.map((id) => latest.text.indexOf(id));
    expect(lines).toEqual(lines.toSorted((a, b) => b - a));
    expectProblem(await staff.get(`${BOOKINGS}?sort=date`), 'validation-failed');

    // A page of one order is none of the other.
    expectProblem(
      await staff.get(`${BOOKINGS}?search=sorted&cursor=${encodeURIComponent(one.next_cursor ?? '')}`),
      'validation-failed',
    );
    const newest = await listed({ search: 'sorted', limit: '1' });
    expectProblem(
      await staff.get(
        `${BOOKINGS}?search=sorted&from=${day}&cursor=${encodeURIComponent(newest.next_cursor ?? '')}`,
      ),
      'validation-failed',
    );
  });

  it('finds a part of a name in any letters, of an e-mail, and of a phone as typed or as digits', async () => {
    const { id, position } = await bookedByStaff(staff, {
      customer_name: 'Zoë  Ångström',
      customer_email: 'Zoe.A@Example.org',
      customer_phone: '+1 (510) 555-0199',
      appointment_date: salon.freshDay(),
    });
    const local = await bookedByStaff(staff, {
      customer_phone: '510.555.0198',
      appointment_date: salon.freshDay(),
    });
    const find = async (search: string) => idsOf(await listed({ search, after: local.position }));
    expect(position < local.position).toBe(true);
    for (const text of [
      'zoë',
      'ZOE ang',
      'angstrom Zoe',
      'zoe.a@ ang',
      'gstrom',
      'zoe.a@',
      'EXAMPLE.ORG',
      '(510) 555-0199',
      '555-0199',
    ])
      expect([text, await find(text)]).toEqual([text, [id]]);
    for (const digits of ['5105550199', '+15105550199', '1 510 555 0199', '510-555-0199', '0199'])
      expect([digits, await find(digits)]).toEqual([digits, [id]]);
    for (const digits of ['+1 510 555-0198', '15105550198', '510.555.0198', '(510) 555-0198'])
      expect([digits, await find(digits)]).toEqual([digits, [local.id]]);
    for (const none of ['zoe%', 'zo\0qq', '\ud800', '_oe', "'; drop", '510 555 0199 1'])
      expect(await find(none)).toEqual([]);
  });

  it('can be limited to a status and to days', async () => {
    const [day, other] = [salon.freshDay(), salon.freshDay()];
    const name = 'Filter Person';
    const pending = await salon.booked({ customer_name: name, appointment_date: day });
    const confirmed = await bookedByStaff(staff, {
      customer_name: name,
      appointment_date: day,
      appointment_time: '2:00 PM',
    });
    const later = await bookedByStaff(staff, { customer_name: name, appointment_date: other });
    const find = async (query: Readonly<Record<string, string>>) =>
      idsOf(await listed({ search: 'filter', after: later.position, ...query })).toSorted();
    const sorted = (...made: readonly { readonly id: string }[]) => made.map(({ id }) => id).toSorted();
    expect(await find({ status: 'pending' })).toEqual(sorted(pending));
    expect(await find({ status: 'confirmed' })).toEqual(sorted(confirmed, later));
    expect(await find({ status: 'completed' })).toEqual([]);
    expect(await find({ from: day, to: day })).toEqual(sorted(pending, confirmed));
    expect(await find({ from: other })).toEqual(sorted(later));
    expect(await find({ to: day, status: 'confirmed' })).toEqual(sorted(confirmed));
    const { position } = await changed(staff, confirmed.id, 'cancel', { reason: 'other' });
    expect(await find({ open: 'true', after: position })).toEqual(sorted(pending, later));
    expect(await find({ open: 'true', from: other })).toEqual(sorted(later));
    const file = await staff.get(`${BOOKINGS}.csv?search=filter&open=true`);
    expect([pending, confirmed, later].map(({ id }) => file.text.includes(id))).toEqual([true, false, true]);
  });

  it('refuses filters that mean nothing', async () => {
    for (const query of [
      'status=new',
      'open=false',
      'from=yesterday',
      'from=2026-12-02&to=2026-12-01',
      'cursor=abc',
      `cursor=2026-99-01T00:00:00Z_${randomUUID()}`,
      `from=2026-12-01&cursor=2026-02-30_540_${randomUUID()}`,
      `from=2026-12-01&cursor=2026-12-01_-1_${randomUUID()}`,
      'from=2026-12-01&cursor=2026-12-01_540_x',
      'limit=0',
      'limit=101',
      `search=${'x'.repeat(101)}`,
    ])
      expectProblem(await staff.get(`${BOOKINGS}?${query}`), 'validation-failed');
  });

  it('has no deleted appointment, and nobody finds one by its id', async () => {
    const made = await bookedByStaff(staff, {
      customer_name: 'Gone Soon',
      appointment_date: salon.freshDay(),
    });
    const position = await deleteBooking(salon, made.id);
    expect(idsOf(await listed({ search: 'gone soon', after: position }))).toEqual([]);
    for (const id of [made.id, randomUUID()])
      expectProblem(await staff.get(`${BOOKINGS}/${id}?after=${position}`), 'booking-not-found');
  });

  it('says why, when and by whom an appointment was cancelled', async () => {
    const [byStaff, byCustomer] = [
      await salon.booked({ appointment_date: salon.freshDay() }),
      await salon.booked({ appointment_date: salon.freshDay() }),
    ];
    const { position } = await changed(staff, byStaff.id, 'cancel', { reason: 'emergency' });
    const reason = { reason: 'emergency', by: 'staff', at: expect.any(String) };
    expect((await detailsOf(staff, byStaff.id, { position })).cancellation).toEqual(reason);
    const own = await salon.post('/api/manage/cancel', {}, { token: byCustomer.management_token });
    const after = own.json as { position: string };
    expect((await detailsOf(staff, byCustomer.id, after)).cancellation).toMatchObject({
      reason: 'customer_request',
      by: 'customer',
    });
    const back = await changed(staff, byStaff.id, 'reinstate');
    expect((await detailsOf(staff, byStaff.id, back)).cancellation).toBeNull();
  });
});

it('keeps names that staff search for out of the log and out of every URL that is kept', () => {
  expect(salon.logged.length).toBeGreaterThan(0);
  expect(salon.logged.join('')).not.toMatch(/Ångström|zoe\.a|510.{0,2}555.?019|pagination/i);
});
