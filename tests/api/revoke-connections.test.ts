import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { Connection } from '../../src/contracts/settings/connections.ts';
import { madeKey } from '../support/accounts/api-keys.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { ALLOWED, bodyOf, type Made, WEBHOOKS } from '../support/webhooks/given-webhooks.ts';

/** All API keys, webhooks and calendar addresses can be revoked at once, except those that are to be kept. */

let salon: TestSalon;
let ada: StaffApi;
let bea: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: ALLOWED });
  [ada, bea] = [await givenStaff(salon), await givenStaff(salon)];
});
afterAll(() => salon.stop());
afterEach(async () => {
  bodyOf(await ada.post(REVOKE, {}));
});

const CONNECTIONS = '/api/admin/connections';
const REVOKE = `${CONNECTIONS}/revoke`;
const CALENDAR = '/api/account/calendar-address';

const listed = async () => bodyOf<{ connections: Connection[] }>(await ada.get(CONNECTIONS)).connections;
const hooked = async (by: StaffApi) =>
  bodyOf<Made>(await by.post(WEBHOOKS, { url: 'https://hooks.example.com/' }), 201);
const activity = async () => {
  const head = await salon.log.head();
  const path = `/api/admin/activity?kind=connection&limit=200&after=${head}`;
  return bodyOf<HistoryPage>(await ada.get(path)).entries;
};
const named = ({ changes }: HistoryPage['entries'][number]) =>
  Object.fromEntries(changes.map(({ field, after }) => [field, after]));

/** One of each kind, of each of the two. */
async function givenAll() {
  const keys = [await madeKey(ada, { name: 'Ada’s' }), await madeKey(bea, { name: 'Bea’s' })];
  const hooks = [await hooked(ada), await hooked(bea)];
  const calendars = [];
  for (const by of [ada, bea]) {
    const { url } = bodyOf<{ url: string }>(await by.post(CALENDAR));
    calendars.push(new globalThis.URL(url).pathname);
  }
  expect(await listed()).toHaveLength(6);
  return { keys, hooks, calendars };
}
const opens = async ({ keys, hooks, calendars }: Awaited<ReturnType<typeof givenAll>>) => ({
  keys: await Promise.all(
    keys.map(async ({ key }) => (await salon.get('/api/admin/events', { token: key })).status),
  ),
  hooks: await Promise.all(hooks.map(async ({ id }) => (await ada.get(`${WEBHOOKS}/${id}`)).status)),
  calendars: await Promise.all(calendars.map(async (path) => (await salon.get(path)).status)),
});

it('ends everything at once, each with an entry of its own, and may be repeated', async () => {
  const all = await givenAll();
  expect(await opens(all)).toEqual({ keys: [200, 200], hooks: [200, 200], calendars: [200, 200] });
  const before = (await activity()).length;
  const ask = { key: randomUUID() };
  for (let repeated = 0; repeated < 3; repeated += 1)
    expect(bodyOf(await ada.post(REVOKE, {}, ask))).toEqual({ connections: [] });
  expect(await opens(all)).toEqual({ keys: [401, 401], hooks: [404, 404], calendars: [404, 404] });
  expect(await listed()).toEqual([]);
  const entries = (await activity()).slice(0, -before);
  expect(entries.map((entry) => [entry.type, named(entry).connection, entry.actor]).sort()).toEqual(
    ['api_key', 'api_key', 'calendar_address', 'calendar_address', 'webhook', 'webhook'].map((kind) => [
      'ConnectionRevoked',
      kind,
      expect.objectContaining({ kind: 'admin', user_id: ada.userId }),
    ]),
  );
});

it('keeps single ones', async () => {
  const all = await givenAll();
  const keep = [all.keys[1]?.id, all.hooks[0]?.id, bea.userId];
  const { connections } = bodyOf<{ connections: Connection[] }>(await ada.post(REVOKE, { keep }));
  expect(connections.map(({ id }) => id).sort()).toEqual(keep.toSorted());
  expect(await opens(all)).toEqual({ keys: [401, 200], hooks: [200, 404], calendars: [404, 200] });
});

it('a repetition ends a connection whose end a killed process has only recorded', async () => {
  const all = await givenAll();
  const ask = { key: randomUUID() };
  bodyOf(await ada.post(REVOKE, {}, ask));
  const before = (await activity()).length;
  // Makes this key work again: the process could have been killed before it ended it.
  const { rows } = await salon.database.pool.query(
    "update accounts.api_keys set key_hash = sha256('x') where id = $1 returning id",
    [all.keys[0]?.id],
  );
  expect(rows).toHaveLength(1);
  expect(await listed()).toHaveLength(1);
  expect(bodyOf(await ada.post(REVOKE, {}, ask))).toEqual({ connections: [] });
  expect((await activity()).length, 'recorded once').toBe(before);
});

it('ends also what was made after the list was read', async () => {
  const { id } = await madeKey(ada, { name: 'Known' });
  const { key } = await madeKey(bea, { name: 'Made meanwhile' });
  bodyOf(await ada.post(REVOKE, { keep: [id] }));
  expect((await salon.get('/api/admin/events', { token: key })).status).toBe(401);
});

it.each([{ keep: 'all' }, { keep: ['x'] }, { keep: [1] }, { keep: null }, { keep: [null] }, { ids: [] }])(
  'refuses %j, and revokes nothing',
  async (body) => {
    await madeKey(ada);
    expectProblem(await ada.post(REVOKE, body), 'validation-failed');
    expect(await listed()).toHaveLength(1);
  },
);

it('is for people who administer the salon alone', async () => {
  const { key } = await madeKey(ada, { access: 'write' });
  for (const path of [REVOKE]) expectProblem(await salon.post(path, {}, { token: key }), 'sign-in-required');
  expectProblem(await salon.get(CONNECTIONS, { token: key }), 'sign-in-required');
  expectProblem(await salon.post(REVOKE, {}), 'sign-in-required');
  expect(await listed()).toHaveLength(1);
});
