import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayCall, ROLES } from '../../src/contracts/accounts/roles.ts';
import type { Calendar } from '../../src/contracts/bookings/calendar.ts';
import type { CustomerList } from '../../src/contracts/customers/customers.ts';
import type { Operation } from '../../src/contracts/operation.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { grantRole } from '../../src/features/accounts/users/staff.ts';
import { FIRST } from '../../src/salon/parts.ts';
import { madeKey } from '../support/accounts/api-keys.ts';
import { expectProblem } from '../support/network/http.ts';
import { patiently } from '../support/network/patiently.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { addedStylist } from '../support/staff/stylists.ts';

/** Every operation of staff is tried by everybody, so that a new one is covered without touching this file. */

let salon: TestSalon;
const staff = new Map<string, StaffApi>();
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  for (const role of ROLES)
    staff.set(role, await givenStaff(salon, { role, stylistId: role === 'stylist' ? FIRST : null }));
});
afterAll(() => salon.stop());

/** The code of the refusal of a request without a body and with braces for ids, or `let in` if it got past the guards. */
async function outcome({ method, path }: Operation, token?: string): Promise<string | undefined> {
  const { status, json } = await patiently(() =>
    salon.http.send({
      method: method.toUpperCase(),
      path,
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    }),
  );
  expect(status).toBeLessThan(500);
  return [401, 403].includes(status) ? (json as { readonly code?: string }).code : 'let in';
}

const title = (operation: Operation) => [`${operation.method} ${operation.path}`, operation] as const;
const ofStaff = OPERATIONS.filter(({ caller }) => caller === 'admin');

it.each(ofStaff.map(title))(
  '%s opens to the roles that it names, and to nobody else',
  async (_, operation) => {
    const outcomes: Record<string, string | undefined> = {};
    for (const [role, { token }] of staff) outcomes[role] = await outcome(operation, token);
    // A new one for each, since one of the operations ends them all.
    const { key } = await madeKey(staff.get('owner') as StaffApi, { access: 'write' });
    outcomes.key = await outcome(operation, key);
    outcomes.nobody = await outcome(operation);
    const { roles } = operation as { readonly roles: NonNullable<Operation['roles']> };
    expect(outcomes).toEqual({
      ...Object.fromEntries(ROLES.map((role) => [role, mayCall(role, { roles }) ? 'let in' : 'forbidden'])),
      key: operation.area === null ? 'sign-in-required' : 'let in',
      nobody: 'sign-in-required',
    });
  },
);

describe('a role', () => {
  const me = async (by: StaffApi | undefined) => (await by?.get('/api/me'))?.json;

  it('is told to whoever has it, beside the one word that the sign-in page knows', async () => {
    expect(await me(staff.get('owner'))).toMatchObject({ role: 'admin', rights: 'owner' });
    expect(await me(staff.get('front_desk'))).toMatchObject({ role: 'admin', rights: 'front_desk' });
    expect(await me(staff.get('stylist'))).toMatchObject({
      role: 'admin',
      rights: 'stylist',
      stylist_id: FIRST,
    });
  });

  it('is stored so that a process of an earlier release lets in owners alone', async () => {
    const ids = [...staff.values()].map(({ userId }) => userId);
    const { rows } = await salon.database.pool.query(
      "select user_id as id from accounts.user_roles where role = 'admin' and user_id = any($1)",
      [ids],
    );
    expect(rows).toEqual([{ id: staff.get('owner')?.userId }]);
  });

  it('that changes counts within seconds', async () => {
    const own = await givenStaff(salon, { role: 'front_desk', stylistId: null });
    expect((await own.get('/api/admin/reports')).status).toBe(403);
    await grantRole(salon.database.pool, own.userId, new Date());
    expect((await own.get('/api/admin/reports')).status).toBe(200);
  });
});

describe('the front desk', () => {
  const asked = (path: string) => (staff.get('front_desk') as StaffApi).get(path);

  it('sees what was taken today, and no other revenue', async () => {
    expect((await asked('/api/admin/takings')).status).toBe(200);
    expect((await asked('/api/admin/takings?date=2024-05-01')).status).toBe(403);
    const { stats } = (await asked('/api/admin/dashboard')).json as { readonly stats: object };
    expect(stats).not.toHaveProperty('total_revenue');
  });

  it('sees no sums over a customer', async () => {
    const owner = staff.get('owner') as StaffApi;
    await salon.booked({ appointment_date: salon.freshDay() });
    await salon.idle();
    const [byOwner, byDesk] = [await owner.get('/api/admin/customers'), await asked('/api/admin/customers')];
    expect(byOwner.text).toContain('spent_cents');
    expect(byDesk.text).not.toContain('spent_cents');
    const [{ id } = { id: '' }] = (byDesk.json as CustomerList).customers;
    expect((await asked(`/api/admin/customers/${id}`)).text).not.toContain('spent_cents');
    expect((await asked('/api/admin/customers?sort=-spent_cents')).status).toBe(403);
  });

  it('undoes nothing that it could not change', async () => {
    const owner = staff.get('owner') as StaffApi;
    const [service] = (await owner.get('/api/admin/services')).json as readonly {
      readonly id: string;
      readonly active: boolean;
    }[];
    const path = `/api/admin/services/${service?.id}`;
    const changed = await owner.patch(path, { active: !service?.active });
    const { entries } = await owner.getAfter<{ readonly entries: readonly { readonly id: string }[] }>(
      `${path}/history`,
      changed,
    );
    const body = { event_id: entries[0]?.id };
    expect((await staff.get('front_desk')?.post('/api/admin/undo', body))?.status).toBe(403);
    expect((await owner.post('/api/admin/undo', body)).status).toBe(200);
  });
});

describe('a stylist', () => {
  const stylist = () => staff.get('stylist') as StaffApi;
  let date: string;
  let own: string;
  let other: string;
  let ann: string;

  const bookedFor = async (stylist_id: string) => {
    const answer = await (staff.get('owner') as StaffApi).post('/api/admin/bookings', {
      customer_name: 'Grace Hopper',
      customer_email: 'grace@example.com',
      customer_phone: '9255550123',
      services: [{ id: 'womens-haircut' }],
      appointment_date: date,
      appointment_time: '11:00 AM',
      stylist_id,
    });
    expect(answer.status, answer.text).toBe(201);
    const { id, position } = answer.json as { readonly id: string; readonly position: string };
    await stylist().get(`/api/admin/calendar?from=${date}&to=${date}&after=${position}`);
    return id;
  };

  beforeAll(async () => {
    date = salon.freshDay();
    ann = await addedStylist(staff.get('owner') as StaffApi, { name: 'Ann Smith' });
    own = await bookedFor(FIRST);
    other = await bookedFor(ann);
  });

  const ofOneBooking = ofStaff.filter(
    ({ roles, path }) => roles === 'all' && path.startsWith('/api/admin/bookings/{id}'),
  );

  it.each(ofOneBooking.map(title))(
    '%s finds their own appointment, and no other’s',
    async (_, { method, path, body }) => {
      const ask = (id: string) =>
        salon.http.send({
          method: method.toUpperCase(),
          path: path.replace('{id}', id),
          ...(body && { body: { visit_note: 'Copper 7.4' } }),
          headers: { Authorization: `Bearer ${stylist().token}` },
        });
      expect([403, 404]).not.toContain((await ask(own)).status);
      expectProblem(await ask(other), 'booking-not-found');
    },
  );

  it('sees of others’ appointments in the calendar only when they are', async () => {
    const answer = await stylist().get(`/api/admin/calendar?from=${date}&to=${date}`);
    const { days } = answer.json as Calendar;
    expect(days[0]?.bookings.map(({ id }) => id)).toEqual([own]);
    expect(days[0]?.busy).toContainEqual({ resource_id: ann, start: 660, end: expect.any(Number) });
    expect(answer.text).not.toContain(other);
  });

  it('sees of others’ blocked times in the calendar only when they are', async () => {
    const owner = staff.get('owner') as StaffApi;
    const lunch = { date, start_time: '08:00', end_time: '08:30', reason: 'Root canal', stylist_id: ann };
    const blocked = await owner.post('/api/admin/blocked-times', lunch);
    expect(blocked.status, blocked.text).toBe(201);
    const path = `/api/admin/calendar?from=${date}&to=${date}&after=${positionOf(blocked)}`;
    const answer = await stylist().get(path);
    const [day] = (answer.json as Calendar).days;
    expect(day?.busy).toContainEqual({ resource_id: ann, start: 480, end: 510 });
    expect(answer.text).not.toMatch(/Root canal/);
    expect((await owner.get(path)).text).toMatch(/Root canal/);
    await owner.delete(`/api/admin/blocked-times/${(blocked.json as { id: string }).id}`);
  });

  it('goes by the stylist of today at every moment', async () => {
    const noted = await (staff.get('owner') as StaffApi).post(`/api/admin/bookings/${other}/visit-note`, {
      visit_note: 'Ash 6',
    });
    const at = positionOf(noted);
    const then = await stylist().get(`/api/admin/calendar?from=${date}&to=${date}&at=${at}&after=${at}`);
    expect(then.text).toContain(own);
    expect(then.text).not.toContain(other);
  });

  it('finds only their own in the list and by a search', async () => {
    for (const query of [`from=${date}&to=${date}`, 'search=Hopper']) {
      const { bookings, total } = (await stylist().get(`/api/admin/bookings?${query}`)).json as {
        readonly bookings: readonly { readonly id: string }[];
        readonly total: number;
      };
      expect([bookings.map(({ id }) => id), total]).toEqual([[own], 1]);
    }
  });

  it('blocks and opens only their own time', async () => {
    const block = { date: salon.freshDay(), start_time: '14:00', end_time: '15:00', reason: 'Lunch' };
    const blocked = (by: StaffApi, more: object) =>
      by.post('/api/admin/blocked-times', { ...block, ...more });
    expectProblem(await blocked(stylist(), {}), 'forbidden');
    const mine = await blocked(stylist(), { stylist_id: FIRST });
    expect(mine.status, mine.text).toBe(201);
    const { id } = mine.json as { readonly id: string };
    const ask = { key: randomUUID() };
    const opened = await stylist().delete(`/api/admin/blocked-times/${id}`, ask);
    expect(opened.status).toBe(200);
    expect((await stylist().delete(`/api/admin/blocked-times/${id}`, ask)).json).toEqual(opened.json);
    const everybodys = await blocked(staff.get('owner') as StaffApi, {});
    const { id: theirs } = everybodys.json as { readonly id: string };
    expectProblem(await stylist().delete(`/api/admin/blocked-times/${theirs}`), 'forbidden');
  });
});
