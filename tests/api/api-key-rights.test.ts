import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Area } from '../../src/contracts/accounts/areas.ts';
import type { Operation } from '../../src/contracts/operation.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { ALL_AREAS, API_KEYS, madeKey } from '../support/accounts/api-keys.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff } from '../support/staff/staff-api.ts';

/** Every operation is tried with every kind of key, so that a new one is covered without touching this file. */

let salon: TestSalon;
/** One key that opens an area, and one that opens all others. */
const keys = new Map<string, string>();
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  const staff = await givenStaff(salon);
  for (const area of ALL_AREAS) {
    const others = ALL_AREAS.filter((one) => one !== area);
    keys.set(`read ${area}`, (await madeKey(staff, { areas: [area] })).key);
    keys.set(`write ${area}`, (await madeKey(staff, { areas: [area], access: 'write' })).key);
    keys.set(`other ${area}`, (await madeKey(staff, { areas: others, access: 'write' })).key);
  }
  keys.set('all', (await madeKey(staff, { access: 'write' })).key);
  const revoked = await madeKey(staff, { access: 'write' });
  expect((await staff.delete(`${API_KEYS}/${revoked.id}`)).status).toBe(204);
  keys.set('revoked', revoked.key);
});
afterAll(() => salon.stop());

/** The code of the refusal of a request without a body and with braces for ids, or `let in` if it got past the guards. */
async function outcome({ method, path }: Operation, key?: string): Promise<string | undefined> {
  const { status, json } = await salon.http.send({
    method: method.toUpperCase(),
    path,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
  });
  expect(status).toBeLessThan(500);
  return [401, 403, 429].includes(status) ? (json as { readonly code?: string }).code : 'let in';
}

const title = (operation: Operation) => [`${operation.method} ${operation.path}`, operation] as const;
const open = OPERATIONS.filter(({ area }) => area != null);
const closed = OPERATIONS.filter(({ area }) => area == null);

describe('an operation of an area', () => {
  it.each(open.map(title))('%s opens to the keys of its area, and to no other', async (_, operation) => {
    const area = operation.area as Area;
    const outcomes: Record<string, string | undefined> = { 'no key': await outcome(operation) };
    for (const key of ['read', 'write', 'other'])
      outcomes[key] = await outcome(operation, keys.get(`${key} ${area}`));
    outcomes.revoked = await outcome(operation, keys.get('revoked'));
    expect(outcomes).toEqual({
      'no key': 'sign-in-required',
      read: operation.method === 'get' ? 'let in' : 'not-for-this-key',
      write: 'let in',
      other: 'not-for-this-key',
      revoked: 'api-key-invalid',
    });
  });
});

describe('any other operation', () => {
  it.each(closed.map(title))('%s opens to no key', async (_, operation) => {
    const expected = {
      public: 'let in',
      link: 'unauthorized',
      user: 'sign-in-required',
      admin: 'sign-in-required',
    };
    for (const key of [undefined, 'all', 'revoked'])
      expect([key, await outcome(operation, key && keys.get(key))]).toEqual([
        key,
        expected[operation.caller],
      ]);
  });
});

it('the operations that no key opens are those left to people', () => {
  const closedToKeys = closed
    .filter(({ caller }) => caller === 'admin')
    .map(({ method, path }) => `${method} ${path}`);
  expect(closedToKeys).toEqual(
    expect.arrayContaining([
      `get ${API_KEYS}`,
      `post ${API_KEYS}`,
      `delete ${API_KEYS}/{id}`,
      'post /api/account/calendar-address',
      'delete /api/account/calendar-address',
      'get /api/admin/settings/sending',
      'patch /api/admin/settings/sending',
      'post /api/admin/customers/{id}/erase',
      'post /api/admin/imports/{id}/undo',
      'delete /api/admin/bookings/{id}',
      'post /api/admin/undo',
      'post /api/admin/projections/{name}/rebuild',
      'post /api/admin/proof',
      'get /api/admin/live',
    ]),
  );
  const askFreshly = OPERATIONS.filter(({ problems = [] }) => problems.includes('fresh-sign-in-required'));
  expect(askFreshly.length).toBeGreaterThan(2);
  expect(askFreshly.filter(({ area }) => area != null)).toEqual([]);
});
