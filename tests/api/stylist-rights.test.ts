import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '../../src/contracts/customers/customers.ts';
import type { HistoryEntry } from '../../src/contracts/history/history.ts';
import type { Undone } from '../../src/contracts/history/undo.ts';
import { grantRole } from '../../src/features/accounts/users/staff.ts';
import { FIRST } from '../../src/salon/parts.ts';
import { expectProblem } from '../support/network/http.ts';
import { openLive } from '../support/network/live-stream.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff } from '../support/staff/staff-bookings.ts';
import { addedStylist } from '../support/staff/stylists.ts';

/** A stylist in a salon of two, and the other one's appointments. */

const BLOCKS = '/api/admin/blocked-times';
const UNDO = '/api/admin/undo';

let salon: TestSalon;
let owner: StaffApi;
let stylist: StaffApi;
let ann: string;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  owner = await givenStaff(salon);
  stylist = await givenStaff(salon, { role: 'stylist', stylistId: FIRST });
  ann = await addedStylist(owner, { name: 'Ann Smith' });
});
afterAll(() => salon.stop());

async function booked(stylist_id: string, appointment_date = salon.freshDay()) {
  const when = { appointment_date, appointment_time: '11:00 AM' };
  const services = [{ id: 'womens-haircut' }];
  const { id, position } = await bookedByStaff(owner, { ...when, services, stylist_id });
  const path = `/api/admin/bookings/${id}`;
  await owner.get(`${path}?after=${position}`);
  return { id, path, date: appointment_date };
}
async function moved(
  { path, date }: { readonly path: string; readonly date: string },
  stylist_id: string,
  new_time = '11:00 AM',
) {
  const answer = await owner.post(`${path}/reschedule`, { new_date: date, new_time, stylist_id });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}
/** The entries by people: the registrar may link a customer at any moment. */
async function entriesOf(by: StaffApi, path: string, after: Parameters<StaffApi['getAfter']>[1]) {
  const page = await by.getAfter<{ readonly entries: readonly HistoryEntry[] }>(`${path}/history`, after);
  return page.entries.filter(({ actor }) => actor.kind !== 'system');
}

describe('a stylist undoes', () => {
  it('a note on an own visit, by its answer and by its history', async () => {
    const { path } = await booked(FIRST);
    const note = (visit_note: string) => stylist.post(`${path}/visit-note`, { visit_note });
    const first = await note('Copper 7.4');
    const undone = await stylist.post(UNDO, { position: positionOf(first) });
    expect((undone.json as Undone).entry).toMatchObject({ type: 'VisitNoted', position: positionOf(first) });
    const [entry] = await entriesOf(stylist, path, await note('Ash 6'));
    expect(entry).toMatchObject({ type: 'VisitNoted', undoable: true });
    expect((await stylist.post(UNDO, { event_id: entry?.id })).status).toBe(200);
  });

  it('a blocked time of their own, and no other’s, which they are told nothing of', async () => {
    const date = salon.freshDay();
    const block = { date, start_time: '14:00', end_time: '15:00', reason: 'Lunch' };
    const own = await stylist.post(BLOCKS, { ...block, stylist_id: FIRST });
    expect((await stylist.post(UNDO, { position: positionOf(own) })).status).toBe(200);
    const others = [await owner.post(BLOCKS, { ...block, stylist_id: ann }), await owner.post(BLOCKS, block)];
    for (const other of others)
      expectProblem(await stylist.post(UNDO, { position: positionOf(other) }), 'event-not-found');
    const ids = others.map(({ json }) => (json as { readonly id: string }).id);
    expectProblem(
      await stylist.get(`${BLOCKS}/${ids[0]}?after=${positionOf(others[1] as never)}`),
      'blocked-time-not-found',
    );
    expect((await stylist.get(`${BLOCKS}/${ids[1]}`)).status).toBe(200);
  });

  it('nothing that they may not change: neither of an own appointment nor of another’s', async () => {
    const own = await booked(FIRST);
    const [entry] = await entriesOf(stylist, own.path, await moved(own, FIRST, '1:00 PM'));
    expect(entry).toMatchObject({ type: 'BookingRescheduled', undoable: false });
    expectProblem(await stylist.post(UNDO, { event_id: entry?.id }), 'forbidden');
    const other = await booked(ann);
    const noted = await owner.post(`${other.path}/visit-note`, { visit_note: 'Balayage' });
    expectProblem(await stylist.post(UNDO, { position: positionOf(noted) }), 'event-not-found');
    const price = await owner.patch('/api/admin/services/perm', { price_cents: 12_300 });
    expectProblem(await stylist.post(UNDO, { position: positionOf(price) }), 'event-not-found');
  });
});

it('a stylist whose version of a day is old isn’t told what others have decided about it', async () => {
  const block = {
    date: salon.freshDay(),
    start_time: '15:00',
    end_time: '15:30',
    reason: 'Lunch',
    stylist_id: FIRST,
  };
  const own = (await stylist.post(BLOCKS, block)).json as { readonly id: string; readonly version: number };
  await owner.post(BLOCKS, { ...block, stylist_id: ann });
  const ask = { ifMatch: `"${own.version}"` };
  const stale = await stylist.patch(`${BLOCKS}/${own.id}`, { reason: 'Dentist' }, ask);
  expectProblem(stale, 'stale');
  expect(stale.json).not.toHaveProperty('changes');
  const byOwner = await owner.patch(`${BLOCKS}/${own.id}`, { reason: 'Dentist' }, ask);
  expect(byOwner.json).toMatchObject({ changes: [{ type: 'TimeBlocked' }] });
});

describe('a stylist’s live updates', () => {
  it('name an appointment that is handed to them, or away from them, and no other’s', async () => {
    const [theirs, others] = [await booked(FIRST), await booked(ann)];
    const live = await openLive(salon.url, stylist.token);
    const noted = await owner.post(`${others.path}/visit-note`, { visit_note: 'Balayage' });
    await owner.getAfter(others.path, noted);
    await moved(theirs, ann);
    await live.changeOf('booking', theirs.id);
    expect(JSON.stringify(live.messages)).not.toContain(others.id);
    await moved(others, FIRST);
    await live.changeOf('booking', others.id);
    const told = live.messages.length;
    await owner.post(`${theirs.path}/visit-note`, { visit_note: 'Balayage' });
    await owner.patch('/api/admin/services/perm', { price_cents: 12_400 });
    await live.changeOf('service', 'perm');
    expect(JSON.stringify(live.messages.slice(told))).not.toContain(theirs.id);
  });

  it('end when the role changes', async () => {
    const former = await givenStaff(salon);
    const live = await openLive(salon.url, former.token);
    await grantRole(salon.database.pool, former.userId, new Date(), { role: 'stylist', stylistId: FIRST });
    await live.ended;
  });
});

const customerOf = async (path: string) => {
  await salon.idle();
  return ((await owner.get(path)).json as { readonly customer_id: string }).customer_id;
};

it('a stylist sees the profile of an own client alone, and of visits with others date and services', async () => {
  const [own, other] = [await booked(FIRST), await booked(ann)];
  const path = `/api/admin/customers/${await customerOf(own.path)}`;
  const { text, json } = await stylist.get(path);
  const profile = json as Customer;
  expect(profile.service_history.map(({ id }) => id)).toContain(own.id);
  expect(profile.other_visits).toContainEqual({
    appointment_date: other.date,
    services: ["Women's Haircut"],
  });
  expect(text).not.toContain(other.id);
  expect(text).not.toMatch(/spent_cents":\d|no_shows/);
  const { id } = await bookedByStaff(owner, {
    customer_name: 'Ada Lovelace',
    customer_email: 'ada@example.com',
    customer_phone: '9255550199',
    appointment_date: salon.freshDay(),
    stylist_id: ann,
  });
  const unknown = `/api/admin/customers/${await customerOf(`/api/admin/bookings/${id}`)}`;
  expectProblem(await stylist.get(unknown), 'customer-not-found');
});
