import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { actorWords } from '../../src/contracts/history/history-words.ts';
import { grantRole, revokeRole } from '../../src/features/accounts/users/staff.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { API_KEYS, listedKeys, madeKey } from '../support/accounts/api-keys.ts';
import { givenPerson } from '../support/accounts/signed-in.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

/** Keys with which other programs read or change something. `api-key-rights.test.ts` tries them on every operation. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const SERVICES = '/api/admin/services';
const statusWith = async (key: string) => (await salon.get(SERVICES, { token: key })).status;

describe('a key', () => {
  it('is shown once, works at once, and never again once it is revoked', async () => {
    const { id, key } = await madeKey(staff, { name: '  Price   list ', areas: ['reports', 'services'] });
    expect(key).toMatch(/^salonkey_[\w-]{43}$/);
    const listed = async () => (await listedKeys(staff)).find((one) => one.id === id);
    expect(await listed()).toMatchObject({
      name: 'Price list',
      areas: ['services', 'reports'],
      access: 'read',
      created_by: 'Ada Lovelace',
      last_used_at: null,
    });
    expect((await staff.get(API_KEYS)).text).not.toContain(key);
    expect(await statusWith(key)).toBe(200);

    const other = await givenStaff(salon);
    expect((await other.delete(`${API_KEYS}/${id}`)).status).toBe(204);
    expectProblem(await salon.get(SERVICES, { token: key }), 'api-key-invalid');
    expect(await listed()).toBeUndefined();
    expect((await other.delete(`${API_KEYS}/${id}`)).status).toBe(204);
    expectProblem(await other.delete(`${API_KEYS}/${randomUUID()}`), 'not-found');
  });

  it('is not shown again to a request that is repeated, nor made twice', async () => {
    const body = { name: 'Once', areas: ['events'], access: 'read' };
    const ask = { key: randomUUID() };
    expect((await staff.post(API_KEYS, body, ask)).status).toBe(201);
    expectProblem(await staff.post(API_KEYS, body, ask), 'api-key-shown');
    expect((await listedKeys(staff)).filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  it('needs a name, and something to open', async () => {
    const wrong = await staff.post(API_KEYS, { name: ' ', areas: [], access: 'all' });
    expect(Object.keys(fieldErrors(wrong)).sort()).toEqual(['access', 'areas', 'name']);
    const unknown = await staff.post(API_KEYS, { name: 'x'.repeat(61), areas: ['accounts'], access: 'read' });
    expect(Object.keys(fieldErrors(unknown)).sort()).toEqual(['areas.0', 'name']);
  });
});

describe('in the course of time', () => {
  const start = new Date();
  let own: TestSalon;
  beforeAll(async () => {
    own = await givenSalon({ now: start });
  });
  afterAll(() => own.stop());
  const later = (ms: number) => own.setClock(new Date(start.getTime() + ms));

  it('says when it was last used, to the minute', async () => {
    const { id, key } = await madeKey(await givenStaff(own));
    const used = async () => {
      expect((await own.get(SERVICES, { token: key })).status).toBe(200);
      const { rows } = await own.database.pool.query<{ at: Date }>(
        'select last_used_at as at from accounts.api_keys where id = $1',
        [id],
      );
      return rows[0] && rows[0].at.getTime() - start.getTime();
    };
    expect(await used()).toBe(0);
    later(59_000);
    expect(await used()).toBe(0);
    later(60_000);
    expect(await used()).toBe(60_000);
  });

  it('is made only by somebody who has lately shown who they are, and works on without', async () => {
    later(0);
    const person = await givenPerson(own);
    await grantRole(own.database.pool, person.userId, start);
    const client = await person.signIn();
    const make = async () => {
      const token = (await client.getSession()).data.session?.access_token ?? '';
      return own.post(API_KEYS, { name: 'Late', areas: ['services'], access: 'read' }, { token });
    };
    const { json } = await make();
    later(3_600_000);
    expect((await client.refreshSession()).error).toBeNull();
    expectProblem(await make(), 'fresh-sign-in-required');
    const { key } = json as { readonly key: string };
    expect((await own.get(SERVICES, { token: key })).status).toBe(200);
  });
});

describe('the maker of a key', () => {
  it.each([
    ['loses the role', (id: string) => revokeRole(salon.database.pool, id)],
    ['is gone', (id: string) => salon.database.pool.query('delete from accounts.users where id = $1', [id])],
    [
      'loses the role by hand',
      (id: string) => salon.database.pool.query('delete from accounts.user_roles where user_id = $1', [id]),
    ],
  ])('ends it by leaving: %s', async (_title, leave) => {
    const maker = await givenStaff(salon);
    const { id, key } = await madeKey(maker);
    expect(await statusWith(key)).toBe(200);
    await leave(maker.userId);
    expect(await statusWith(key)).toBe(401);
    expect((await listedKeys(staff)).map((one) => one.id)).not.toContain(id);
  });

  it('does not bring it back with the role', async () => {
    const maker = await givenStaff(salon);
    const { key } = await madeKey(maker);
    await revokeRole(salon.database.pool, maker.userId);
    await grantRole(salon.database.pool, maker.userId, new Date());
    expect(await statusWith(key)).toBe(401);
  });
});

describe('a change by a program', () => {
  it('counts as done by staff, and says by which key', async () => {
    const { id: bookingId } = await salon.booked({ appointment_date: salon.freshDay() });
    const { id, key } = await madeKey(staff, {
      areas: ['bookings', 'events'],
      access: 'write',
      name: 'Phone robot',
    });
    const path = `/api/admin/bookings/${bookingId}`;
    const confirmed = await salon.post(`${path}/confirm`, undefined, { token: key });
    expect(confirmed.status, confirmed.text).toBe(200);

    const event = (await salon.log.read(bookingStream(bookingId))).find(
      ({ type }) => type === 'BookingConfirmed',
    );
    expect(event?.metadata.actor).toEqual({ kind: 'admin', userId: staff.userId, apiKey: id });
    expect((await staff.delete(`${API_KEYS}/${id}`)).status).toBe(204);
    const { entries } = await staff.getAfter<HistoryPage>(`${path}/history`, confirmed);
    const actor = entries.find(({ type }) => type === 'BookingConfirmed')?.actor;
    expect(actor).toEqual({
      kind: 'admin',
      user_id: staff.userId,
      name: 'Ada Lovelace',
      api_key: 'Phone robot',
    });
    expect(actor && actorWords(actor)).toBe('Ada Lovelace (key “Phone robot”)');

    const stale = await staff.post(`${path}/cancel`, { reason: 'other' }, { ifMatch: '"1"' });
    expect(stale.status).toBe(412);
    expect(stale.json).toMatchObject({
      changes: [
        { type: 'BookingConfirmed', by: { kind: 'admin', name: 'Ada Lovelace (key “Phone robot”)' } },
      ],
    });
    const feed = await eventually(async () => {
      const { json } = await staff.get('/api/admin/events?types=appointment.confirmed');
      const found = (json as readonly { subject: string; data: object }[]).find(
        ({ subject }) => subject === bookingId,
      );
      if (!found) throw new Error('not there yet');
      return found;
    });
    expect(feed.data).toMatchObject({ by: 'staff' });
  });

  it('gives it no customer’s private link', async () => {
    const { key } = await madeKey(staff, { access: 'write' });
    const booked = await salon.post(
      '/api/admin/bookings',
      { ...bookingRequest({ appointment_date: salon.freshDay() }), total_amount: undefined },
      { token: key },
    );
    expect(booked.status, booked.text).toBe(201);
    const { id, position } = booked.json as { readonly id: string; readonly position: string };
    expect(Object.keys(booked.json as object).sort()).toEqual([
      'departure',
      'id',
      'notified',
      'position',
      'status',
      'told',
    ]);

    const read = async (path: string, token: string) => {
      const answer = await salon.get(`${path}?after=${position}`, { token });
      expect(answer.status, answer.text).toBe(200);
      return answer.text;
    };
    const path = `/api/admin/bookings/${id}`;
    const { management_token, manage_url } = JSON.parse(await read(path, staff.token));
    expect(manage_url).toContain(management_token);
    const details = JSON.parse(await read(path, key));
    expect(details).toMatchObject({ id });
    expect(details).not.toHaveProperty('management_token');
    expect(details).not.toHaveProperty('manage_url');
    // Texts to customers have the short link.
    const link = /\/b\/[0-9A-Za-z]{12}/;
    expect(await read(`${path}/messages`, staff.token)).toMatch(link);
    const toPrograms = await read(`${path}/messages`, key);
    expect(toPrograms).toContain('(private link)');
    expect(toPrograms).not.toMatch(link);
  });

  it('reads the change feed, and may wait there as long as its key works', async () => {
    const { id, key } = await madeKey(staff, { areas: ['events'] });
    const feed = (query: string) => salon.get(`/api/admin/events?${query}`, { token: key });
    const first = await eventually(async () => {
      const answer = await feed('limit=1000');
      expect(answer.status, answer.text).toBe(200);
      return answer;
    });
    const after = first.headers['x-last-event-id'];
    expect(after).toMatch(/^[0-9a-f-]{36}$/);
    const types = 'types=service.removed';
    expect((await feed(`after=${after}&${types}&wait=1`)).status).toBe(200);
    const waiting = feed(`after=${after}&${types}&wait=30`);
    await eventually(async () => {
      const { rows } = await salon.database.pool.query(
        'select from accounts.api_keys where id = $1 and last_used_at is not null',
        [id],
      );
      expect(rows).toHaveLength(1);
    });
    expect((await staff.delete(`${API_KEYS}/${id}`)).status).toBe(204);
    expect((await waiting).status).toBe(401);
  });
});

it('is kept nowhere: not in a table, the log or what is logged', async () => {
  const { key, id } = await madeKey(staff, { access: 'write', name: 'Zebrafinch' });
  const { id: bookingId } = await salon.booked({ appointment_date: salon.freshDay() });
  const path = `/api/admin/bookings/${bookingId}`;
  const { status } = await salon.post(`${path}/confirm`, undefined, { token: key });
  expect(status).toBe(200);
  expectProblem(await salon.post(`${path}/confirm`, undefined, { token: key }), 'already-confirmed');
  const client = await salon.database.pool.connect();
  onTestFinished(() => client.release());
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const holding = async (text: string) => {
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`select from ${name} t where position($1 in t::text) > 0 limit 1`, [
        text,
      ]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  };
  const secret = key.slice('salonkey_'.length);
  expect(await holding(secret)).toEqual([]);
  expect(await holding('Zebrafinch')).toEqual(['accounts.api_keys']);
  const metadata = (await salon.log.read(bookingStream(bookingId))).map((event) => event.metadata);
  expect(metadata).toContainEqual(
    expect.objectContaining({ actor: expect.objectContaining({ apiKey: id }) }),
  );
  const lines = salon.logged.join('');
  expect(lines.length).toBeGreaterThan(0);
  for (const text of [secret, 'Zebrafinch']) expect(lines).not.toContain(text);
});
