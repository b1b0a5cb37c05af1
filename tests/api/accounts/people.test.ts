import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../../src/contracts/accounts/people.ts';
import { FIRST } from '../../../src/salon/parts.ts';
import { authClient, givenUser, mailedToken } from '../../support/accounts/auth-client.ts';
import { expectProblem } from '../../support/network/http.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';
import { givenStaff, type StaffApi } from '../../support/staff/staff-api.ts';

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
const listed = async (id: string) =>
  ((await owner.get(PEOPLE)).json as { readonly people: readonly Person[] }).people.find(
    (one) => one.id === id,
  );

it('somebody without an account gets in by the link of the mail, once', async () => {
  const email = 'bea@example.com';
  const { id } = await invited({ email, role: 'stylist', stylist_id: FIRST });
  expect(await listed(id)).toMatchObject({ email, role: 'stylist', stylist_id: FIRST, invited: true });
  const client = authClient(salon);
  const token_hash = await mailedToken(salon, email, 'invite');
  const { data, error } = await client.verifyOtp({ type: 'invite', token_hash });
  expect(error).toBeNull();
  expect((await client.updateUser({ password: 'Copper-9-meadow' })).error).toBeNull();
  expect(await listed(id)).toMatchObject({ invited: false });
  const headers = { Authorization: `Bearer ${data.session?.access_token}` };
  expect((await salon.http.send({ method: 'GET', path: '/api/me', headers })).json).toMatchObject({
    rights: 'stylist',
    stylist_id: FIRST,
  });
  expect((await authClient(salon).verifyOtp({ type: 'invite', token_hash })).error).not.toBeNull();
});

it('somebody with an account keeps it and their password', async () => {
  const { id, email, client } = await givenUser(salon);
  expect(await invited({ email, role: 'front_desk' })).toMatchObject({ id, invited: false });
  expect((await client.getUser()).data.user?.id).toBe(id);
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
