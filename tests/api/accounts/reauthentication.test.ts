import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { authClient, givenUser, mailedToken, PASSWORD } from '../../support/accounts/auth-client.ts';
import { authenticatorApps } from '../../support/accounts/codes.ts';
import { type Client, givenPerson } from '../../support/accounts/signed-in.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** An intruder finds a browser that is signed in, and doesn't know the password. */

const START = new Date();
const HOUR = 3_600_000;
const apps = authenticatorApps(START);
let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: START });
});
afterAll(() => salon.stop());
afterEach(() => salon.setClock(START));

const later = async (ms: number, client: Client) => {
  salon.setClock(new Date(START.getTime() + ms));
  const { error } = await client.refreshSession();
  if (error) throw error;
};
const NEW_PASSWORD = 'Copper-9-meadow';
const NEEDED = { error: expect.objectContaining({ code: 'reauthentication_needed' }) };
const passkeyOptions = async (client: Client) => {
  const token = (await client.getSession()).data.session?.access_token ?? '';
  const headers = { Authorization: `Bearer ${token}` };
  const path = '/auth/v1/passkeys/registration/options';
  const { status, json } = await salon.http.send({ method: 'POST', path, body: {}, headers });
  return status === 200 ? 'asked' : (json as { error_code: string }).error_code;
};
const makeOld = (userId: string, hours: number) =>
  salon.database.pool.query(
    `update accounts.factors set created_at = created_at - make_interval(hours => $2) where user_id = $1`,
    [userId, hours],
  );
/** A session that has shown the factor. */
async function sure(person: Awaited<ReturnType<typeof givenPerson>>, app: { id: string; secret: string }) {
  const client = await person.signIn();
  const { error } = await client.mfa.challengeAndVerify({ factorId: app.id, code: apps.codeOf(app.secret) });
  if (error) throw error;
  return client;
}

describe('a second factor or a passkey', () => {
  it('is added within an hour of signing in', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    await later(HOUR - 1_000, client);
    expect(await passkeyOptions(client)).toBe('asked');
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
    await later(HOUR, client);
    expect(await passkeyOptions(client)).toBe('reauthentication_needed');
    for (const factor of [{ factorType: 'totp' }, { factorType: 'phone', phone: '+19255550166' }] as const)
      expect(await client.mfa.enroll(factor)).toMatchObject(NEEDED);
    const again = await person.signIn();
    expect(await passkeyOptions(again)).toBe('asked');
  });

  it('is not added beside another one by a session of long ago either', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    await apps.add(client);
    await later(HOUR, client);
    expect(await passkeyOptions(client)).toBe('reauthentication_needed');
    expect(await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' })).toMatchObject(NEEDED);
  });
});

describe('taking a second factor away, and making recovery codes', () => {
  const madeCodes = async (client: Client) => {
    const token = (await client.getSession()).data.session?.access_token ?? '';
    const { status, json } = await salon.post('/api/account/recovery-codes', undefined, { token });
    return status === 200 ? 'made' : (json as { code: string }).code;
  };

  it('needs a sign-in or a second factor of the last hour, whatever the session has shown before', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    const app = await apps.add(client);
    await later(HOUR, client);
    expect(await client.mfa.unenroll({ factorId: app.id })).toMatchObject(NEEDED);
    expect(await madeCodes(client)).toBe('fresh-sign-in-required');
    await later(HOUR - 1_000, client);
    expect(await madeCodes(client)).toBe('made');
    expect((await client.mfa.unenroll({ factorId: app.id })).error).toBeNull();
  });

  it('is not asked for where a factor was only begun', async () => {
    const client = await (await givenPerson(salon)).signIn();
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    await later(HOUR, client);
    expect((await client.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull();
  });

  it('is asked for of a passkey, too', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    await apps.add(client);
    const { rows } = await salon.database.pool.query<{ id: string }>(
      `insert into accounts.passkeys (id, user_id, credential_id, public_key, counter, transports, friendly_name, created_at)
        values (gen_random_uuid(), $1, gen_random_uuid()::text, '', 0, '{}', '', now()) returning id`,
      [person.userId],
    );
    const remove = async () => {
      const token = (await client.getSession()).data.session?.access_token ?? '';
      const headers = { Authorization: `Bearer ${token}` };
      const path = `/auth/v1/passkeys/${rows[0]?.id}`;
      return (await salon.http.send({ method: 'DELETE', path, headers })).status;
    };
    await later(HOUR, client);
    expect(await remove()).toBe(400);
    salon.setClock(START);
    expect(await remove()).toBe(204);
  });
});

describe('another password or address', () => {
  it('needs the current password, however fresh the session is', async () => {
    const { client, email } = await givenUser(salon);
    const signedIn = await (await givenPerson(salon)).signIn();
    for (const session of [client, signedIn]) {
      expect(await session.updateUser({ password: NEW_PASSWORD })).toMatchObject(NEEDED);
      expect(await session.updateUser({ email: 'other@example.com' })).toMatchObject(NEEDED);
    }
    const guess = await client.updateUser({ password: NEW_PASSWORD, current_password: 'a guess' });
    expect(guess.error).toMatchObject({ code: 'invalid_credentials' });
    expect(
      (await client.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })).error,
    ).toBeNull();
    const again = await authClient(salon).signInWithPassword({ email, password: NEW_PASSWORD });
    expect(again.error).toBeNull();
  });

  it('is guessed at no faster than at a sign-in, whoever has found the browser', async () => {
    const { client } = await givenUser(salon);
    const guess = async (n: number) =>
      (await client.updateUser({ password: NEW_PASSWORD, current_password: `guess ${n}` })).error?.code;
    for (let n = 0; n < 10; n += 1) expect(await guess(n)).toBe('invalid_credentials');
    expect(await guess(10)).toBe('over_request_rate_limit');
  });

  it('takes no second factor for a proof that was added just now', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    const app = await apps.add(client);
    for (const session of [client, await sure(person, app)]) {
      expect(await session.updateUser({ password: NEW_PASSWORD })).toMatchObject(NEEDED);
      expect(await session.updateUser({ email: 'other@example.com' })).toMatchObject(NEEDED);
    }
    await makeOld(person.userId, 23);
    expect(await client.updateUser({ password: NEW_PASSWORD })).toMatchObject(NEEDED);
  });

  it('takes one that was there the day before, for an hour after it was shown', async () => {
    const person = await givenPerson(salon);
    const app = await apps.add(await person.signIn());
    await makeOld(person.userId, 24);
    const client = await sure(person, app);
    await later(HOUR, client);
    expect(await client.updateUser({ password: NEW_PASSWORD })).toMatchObject(NEEDED);
    salon.setClock(START);
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });

  it('after a forgotten password is a password only, by the link', async () => {
    const { email } = await givenUser(salon);
    const client = authClient(salon);
    await client.resetPasswordForEmail(email);
    const token_hash = await mailedToken(salon, email, 'recovery');
    await client.verifyOtp({ type: 'recovery', token_hash });
    expect(await client.updateUser({ email: 'other@example.com' })).toMatchObject(NEEDED);
    await later(HOUR, client);
    expect(await client.updateUser({ password: NEW_PASSWORD })).toMatchObject(NEEDED);
    salon.setClock(START);
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });

  it('without a present password needs a sign-in of the last hour', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    await salon.database.pool.query('update accounts.users set password_hash = null where id = $1', [
      person.userId,
    ]);
    await later(HOUR, client);
    expect(await client.updateUser({ password: NEW_PASSWORD })).toMatchObject(NEEDED);
    salon.setClock(START);
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });
});
