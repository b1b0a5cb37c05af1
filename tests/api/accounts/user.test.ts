import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from '../../../src/features/accounts/users/passwords.ts';
import { grantRole } from '../../../src/features/accounts/users/staff.ts';
import {
  authClient,
  givenAdmin,
  givenUser,
  mailedToken,
  NAMED,
  openLink,
  PASSWORD,
} from '../../support/accounts/auth-client.ts';
import type { Client } from '../../support/accounts/signed-in.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** The client compares with the machine's clock. */
const START = new Date();
let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: START });
});
afterAll(() => salon.stop());
afterEach(() => salon.setClock(START));

const later = (ms: number) => salon.setClock(new Date(START.getTime() + ms));
const refused = (code: string) => expect.objectContaining({ code });
const NEW_PASSWORD = 'Copper-9-meadow';
const signIn = (email: string, password: string) => authClient(salon).signInWithPassword({ email, password });
const getAs = async (client: Client, path: string) =>
  salon.get(path, { token: (await client.getSession()).data.session?.access_token ?? '' });
const me = (client: Client) => getAs(client, '/api/me');
/** Something that only administrators may see. */
const asAdmin = (client: Client) =>
  getAs(client, `/api/admin/bookings/${NO_BOOKING}/same-source?from=${NOVEMBER}&to=${NOVEMBER}`);
const NO_BOOKING = '3a8d5a55-0d4c-4a3a-9d0e-6d7f3f1f2c11';
const NOVEMBER = '2026-11-01T00:00:00Z';

describe('a signed-in user', () => {
  it('changes their names', async () => {
    const { client } = await givenUser(salon);
    const { data } = await client.updateUser({ data: { first_name: 'Grace' } });
    expect(data.user?.user_metadata).toEqual({ first_name: 'Grace', last_name: 'Lovelace' });
    expect((await client.getUser()).data.user?.user_metadata).toEqual(data.user?.user_metadata);
  });

  it('changes the password, which ends the other sessions and is told by mail', async () => {
    const { client, email, token, id } = await givenUser(salon);
    const other = await signIn(email, PASSWORD);
    await authClient(salon).resetPasswordForEmail(email);
    const token_hash = await mailedToken(salon, email, 'recovery');
    const change = (password: string) => client.updateUser({ password, current_password: PASSWORD });
    expect((await change(PASSWORD)).error).toEqual(refused('same_password'));
    expect((await change(NEW_PASSWORD)).error).toBeNull();
    expect((await authClient(salon).getUser(token)).error).toBeNull();
    expect((await authClient(salon).getUser(other.data.session?.access_token)).error).not.toBeNull();
    expect((await signIn(email, PASSWORD)).error).toEqual(refused('invalid_credentials'));
    expect((await signIn(email, NEW_PASSWORD)).error).toBeNull();
    const { rows } = await salon.database.pool.query(
      `select from pgboss.job where data->>'kind' = 'password-changed' and data->>'userId' = $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
    // A link that was asked for before, perhaps by somebody else, must not undo it.
    const before = await authClient(salon).verifyOtp({ type: 'recovery', token_hash });
    expect(before.error).toEqual(refused('otp_expired'));
  });

  it('reports many changes within minutes in two mails: the first at once, all others later', async () => {
    const { pool } = salon.database;
    /** The queue counts in stretches of ten minutes, one of which may end amid the changes. */
    const stretch = async () =>
      (await pool.query<{ now: string }>('select floor(extract(epoch from now()) / 600) as now')).rows[0]
        ?.now;
    let before: string | undefined;
    let rows: readonly object[];
    do {
      before = await stretch();
      const { client, id } = await givenUser(salon);
      let current_password = PASSWORD;
      for (let n = 0; n < 4; n += 1) {
        const password = `${NEW_PASSWORD}-${n}`;
        expect((await client.updateUser({ password, current_password })).error).toBeNull();
        current_password = password;
      }
      ({ rows } = await pool.query(
        `select data->>'kind' as kind from pgboss.job where data->>'userId' = $1 and data->>'tokenId' is null`,
        [id],
      ));
    } while ((await stretch()) !== before);
    expect(rows).toEqual([{ kind: 'password-changed' }, { kind: 'password-changed' }]);
  });

  it('is asked for ten characters as an administrator', async () => {
    const { client } = await givenAdmin(salon);
    const change = (password: string) => client.updateUser({ password, current_password: PASSWORD });
    const { error } = await change('Copper-9-');
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['length'] });
    expect((await change('Copper-9-x')).error).toBeNull();
  });

  it('chooses a stronger password before anything else when made an administrator later', async () => {
    const short = 'Copper-9';
    const { client, id, email } = await givenUser(salon, { password: short });
    expect((await asAdmin(client)).json).toMatchObject({ code: 'forbidden' });
    expect((await signIn(email, short)).data.weakPassword).toBeUndefined();
    await grantRole(salon.database.pool, id, new Date());

    // The session of before, and one that begins with the password.
    const fresh = authClient(salon);
    const { data } = await fresh.signInWithPassword({ email, password: short });
    expect(data.weakPassword).toEqual({ message: expect.stringContaining('10'), reasons: ['length'] });
    for (const session of [client, fresh]) {
      expect(await asAdmin(session)).toMatchObject({
        status: 403,
        json: { code: 'stronger-password-required' },
      });
      expect((await me(session)).json).toMatchObject({ role: 'admin', needs_stronger_password: true });
    }
    const change = (password: string) => fresh.updateUser({ password, current_password: short });
    expect((await change('Bronze-8')).error).toMatchObject({ code: 'weak_password' });
    expect((await change(NEW_PASSWORD)).error).toBeNull();
    expect((await asAdmin(fresh)).json).toMatchObject({ code: 'booking-not-found' });
    expect((await me(fresh)).json).toEqual({ id, email, role: 'admin', rights: 'owner' });
    expect((await signIn(email, NEW_PASSWORD)).data.weakPassword).toBeUndefined();
  });

  it('is asked for a stronger password by the sign-in with one that was not known to be weak', async () => {
    const { client, id, email } = await givenAdmin(salon);
    expect((await asAdmin(client)).json).toMatchObject({ code: 'booking-not-found' });
    const common = await createPasswords().hash('password123');
    await salon.database.pool.query('update accounts.users set password_hash = $2 where id = $1', [
      id,
      common,
    ]);
    const { data } = await client.signInWithPassword({ email, password: 'password123' });
    expect(data.weakPassword).toMatchObject({ reasons: ['pwned'] });
    expect((await asAdmin(client)).json).toMatchObject({ code: 'stronger-password-required' });
  });

  it('needs the second factor for changes where there is one', async () => {
    const { client, id } = await givenUser(salon);
    await salon.database.pool.query(
      `insert into accounts.factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
        values (gen_random_uuid(), $1, 'totp', 'verified', 'phone', now(), now())`,
      [id],
    );
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toEqual(refused('insufficient_aal'));
    expect((await client.updateUser({ data: { first_name: 'Grace' } })).error).toEqual(
      refused('insufficient_aal'),
    );
    const answer = await salon.get('/api/me', {
      token: (await client.getSession()).data.session?.access_token ?? '',
    });
    expect(answer).toMatchObject({ status: 403, json: { code: 'second-factor-required' } });
  });
});

describe('a forgotten password', () => {
  it('is chosen anew by the link in the mail, which works once', async () => {
    const { email } = await givenUser(salon);
    const client = authClient(salon);
    expect((await client.resetPasswordForEmail(email)).error).toBeNull();
    const token_hash = await mailedToken(salon, email, 'recovery');
    expect((await client.verifyOtp({ type: 'email', token_hash })).error).toEqual(refused('otp_expired'));
    const { data } = await client.verifyOtp({ type: 'recovery', token_hash });
    expect(data.session?.user.email).toBe(email);
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await signIn(email, NEW_PASSWORD)).error).toBeNull();
    expect((await client.verifyOtp({ type: 'recovery', token_hash })).error).toEqual(refused('otp_expired'));
  });

  it('takes a password away that somebody chose for an address they never confirmed', async () => {
    const email = 'hijacked@example.com';
    await authClient(salon).signUp({ email, password: PASSWORD, options: NAMED });
    const owner = authClient(salon, { flowType: 'implicit' });
    await owner.resetPasswordForEmail(email);
    const token_hash = await mailedToken(salon, email, 'recovery');
    expect((await owner.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    expect((await signIn(email, PASSWORD)).error).toEqual(refused('invalid_credentials'));
  });

  it('answers the same for an address without an account', async () => {
    const answers = await Promise.all(
      [(await givenUser(salon)).email, 'nobody@example.com'].map(async (email) => {
        const { status, text } = await salon.http.send({
          method: 'POST',
          path: '/auth/v1/recover',
          body: { email },
        });
        return { status, text };
      }),
    );
    const alike = { status: 200, text: '{}' };
    expect(answers).toEqual([alike, alike]);
  });

  it('lets the mail of a sign-up be sent again', async () => {
    const email = 'again@example.com';
    const client = authClient(salon);
    await client.signUp({ email, password: PASSWORD, options: NAMED });
    const first = await mailedToken(salon, email, 'signup');
    later(1_000);
    expect((await client.resend({ type: 'signup', email })).error).toBeNull();
    const second = await mailedToken(salon, email, 'signup');
    expect(second).not.toBe(first);
    await openLink(salon, second, 'signup');
    expect((await signIn(email, PASSWORD)).error).toBeNull();
    // There is nothing left for it to do.
    expect((await openLink(salon, first, 'signup')).hash).toContain('message=');
  });
});
