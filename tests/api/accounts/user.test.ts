import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  authClient,
  givenAdmin,
  givenUser,
  mailedToken,
  openLink,
  PASSWORD,
} from '../../support/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server.ts';

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

describe('a signed-in user', () => {
  it('changes their names', async () => {
    const { client } = await givenUser(salon);
    const { data } = await client.updateUser({ data: { first_name: 'Grace' } });
    expect(data.user?.user_metadata).toEqual({ first_name: 'Grace', last_name: 'Lovelace' });
    expect((await client.getUser()).data.user?.user_metadata).toEqual(data.user?.user_metadata);
  });

  it('changes the password, which ends the other sessions and is told by mail', async () => {
    const { client, email, token } = await givenUser(salon);
    const other = await signIn(email, PASSWORD);
    expect((await client.updateUser({ password: PASSWORD })).error).toEqual(refused('same_password'));
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await authClient(salon).getUser(token)).error).toBeNull();
    expect((await authClient(salon).getUser(other.data.session?.access_token)).error).not.toBeNull();
    expect((await signIn(email, PASSWORD)).error).toEqual(refused('invalid_credentials'));
    expect((await signIn(email, NEW_PASSWORD)).error).toBeNull();
  });

  it('needs the current password a day after signing in', async () => {
    const { client, email } = await givenUser(salon);
    later(86_400_000);
    const change = (current_password?: string) =>
      client.updateUser({ password: NEW_PASSWORD, ...(current_password && { current_password }) });
    await client.refreshSession();
    expect((await change()).error).toEqual(refused('reauthentication_needed'));
    expect((await client.updateUser({ email: 'other@example.com' })).error).toEqual(
      refused('reauthentication_needed'),
    );
    expect((await change('a guess')).error).toEqual(refused('invalid_credentials'));
    expect((await change(PASSWORD)).error).toBeNull();
    expect((await signIn(email, NEW_PASSWORD)).error).toBeNull();
  });

  it('is asked for ten characters as an administrator', async () => {
    const { client } = await givenAdmin(salon);
    const { error } = await client.updateUser({ password: 'Copper-9-' });
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['length'] });
    expect((await client.updateUser({ password: 'Copper-9-x' })).error).toBeNull();
  });

  it('changes the address by the link that is sent to the new one', async () => {
    const { client, email } = await givenUser(salon);
    const next = 'moved@example.com';
    const asked = await client.updateUser({ email: next });
    expect(asked.data.user).toMatchObject({ email, new_email: next });
    expect((await signIn(next, PASSWORD)).error).toEqual(refused('invalid_credentials'));
    const url = await openLink(salon, await mailedToken(salon, email, 'email_change'), 'email_change');
    const { data } = await client.exchangeCodeForSession(url.searchParams.get('code') ?? '');
    expect(data.user).toMatchObject({ email: next });
    expect(data.user?.new_email).toBeUndefined();
    expect((await signIn(email, PASSWORD)).error).toEqual(refused('invalid_credentials'));
    expect((await signIn(next, PASSWORD)).error).toBeNull();
  });

  it("cannot take another account's address, and isn't told that there is one", async () => {
    const taken = await givenUser(salon);
    const { client, email } = await givenUser(salon);
    expect((await client.updateUser({ email: taken.email })).error).toBeNull();
    await expect(mailedToken(salon, email, 'email_change')).rejects.toThrow('no mail');
  });

  it('loses the race for an address that two have asked for', async () => {
    const [first, second] = [await givenUser(salon), await givenUser(salon)];
    const both = [first, second];
    for (const { client } of both) await client.updateUser({ email: 'contested@example.com' });
    const urls = [];
    for (const { email } of both)
      urls.push(await openLink(salon, await mailedToken(salon, email, 'email_change'), 'email_change'));
    expect(urls.map((url) => url.searchParams.has('code'))).toEqual([true, false]);
    expect(urls[1]?.hash).toContain('otp_expired');
    expect((await signIn(second.email, PASSWORD)).error).toBeNull();
  });

  it('needs the second factor for changes where there is one', async () => {
    const { client, id } = await givenUser(salon);
    await salon.database.pool.query(
      `insert into accounts.factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
        values (gen_random_uuid(), $1, 'totp', 'verified', 'phone', now(), now())`,
      [id],
    );
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toEqual(refused('insufficient_aal'));
    expect((await client.updateUser({ data: { first_name: 'Grace' } })).error).toBeNull();
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
    expect(
      (await client.resetPasswordForEmail(email, { redirectTo: '/auth?new-password' })).error,
    ).toBeNull();
    const token = await mailedToken(salon, email, 'recovery');
    const url = await openLink(salon, token, 'recovery');
    expect(url.pathname).toBe('/auth');
    await client.exchangeCodeForSession(url.searchParams.get('code') ?? '');
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await signIn(email, NEW_PASSWORD)).error).toBeNull();
    expect((await openLink(salon, token, 'recovery')).hash).toContain('otp_expired');
  });

  it('can be handed over by a page', async () => {
    const { email } = await givenUser(salon);
    const client = authClient(salon, { flowType: 'implicit' });
    await client.resetPasswordForEmail(email);
    const token_hash = await mailedToken(salon, email, 'recovery');
    expect((await client.verifyOtp({ type: 'email', token_hash })).error).toEqual(refused('otp_expired'));
    const { data } = await client.verifyOtp({ type: 'recovery', token_hash });
    expect(data.session?.user.email).toBe(email);
  });

  it('takes a password away that somebody chose for an address they never confirmed', async () => {
    const email = 'hijacked@example.com';
    await authClient(salon).signUp({ email, password: PASSWORD });
    const owner = authClient(salon, { flowType: 'implicit' });
    await owner.resetPasswordForEmail(email);
    await openLink(salon, await mailedToken(salon, email, 'recovery'), 'recovery');
    expect((await signIn(email, PASSWORD)).error).toEqual(refused('invalid_credentials'));
  });

  it('answers the same for an address without an account', async () => {
    const answers = await Promise.all(
      [(await givenUser(salon)).email, 'nobody@example.com'].map((email) =>
        salon.http.send({ method: 'POST', path: '/auth/v1/recover', body: { email } }),
      ),
    );
    expect(answers.map(({ status, text }) => ({ status, text }))).toEqual([
      { status: 200, text: '{}' },
      { status: 200, text: '{}' },
    ]);
  });

  it('lets the mail of a sign-up be sent again', async () => {
    const email = 'again@example.com';
    const client = authClient(salon);
    await client.signUp({ email, password: PASSWORD });
    const first = await mailedToken(salon, email, 'signup');
    later(1_000);
    expect((await client.resend({ type: 'signup', email })).error).toBeNull();
    const second = await mailedToken(salon, email, 'signup');
    expect(second).not.toBe(first);
    await openLink(salon, second, 'signup');
    expect((await signIn(email, PASSWORD)).error).toBeNull();
    expect((await openLink(salon, first, 'signup')).hash).toContain('otp_expired');
  });
});
