import { afterAll, beforeAll, expect, it } from 'vitest';
import { authClient, givenAdmin, givenUser, mailedToken } from '../../support/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server.ts';

/** How whoever opens the link of the first start says who they are. */

const PATH = '/api/account/first-administrator';
const PASSWORD = 'scissors and 7 combs';
const OWNER = { email: 'Owner@salon.example', first_name: 'Camille', last_name: 'Laurent' };

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
});
afterAll(() => salon.stop());

const name = (token: string, body: object) =>
  salon.http.send({
    method: 'PATCH',
    path: PATH,
    headers: { Authorization: `Bearer ${token}` },
    body,
  });

it('names them once, until they have a password', async () => {
  const { rows } = await salon.database.pool.query<{ email: string }>(
    "select email from accounts.users where id = (select user_id from accounts.one_time_tokens where kind = 'invitation')",
  );
  const known = await givenUser(salon);
  const client = authClient(salon);
  const token_hash = await mailedToken(salon, rows[0]?.email ?? '', 'invite');
  const { data } = await client.verifyOtp({ type: 'invite', token_hash });
  const token = data.session?.access_token ?? '';

  expect(await name(token, { ...OWNER, email: known.email.toUpperCase() })).toMatchObject({
    status: 409,
    json: { code: 'address-taken' },
  });
  expect((await name(token, { ...OWNER, email: 'nobody' })).status).toBe(400);
  for (const email of ['typo@salon.example', OWNER.email, OWNER.email]) {
    expect((await name(token, { ...OWNER, email })).status).toBe(204);
  }
  expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await name(token, { ...OWNER, email: 'another@salon.example' })).status).toBe(404);

  const back = authClient(salon);
  const { error } = await back.signInWithPassword({ email: 'owner@salon.example', password: PASSWORD });
  expect(error).toBeNull();
  const { data: session } = await back.getSession();
  const { json } = await salon.get('/api/account', { token: session.session?.access_token ?? '' });
  expect(json).toMatchObject({ ...OWNER, role: 'admin' });
});

it('names nobody else', async () => {
  const [user, admin] = [await givenUser(salon), await givenAdmin(salon)];
  for (const { token } of [user, admin]) {
    expect((await name(token, { ...OWNER, email: 'else@salon.example' })).status).toBe(404);
  }
  expect((await name('', OWNER)).status).toBe(401);
});
