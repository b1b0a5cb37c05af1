import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryEntry, HistoryPage } from '../../src/contracts/history/history.ts';
import { addSalonDays, type SalonDate, salonDate } from '../../src/salon/salon-time.ts';
import { newEvent, record } from '../projections/events.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { TIME_ZONE } from '../support/salon/test-salon.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { deleteBooking } from '../support/staff/server-staff.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { change } from '../support/staff/staff-bookings.ts';

const NOW = new Date();
let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

async function activity(query: Record<string, string> = {}): Promise<HistoryPage> {
  const answer = await staff.get(`/api/admin/activity?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as HistoryPage;
}
const named = ({ changes }: HistoryEntry) =>
  Object.fromEntries(
    changes.filter(({ before, after }) => before === after).map(({ field, after }) => [field, after]),
  );

it('the activity lists events with their subjects, the newest first, and tells which can be undone', async () => {
  const date = salon.freshDay();
  const { id } = await salon.booked({ appointment_date: date });
  await change(staff, id, 'confirm');
  const service = await staff.patch('/api/admin/services/perm', { price_cents: 12_300 });
  const { entries } = await activity({ after: positionOf(service), limit: '200' });
  const positions = entries.map(({ position }) => position);
  expect(positions).toEqual(positions.toSorted().toReversed());
  const changed = entries.find(({ type }) => type === 'ServiceChanged') as HistoryEntry;
  expect(changed).toMatchObject({
    type: 'ServiceChanged',
    thing: { kind: 'service', id: 'perm' },
    undoable: true,
  });
  expect(named(changed)).toMatchObject({ name: 'Perm' });
  const confirmed = entries.find(({ type }) => type === 'BookingConfirmed') as HistoryEntry;
  expect(confirmed).toMatchObject({ actor: { kind: 'admin', user_id: staff.userId }, undoable: true });
  expect(named(confirmed)).toMatchObject({ customer_name: 'Ada Lovelace', appointment_date: date });
  const requested = entries.find(({ type }) => type === 'BookingRequested');
  expect(requested).toMatchObject({ undoable: false, is_undo: false });
  // A time that is taken is told by its appointment.
  expect(entries.filter(({ type }) => type.startsWith('Slot'))).toEqual([]);

  const undone = await staff.post('/api/admin/undo', { event_id: confirmed.id });
  const { entries: after } = await activity({ after: positionOf(undone) });
  expect(after.find(({ type }) => type === 'BookingUnconfirmed')).toMatchObject({ is_undo: true });
});

it('the activity comes in parts, and can be narrowed down by person, kind and time', async () => {
  const { id } = await salon.booked({ appointment_date: salon.freshDay() });
  const after = positionOf(await change(staff, id, 'confirm'));
  const whole = await activity({ after, limit: '200' });
  const parts: string[] = [];
  let cursor: string | null = null;
  do {
    const part: HistoryPage = await activity({ limit: '7', ...(cursor && { cursor }) });
    parts.push(...part.entries.map(({ id }) => id));
    cursor = part.next_cursor;
  } while (cursor !== null && parts.length < whole.entries.length);
  const known = new Set(whole.entries.map(({ id }) => id));
  const fresh = parts.findIndex((id) => known.has(id));
  expect(parts.slice(fresh, fresh + 20)).toEqual(whole.entries.slice(0, 20).map(({ id }) => id));

  const idsOf = ({ entries }: HistoryPage) => entries.map(({ id }) => id);
  const of = (is: (entry: HistoryEntry) => boolean) => whole.entries.filter(is).map(({ id }) => id);
  const narrowed = async (query: Record<string, string>) => {
    const found = idsOf(await activity({ ...query, limit: '200' }));
    return found.filter((id) => known.has(id));
  };
  for (const kind of ['customer', 'admin', 'system'])
    expect(await narrowed({ actor: kind })).toEqual(of(({ actor }) => actor.kind === kind));
  expect(await narrowed({ actor: staff.userId })).toEqual(
    of(({ actor }) => actor.kind === 'admin' && actor.user_id === staff.userId),
  );
  for (const kind of ['booking', 'service', 'hours', 'customer'])
    expect(await narrowed({ kind })).toEqual(of(({ thing }) => thing.kind === kind));
  const today = salonDate(NOW, TIME_ZONE);
  expect(await narrowed({ from: today, to: today })).toEqual(idsOf(whole));
  expect(await narrowed({ to: addSalonDays(today, -1) })).toEqual([]);
  expect(await narrowed({ from: addSalonDays(today, 1) })).toEqual([]);
  expect(await narrowed({ from: today, kind: 'booking', actor: 'admin' })).toEqual(
    of(({ thing, actor }) => thing.kind === 'booking' && actor.kind === 'admin'),
  );

  for (const query of [
    'limit=0',
    'kind=hair',
    'without_messages=false',
    'without_automatic=1',
    'actor=Ada',
    'from=yesterday',
    'from=2026-11-25&to=2026-11-24',
    'cursor=x',
  ])
    expectProblem(await staff.get(`/api/admin/activity?${query}`), 'validation-failed');
});

it('leaves out what processes did about it, unless they are asked for', async () => {
  const { id } = await salon.booked({ appointment_date: salon.freshDay() });
  const typesOf = async (query: Record<string, string>) => {
    const { entries } = await activity({ ...query, kind: 'booking', limit: '200' });
    return entries.filter(({ thing }) => thing.id === id).map(({ type }) => type);
  };
  // The registrar adds it to a customer's profile within moments.
  await eventually(async () => expect(await typesOf({})).toEqual(['BookingLinked', 'BookingRequested']));
  expect(await typesOf({ without_automatic: 'true' })).toEqual(['BookingRequested']);
  expect(await typesOf({ actor: 'system' })).toEqual(['BookingLinked']);
  const { entries } = await activity({ without_automatic: 'true', limit: '200' });
  expect(entries.some(({ type }) => type === 'CustomerRegistered')).toBe(false);
  // The salon's first services appear nowhere else, so they stay.
  expect(entries.some(({ type }) => type === 'ServiceAdded')).toBe(true);
});

it('leaves messages out in full pages', async () => {
  const { id } = await salon.booked({ appointment_date: salon.freshDay() });
  const stream = `messages-${id}`;
  const data = { sid: `SM${'0'.repeat(32)}`, meaning: 'other', personal: 'erased' };
  const reply = () => newEvent({ stream, type: 'ReplyReceived', data, at: NOW.toISOString() });
  await salon.log.append(stream, 'any', [reply(), reply(), reply(), reply()]);
  const after = positionOf(await change(staff, id, 'confirm'));
  const [newest, ...all] = (await activity({ after, limit: '200' })).entries;
  const isMessage = ({ thing: { kind } }: HistoryEntry) => kind === 'message' || kind === 'mail';
  expect(all.filter(isMessage).length).toBeGreaterThan(3);
  const others = all.filter((entry) => !isMessage(entry)).map((entry) => entry.id);
  // Paging starts at the newest entry of now, since more may happen meanwhile.
  let cursor: string | null = newest?.position ?? null;
  const parts: string[] = [];
  for (const size of [3, 6]) {
    const part: HistoryPage = await activity({ without_messages: 'true', limit: '3', cursor: cursor ?? '' });
    parts.push(...part.entries.map((entry) => entry.id));
    expect(parts).toEqual(others.slice(0, size));
    cursor = part.next_cursor;
  }
});

it('names the appointment that a message is about, and nobody once they are erased', async () => {
  const { id } = await salon.booked({ appointment_date: salon.freshDay(), customer_name: 'Grace Hopper' });
  const stream = `messages-${id}`;
  const data = { sid: `SM${'0'.repeat(32)}`, meaning: 'other', personal: 'erased' };
  await salon.log.append(stream, 'any', [
    newEvent({ stream, type: 'ReplyReceived', data, at: NOW.toISOString() }),
  ]);
  const reply = async (): Promise<HistoryEntry | undefined> =>
    (await activity({ kind: 'message', limit: '200' })).entries.find(
      ({ type, thing }) => type === 'ReplyReceived' && thing.id === id,
    );
  await eventually(async () => {
    expect(named((await reply()) as HistoryEntry)).toMatchObject({ customer_name: 'Grace Hopper' });
  });
  const after = await deleteBooking(salon, id);
  const { entries } = await activity({ after, limit: '200' });
  expect(entries.filter(({ thing }) => thing.id === id).length).toBeGreaterThan(1);
  expect(JSON.stringify(entries.filter(({ thing }) => thing.id === id))).not.toContain('Grace');
});

it('finds the events of some days between others, also those of a process whose clock is behind', async () => {
  const { id } = await salon.booked({ appointment_date: salon.freshDay() });
  const stream = `booking-${id}`;
  const [first, second] = [10, 20].map((later) => addSalonDays(salonDate(NOW, TIME_ZONE), later)) as [
    SalonDate,
    SalonDate,
  ];
  const position = await record(salon.log, [
    { stream, type: 'BookingConfirmed', data: {}, at: `${first}T21:00:00.000Z` },
    { stream, type: 'BookingUnconfirmed', data: {}, at: `${first}T20:00:00.000Z` },
    { stream, type: 'BookingConfirmed', data: {}, at: `${second}T20:00:00.000Z` },
  ]);
  const typesIn = async (days: Record<string, string>) => {
    const { entries } = await activity({ ...days, after: position, kind: 'booking', limit: '200' });
    return entries.filter(({ thing }) => thing.id === id).map(({ type }) => type);
  };
  expect(await typesIn({ from: first, to: first })).toEqual(['BookingUnconfirmed', 'BookingConfirmed']);
  expect(await typesIn({ from: first, to: addSalonDays(second, -1) })).toHaveLength(2);
  expect(await typesIn({ from: addSalonDays(first, 1), to: second })).toEqual(['BookingConfirmed']);
  expect(await typesIn({ from: addSalonDays(first, 1), to: addSalonDays(second, -1) })).toEqual([]);
  expect(await typesIn({ to: addSalonDays(first, -1) })).not.toContain('BookingConfirmed');
});
