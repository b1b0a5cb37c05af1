import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOneTimeTokens } from '../../../src/features/accounts/mails/one-time-tokens.ts';
import { provideFirstAdmin } from '../../../src/features/accounts/users/first-admin.ts';
import { listOwners } from '../../../src/features/accounts/users/staff.ts';
import { authClient, givenAdmin, givenUser, mailedToken } from '../../support/accounts/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** The first administrator gives a name and a password on the page that the link of the first start opens. */

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

describe('the first administrator, step by step', { shuffle: false }, () => {
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
    const { rows: mails } = await salon.database.pool.query(
      "select data->>'kind' as kind from pgboss.job where data->>'userId' = $1 and data->>'tokenId' is null",
      [data.user?.id],
    );
    expect(mails).toEqual([{ kind: 'account-ready' }]);

    const back = authClient(salon);
    const { error } = await back.signInWithPassword({ email: 'owner@salon.example', password: PASSWORD });
    expect(error).toBeNull();
    const { data: session } = await back.getSession();
    const { json } = await salon.get('/api/account', { token: session.session?.access_token ?? '' });
    expect(json).toMatchObject({ ...OWNER, role: 'admin' });
  });

  describe('the link of a start', () => {
    const MADE_UP = 'made-up@salon.example';
    const mailsWanted = async (email: string) => {
      const { rows } = await salon.database.pool.query(
        `select from pgboss.job where data->>'kind' = 'recovery'
        and data->>'userId' = (select id::text from accounts.users where lower(email) = lower($1))`,
        [email],
      );
      return rows.length;
    };
    /** The token of the link that a start prints while nobody administers the salon. */
    async function invited() {
      const { pool } = salon.database;
      const now = () => new Date();
      const linkTokens = createOneTimeTokens(salon.secretKey, now);
      const hashPassword = async (password: string) => password;
      const deps = { pool, linkTokens, hashPassword, publicUrl: salon.url, now };
      const outcome = await provideFirstAdmin(deps, { email: MADE_UP, isMadeUp: true, password: undefined });
      if (outcome.is !== 'invited') throw new Error(outcome.is);
      return new URLSearchParams(new URL(outcome.url).hash.slice(1)).get('token_hash') ?? '';
    }
    const admins = () => listOwners(salon.database.pool);

    it('lets a person go on who only gave a name by an earlier link, and nobody by mail', async () => {
      await salon.database.pool.query('delete from accounts.user_roles');
      const token_hash = await invited();
      expect(await admins()).toMatchObject([{ email: MADE_UP }]);
      const before = authClient(salon);
      const { data } = await before.verifyOtp({ type: 'invite', token_hash });
      const owner = { ...OWNER, email: 'half-made@salon.example' };
      expect((await name(data.session?.access_token ?? '', owner)).status).toBe(204);
      expect((await before.updateUser({ password: '1234567890' })).error?.code).toBe('weak_password');

      for (const email of [owner.email, MADE_UP])
        expect((await authClient(salon).resetPasswordForEmail(email)).error).toBeNull();
      expect(await mailsWanted(owner.email)).toBe(0);

      const next = authClient(salon);
      await next.verifyOtp({ type: 'invite', token_hash: await invited() });
      expect((await before.getUser()).error).not.toBeNull();
      expect((await next.updateUser({ password: PASSWORD })).error).toBeNull();
      expect(await admins()).toMatchObject([{ email: owner.email, canSignIn: true }]);
      await authClient(salon).resetPasswordForEmail(owner.email);
      expect(await mailsWanted(owner.email)).toBe(1);
    });
  });

  it('names nobody else', async () => {
    const [user, admin] = [await givenUser(salon), await givenAdmin(salon)];
    for (const { token } of [user, admin]) {
      expect((await name(token, { ...OWNER, email: 'else@salon.example' })).status).toBe(404);
    }
    expect((await name('', OWNER)).status).toBe(401);
  });
});
