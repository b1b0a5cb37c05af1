import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_EVENTS } from '../../src/contracts/live.ts';
import { POSITION_PATTERN } from '../../src/eventsourcing/event-store.ts';
import { revokeRole } from '../../src/features/accounts/users/staff.ts';
import { givenAdmin } from '../support/accounts/auth-client.ts';
import { expectProblem } from '../support/network/http.ts';
import { openLive } from '../support/network/live-stream.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const open = (token = staff.token, lastEventId?: string) => openLive(salon.url, token, lastEventId);

it('tells two browsers of the same change within a second, once it can be read', async () => {
  const [here, there] = [await open(), await open((await givenStaff(salon)).token)];
  expect(here.status).toBe(200);
  expect(Object.fromEntries(here.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  const seconds: number[] = [];
  // A busy machine may take longer once; a fault does each time. What a slow one takes for the change itself, it may take for the rest.
  for (const id of ['perm', 'microblading', 'scalp-treatment', 'full-highlights']) {
    const began = performance.now();
    const changed = await staff.patch(`/api/admin/services/${id}`, { price_cents: 12_100 });
    const aSecond = Math.max(1_000, 10 * (performance.now() - began));
    const told = [await here.changeOf('service', id), await there.changeOf('service', id)];
    seconds.push((performance.now() - began) / aSecond);
    expect(told).toEqual(Array(2).fill({ kind: 'service', id, position: positionOf(changed) }));
    if (Math.min(...seconds) < 1) break;
  }
  expect(Math.min(...seconds)).toBeLessThan(1);
  expect((await staff.get('/api/admin/services/perm')).json).toMatchObject({ price_cents: 12_100 });
  expect(here.messages[0]).toMatchObject({ event: 'ready', id: expect.stringMatching(POSITION_PATTERN) });
  expect(Object.keys(LIVE_EVENTS)).toEqual(['ready', 'changes', 'reset']);
});

it('names the booking, the day and the customer, and says nothing else of them', async () => {
  const live = await open();
  const date = salon.freshDay();
  const { id, position } = await salon.booked({ appointment_date: date, customer_name: 'Grace Hopper' });
  expect((await live.changeOf('booking', id)).position >= position).toBe(true);
  await live.changeOf('day', date);
  const linked = (await staff.get(`/api/admin/bookings/${id}/history`)).json as { entries: object[] };
  expect(linked.entries.length).toBeGreaterThan(0);
  expect(JSON.stringify(live.messages)).not.toMatch(/Grace|Hopper|example\.com|\(925\)/);
  const ids = live.messages.map((message) => message.id);
  expect(ids).toEqual(ids.toSorted());
});

it('keeps quiet about holds, which no screen shows', async () => {
  const live = await open();
  const date = salon.freshDay();
  const hold = { date, time: '10:00 AM', services: [{ id: 'scalp-treatment' }] };
  expect((await salon.post('/api/holds', hold)).status).toBe(201);
  await staff.patch('/api/admin/services/makeup', { price_cents: 100 });
  await live.changeOf('service', 'makeup');
  expect(JSON.stringify(live.messages)).not.toContain(date);
});

it('goes on after the last event that a browser has seen', async () => {
  // What process managers do because of earlier tests is told, too.
  await salon.idle();
  const before = await open();
  const first = await staff.patch('/api/admin/services/microblading', { price_cents: 1_000 });
  await before.changeOf('service', 'microblading');
  const seen = before.messages.at(-1)?.id;
  expect(seen).toBe(positionOf(first));
  before.close();
  const second = await staff.patch('/api/admin/services/full-color', { price_cents: 2_000 });
  await staff.getAfter('/api/admin/services/full-color', second);
  const after = await open(staff.token, seen);
  expect(await after.changeOf('service', 'full-color')).toMatchObject({ position: positionOf(second) });
  expect(after.messages[0]).toMatchObject({ event: 'ready', id: seen });
  expect(JSON.stringify(after.messages)).not.toContain('microblading');
});

it('is told to load everything again after too many events', async () => {
  const { rows } = await salon.database.pool.query<{ name: string; version: number }>(
    "select name, version from read.models where name = 'history'",
  );
  const table = `read.history_v${rows[0]?.version}`;
  await salon.database.pool.query(
    `insert into ${table} (id, stream, revision, position, type, kind, thing)
     select gen_random_uuid(), 'made up', n, lpad(to_hex(n), 32, '0'), 'BookingConfirmed', 'booking', 'made-up-' || n
     from generate_series(1, 1100) n`,
  );
  const live = await open(staff.token, '0'.repeat(32));
  await expect.poll(() => live.messages.map(({ event }) => event)).toEqual(['ready', 'reset']);
  await salon.database.pool.query(`delete from ${table} where stream = 'made up'`);
});

it('ends when the session ends, or the role is taken away', async () => {
  const [leaving, losing] = [await givenAdmin(salon), await givenAdmin(salon)];
  const streams = [await open(leaving.token), await open(losing.token)];
  const stays = await open();
  await leaving.client.signOut({ scope: 'local' });
  await revokeRole(salon.database.pool, losing.id);
  // The interval of that check, and so the time until the end, is tested in streaming.test.ts.
  await Promise.all(streams.map(({ ended }) => ended));
  expect((await open(leaving.token)).status).toBe(401);
  expect((await open(losing.token)).status).toBe(403);
  const changed = await staff.patch('/api/admin/services/updo', { price_cents: 300 });
  expect((await stays.changeOf('service', 'updo')).position).toBe(positionOf(changed));
});

it('is limited for each administrator, and a stream that was closed makes room', async () => {
  const { token } = await givenAdmin(salon);
  const streams = await Promise.all(Array.from({ length: 12 }, () => open(token)));
  expect(streams.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const path = '/api/admin/live';
  const refused = await salon.get(path, { token });
  expectProblem(refused, 'too-many-streams');
  expect(refused.headers['retry-after']).toBe('30');
  expect((await open()).status, 'somebody else').toBe(200);
  streams[0]?.close();
  await expect.poll(async () => (await open(token)).status).toBe(200);
});

it('answers a HEAD request at once', async () => {
  const headers = { Authorization: `Bearer ${staff.token}` };
  const answer = await salon.http.send({ method: 'HEAD', path: '/api/admin/live', headers });
  expect(answer.status).toBe(200);
});

it('ends at once when the service stops', async () => {
  const ending = await givenSalon({ now: new Date() });
  const live = await openLive(ending.url, (await givenAdmin(ending)).token);
  expect(live.status).toBe(200);
  const stopped = ending.stop();
  // Requests under way are waited for, for five seconds; then they are cut, and this would reject.
  await live.ended;
  await stopped;
});
