import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../../src/contracts/accounts/people.ts';
import type { HistoryPage } from '../../../src/contracts/history/history.ts';
import { FIRST } from '../../../src/salon/parts.ts';
import { madeKey } from '../../support/accounts/api-keys.ts';
import { authClient, givenUser, mailedToken } from '../../support/accounts/auth-client.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { mailFiles } from '../../support/messages/mail-files.ts';
import { expectProblem } from '../../support/network/http.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';
import { givenStaff, type StaffApi } from '../../support/staff/staff-api.ts';
import { at } from '../../support/staff/staff-bookings.ts';

const PEOPLE = '/api/admin/people';

let salon: TestSalon;
let owner: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  owner = await givenStaff(salon);
});
afterAll(() => salon.stop());

const invited = async (body: object) => {
  const answer = await owner.post(PEOPLE, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Person;
};
/** The activity's entries about somebody, the newest first. */
async function activityOf(id: string) {
  await salon.idle();
  const { entries } = (await owner.get('/api/admin/activity?kind=connection')).json as HistoryPage;
  return entries.filter(({ thing }) => thing.id === id);
}
const listed = async (id: string) =>
  ((await owner.get(PEOPLE)).json as { readonly people: readonly Person[] }).people.find(
    (one) => one.id === id,
  );

it('somebody without an account gets in by the link of the mail, once', async () => {
  const email = 'bea@example.com';
  const { id } = await invited({ email, role: 'stylist', stylist_id: FIRST });
  expect(await listed(id)).toMatchObject({
    email,
    role: 'stylist',
    stylist_id: FIRST,
    invited: true,
    link_ends_at: expect.any(String),
  });
  const client = authClient(salon);
  const token_hash = await mailedToken(salon, email, 'invite');
  const { data, error } = await client.verifyOtp({ type: 'invite', token_hash });
  expect(error).toBeNull();
  const get = (path: string) => salon.get(path, { token: data.session?.access_token ?? '' });
  expectProblem(await get('/api/admin/stylists'), 'stronger-password-required');
  expect((await get('/api/me')).json).toMatchObject({ needs_stronger_password: true, has_no_password: true });
  expect((await client.updateUser({ password: 'Copper-9-meadow' })).error).toBeNull();
  expect(await listed(id)).toMatchObject({ invited: false, link_ends_at: null });
  expect((await get('/api/me')).json).toEqual({
    id,
    email,
    role: 'admin',
    rights: 'stylist',
    stylist_id: FIRST,
  });
  expect((await get('/api/admin/stylists')).status).toBe(200);
  expect((await authClient(salon).verifyOtp({ type: 'invite', token_hash })).error).not.toBeNull();
});

it('somebody with an account keeps it and their password', async () => {
  const { id, email, client } = await givenUser(salon);
  expect(await invited({ email, role: 'front_desk' })).toMatchObject({ id, invited: false });
  expect((await client.getUser()).data.user?.id).toBe(id);
});

it('an invitation sent again ends the one before, and withdrawn opens nothing', async () => {
  const email = 'cleo@example.com';
  const { id } = await invited({ email, role: 'front_desk' });
  const first = await mailedToken(salon, email, 'invite');
  await invited({ email, role: 'front_desk' });
  const second = await mailedToken(salon, email, 'invite');
  const open = (token_hash: string) => authClient(salon).verifyOtp({ type: 'invite', token_hash });
  expect((await open(first)).error).not.toBeNull();
  expect((await owner.delete(`${PEOPLE}/${id}`)).status).toBe(204);
  expect((await open(second)).error).not.toBeNull();
  expect(await activityOf(id)).toMatchObject([
    { type: 'RoleRevoked' },
    { type: 'PersonInvited' },
    { type: 'PersonInvited', actor: { kind: 'admin', user_id: owner.userId } },
  ]);
});

it('somebody who has opened the link chooses a password later, without a current one', async () => {
  const email = 'flora@example.com';
  const { id } = await invited({ email, role: 'front_desk' });
  const client = authClient(salon);
  const token_hash = await mailedToken(salon, email, 'invite');
  await client.verifyOtp({ type: 'invite', token_hash });
  await at(salon, new Date(salon.now().getTime() + 2 * 3_600_000), async () => {
    await client.refreshSession();
    expect((await client.updateUser({ email: 'other@example.com' })).error?.code).toBe(
      'reauthentication_needed',
    );
    expect((await client.updateUser({ password: 'Copper-9-meadow' })).error).toBeNull();
  });
  expect(await listed(id)).toMatchObject({ invited: false });
});

it('somebody invited again after a withdrawal gets a link, though the first one has confirmed the address', async () => {
  const wish = { email: 'gwen@example.com', role: 'front_desk' };
  const { id } = await invited(wish);
  const open = async () =>
    authClient(salon).verifyOtp({
      type: 'invite',
      token_hash: await mailedToken(salon, wish.email, 'invite'),
    });
  await open();
  await owner.delete(`${PEOPLE}/${id}`);
  // The newer link is the one that is made later.
  const again = await at(salon, new Date(salon.now().getTime() + 1_000), () => invited(wish));
  expect(again).toMatchObject({ id, invited: true, link_ends_at: expect.any(String) });
  expect((await open()).error).toBeNull();
});

it('an invitation gives no other role to somebody who works here, and any to somebody who is invited', async () => {
  const { id, email } = await givenUser(salon);
  for (const _ of [1, 2]) await invited({ email, role: 'front_desk' });
  const other = { email, role: 'stylist', stylist_id: FIRST };
  expectProblem(await owner.post(PEOPLE, other), 'works-here-already');
  expect(await listed(id)).toMatchObject({ role: 'front_desk', invited: false });
  expect(await activityOf(id)).toHaveLength(1);

  const wish = { email: 'edda@example.com', role: 'front_desk' };
  await invited(wish);
  const again = await invited({ ...wish, role: 'stylist', stylist_id: FIRST });
  expect(again).toMatchObject({ role: 'stylist', invited: true });
});

it('the activity tells who has given which role, once for a request that is sent twice', async () => {
  const { id, email } = await givenUser(salon);
  const ask = { key: randomUUID() };
  for (const _ of [1, 2]) await owner.post(PEOPLE, { email, role: 'stylist', stylist_id: FIRST }, ask);
  await owner.patch(`${PEOPLE}/${id}`, { role: 'front_desk' });
  const entries = await activityOf(id);
  expect(entries.map(({ type }) => type)).toEqual(['RoleGranted', 'RoleGranted']);
  expect(entries[0]?.changes).toEqual([
    { field: 'name', before: email, after: email },
    { field: 'role', before: 'stylist', after: 'front desk' },
  ]);
});

it('the mail to the owners names the new role of the person, not their own', async () => {
  const email = 'dora@example.com';
  await invited({ email, role: 'front_desk' });
  const told = await eventually(async () => {
    const mails = await mailFiles(salon.dataDir);
    const mail = mails.find(({ subject }) => subject?.startsWith(`${email} has a new role`));
    if (!mail) throw new Error('no mail yet');
    return mail;
  });
  expect(told.text).toContain('The role is now: front desk.');
});

it('an owner who becomes something else loses their keys and webhooks', async () => {
  const { userId, ...former } = await givenStaff(salon);
  const { key } = await madeKey({ userId, ...former }, { access: 'read' });
  const hook = await former.post('/api/admin/webhooks', {
    url: 'https://hooks.example.com/salon',
    types: null,
  });
  expect(hook.status, hook.text).toBe(201);
  await owner.patch(`${PEOPLE}/${userId}`, { role: 'front_desk' });
  const byKey = await salon.get('/api/admin/services', { token: key });
  expectProblem(byKey, 'api-key-invalid');
  const { rows } = await salon.database.pool.query(
    'select paused_why as why from webhooks where made_by = $1',
    [userId],
  );
  expect(rows).toEqual([{ why: 'maker-revoked' }]);
});

it('a role is changed and taken away, but not from the last owner', async () => {
  const { id, email } = await givenUser(salon);
  await invited({ email, role: 'owner' });
  const changed = await owner.patch(`${PEOPLE}/${id}`, { role: 'front_desk' });
  expect(changed.json).toMatchObject({ role: 'front_desk' });
  for (const again of [1, 2])
    expect([again, (await owner.delete(`${PEOPLE}/${id}`)).status]).toEqual([again, 204]);
  expect(await listed(id)).toBeUndefined();
  expectProblem(await owner.delete(`${PEOPLE}/${owner.userId}`), 'last-owner');
  expectProblem(await owner.patch(`${PEOPLE}/${owner.userId}`, { role: 'front_desk' }), 'last-owner');
});

it('a stylist’s role needs a stylist whom the salon knows', async () => {
  const { email } = await givenUser(salon);
  const wish = { email, role: 'stylist' };
  expectProblem(await owner.post(PEOPLE, wish), 'validation-failed');
  const unknown = { ...wish, stylist_id: '0197a1b2-0000-7000-8000-000000000001' };
  expectProblem(await owner.post(PEOPLE, unknown), 'unknown-stylist');
});

it('nobody gets the role of a stylist whose name was erased', async () => {
  const stylists = '/api/admin/stylists';
  const { id } = (await owner.post(stylists, { name: 'Cleo Park' })).json as { readonly id: string };
  expect((await owner.post(`${stylists}/${id}/deactivate`)).status).toBe(200);
  expect((await owner.post(`${stylists}/${id}/erase`)).status).toBe(200);
  // Commands follow the team in memory; the erasure's answer waits for them only for a moment.
  await eventually(async () => {
    const wish = { email: 'cleo@example.com', role: 'stylist', stylist_id: id };
    const answer = await owner.post(PEOPLE, wish);
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({ code: 'stylist-unavailable' });
  });
});

it('an owner who was removed a moment ago gives no role, not even to themselves', async () => {
  const other = await givenStaff(salon);
  expect((await other.get(PEOPLE)).status).toBe(200);
  expect((await owner.delete(`${PEOPLE}/${other.userId}`)).status).toBe(204);
  const { email } = await givenUser(salon);
  expectProblem(await other.post(PEOPLE, { email, role: 'owner' }), 'forbidden');
  expectProblem(await other.patch(`${PEOPLE}/${owner.userId}`, { role: 'front_desk' }), 'forbidden');
});
