import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  authClient,
  browserStorage,
  givenUser,
  mailedToken,
  NAMED,
  openLink,
  PASSWORD,
} from '../../support/accounts/auth-client.ts';
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

describe('signing up', () => {
  // Spec: 3.user-role, 3.session, 6.sign-up-confirmation, 7.auth-calls
  it('makes a user who can sign in once the link was opened, which returns to the first page', async () => {
    const client = authClient(salon);
    const email = 'ada@example.com';
    const options = { data: { first_name: 'Ada', last_name: 'Lovelace' }, emailRedirectTo: `${salon.url}/` };
    const { data, error } = await client.signUp({ email, password: PASSWORD, options });
    expect({ error, session: data.session, email: data.user?.email }).toEqual({
      error: null,
      session: null,
      email,
    });

    const early = await client.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toEqual(refused('email_not_confirmed'));
    const wrong = await client.signInWithPassword({ email, password: 'something else' });
    expect(wrong.error).toEqual(refused('invalid_credentials'));

    const { code, ...place } = await opened(email);
    expect(place).toEqual({ pathname: '/', hash: '' });
    const exchanged = await client.exchangeCodeForSession(code);
    expect(exchanged.data.user).toMatchObject({
      email,
      user_metadata: options.data,
      email_confirmed_at: START.toISOString(),
      factors: [],
    });
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({ aal: 'aal1', role: 'authenticated', email, aud: 'authenticated' });
    expect((await authClient(salon).signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  async function opened(email: string) {
    const url = await openLink(salon, await mailedToken(salon, email, 'signup'), 'signup');
    return { code: url.searchParams.get('code') ?? '', pathname: url.pathname, hash: url.hash };
  }

  it('answers a known address like a new one, and changes nothing', async () => {
    const { email, id } = await givenUser(salon);
    const again = await authClient(salon).signUp({ email, password: 'Another-8-password', options: NAMED });
    const fresh = await authClient(salon).signUp({
      email: 'fresh@example.com',
      password: PASSWORD,
      options: NAMED,
    });
    expect(again.error).toBeNull();
    expect(again.data.user?.identities).toEqual([]);
    const shape = (user: object | null) => ({ ...user, id: '', email: '' });
    expect(shape(again.data.user)).toEqual(shape(fresh.data.user));
    const signIn = await authClient(salon).signInWithPassword({ email, password: 'Another-8-password' });
    expect(signIn.error).toEqual(refused('invalid_credentials'));
    // Only its owner is told.
    const { rows } = await salon.database.pool.query(
      "select data->>'userId' as id from pgboss.job where data->>'kind' = 'account-exists' and data->>'userId' = any($1)",
      [[id, fresh.data.user?.id]],
    );
    expect(rows).toEqual([{ id }]);
  });

  it('sends another mail to an address that is not confirmed, and takes the password of the link that is opened', async () => {
    const email = 'twice@example.com';
    await authClient(salon).signUp({ email, password: PASSWORD, options: NAMED });
    const client = authClient(salon);
    later(1_000);
    const second = await client.signUp({ email, password: 'Another-8-password', options: NAMED });
    expect(second.error).toBeNull();
    const { code } = await opened(email);
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    const signIn = (password: string) => authClient(salon).signInWithPassword({ email, password });
    expect((await signIn('Another-8-password')).error).toBeNull();
    expect((await signIn(PASSWORD)).error).toEqual(refused('invalid_credentials'));
  });

  it('replaces the names of an address that is not confirmed, and of no other, and answers alike', async () => {
    const email = 'anew@example.com';
    const names = { first_name: 'Augusta', last_name: 'King' };
    const signUp = async (options: typeof NAMED) => {
      const { data } = await authClient(salon).signUp({ email, password: PASSWORD, options });
      return data.user;
    };
    const first = await signUp(NAMED);
    expect(await signUp({ data: names })).toEqual({ ...first, user_metadata: names });
    const client = authClient(salon);
    later(1_000);
    await client.signUp({ email, password: PASSWORD, options: { data: names } });
    later(0);
    await client.exchangeCodeForSession((await opened(email)).code);
    // The answer doesn't tell later either that somebody has opened the link.
    expect(await signUp(NAMED)).toEqual(first);
    expect((await client.getUser()).data.user?.user_metadata).toEqual(names);
  });

  it.each([
    ['none', undefined],
    ['no last name', { first_name: 'Ada' }],
    ['a blank first name', { first_name: ' ', last_name: 'Lovelace' }],
  ])('needs both names: %s', async (_, data) => {
    const { error } = await authClient(salon).signUp({
      email: 'nameless@example.com',
      password: PASSWORD,
      options: { ...(data && { data }) },
    });
    const message = 'Please enter your first and last name.';
    expect(error).toMatchObject({ code: 'validation_failed', status: 400, message });
  });

  it.each([
    ['short', '12345', ['length']],
    ['common', 'Password123', ['pwned']],
    ['the address', 'weak@example.com', ['characters']],
  ])('refuses a weak password: %s', async (_, password, reasons) => {
    const { error } = await authClient(salon).signUp({ email: 'weak@example.com', password, options: NAMED });
    expect(error).toMatchObject({ code: 'weak_password', reasons, status: 422 });
  });

  it('refuses what is no address', async () => {
    const { error } = await authClient(salon).signUp({ email: 'ada@', password: PASSWORD, options: NAMED });
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
  });

  it('gives a code to nobody but the client that asked for it', async () => {
    const email = 'mine@example.com';
    await authClient(salon).signUp({ email, password: PASSWORD, options: NAMED });
    const { code } = await opened(email);
    const stranger = authClient(salon);
    await stranger.signUp({ email: 'stranger@example.com', password: PASSWORD, options: NAMED });
    expect((await stranger.exchangeCodeForSession(code)).error).toEqual(refused('bad_code_verifier'));
  });

  it('takes a link once, within the hour, and tells a page why it does not work', async () => {
    const email = 'once@example.com';
    const client = authClient(salon);
    await client.signUp({ email, password: PASSWORD, options: NAMED });
    const token = await mailedToken(salon, email, 'signup');
    later(3_600_000);
    const expired = await openLink(salon, token, 'signup');
    expect(Object.fromEntries(new URLSearchParams(expired.hash.slice(1)))).toMatchObject({
      error: 'access_denied',
      error_code: 'otp_expired',
    });
    salon.setClock(START);
    const both = await Promise.all([openLink(salon, token, 'signup'), openLink(salon, token, 'signup')]);
    expect(both.filter((url) => url.searchParams.has('code'))).toHaveLength(1);
  });

  it('is not confirmed by a program that only looks at the link', async () => {
    const email = 'scanned@example.com';
    await authClient(salon).signUp({ email, password: PASSWORD, options: NAMED });
    const token = await mailedToken(salon, email, 'signup');
    const looked = await fetch(`${salon.url}/auth/v1/verify?token=${token}&type=signup`, { method: 'HEAD' });
    expect(looked.status).toBe(404);
    expect((await openLink(salon, token, 'signup')).searchParams.has('code')).toBe(true);
  });

  it('puts the session into the fragment for a client without PKCE', async () => {
    const email = 'implicit@example.com';
    await authClient(salon, { flowType: 'implicit' }).signUp({ email, password: PASSWORD, options: NAMED });
    const url = await openLink(salon, await mailedToken(salon, email, 'signup'), 'signup');
    const { access_token, refresh_token, type } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
    expect(type).toBe('signup');
    const client = authClient(salon);
    const given = { access_token: access_token ?? '', refresh_token: refresh_token ?? '' };
    expect((await client.setSession(given)).data.user?.email).toBe(email);
  });

  it('leads to no other site than ours', async () => {
    for (const [n, emailRedirectTo] of ['https://evil.test/', '//evil.test', '/\\evil.test'].entries()) {
      const email = `led-${n}@example.com`;
      await authClient(salon).signUp({ email, password: PASSWORD, options: { ...NAMED, emailRedirectTo } });
      const url = await openLink(salon, await mailedToken(salon, email, 'signup'), 'signup');
      expect(url.hostname).toBe('localhost');
    }
  });
});

describe('a session', () => {
  // Spec: 9.auth-client
  it('is refreshed, and two tabs may race for it', async () => {
    const { email } = await givenUser(salon);
    const storage = browserStorage();
    const first = authClient(salon, { storage });
    await first.signInWithPassword({ email, password: PASSWORD });
    const second = authClient(salon, { storage });
    const both = await Promise.all([first.refreshSession(), second.refreshSession()]);
    // The client itself discards the session of the tab that was slower.
    const refusals = both.map(({ error }) => error?.name).filter((name) => name !== undefined);
    expect(refusals.filter((name) => name !== 'AuthRefreshDiscardedError')).toEqual([]);
    expect(refusals.length).toBeLessThan(2);
    for (const tab of [first, second]) expect((await tab.getUser()).data.user?.email).toBe(email);
    later(60_000);
    expect((await first.refreshSession()).error).toBeNull();
  });

  it('ends when a refresh token is used again after a minute', async () => {
    const { client, token } = await givenUser(salon);
    const { refresh_token = '' } = (await client.getSession()).data.session ?? {};
    await client.refreshSession();
    later(60_001);
    const thief = authClient(salon);
    expect((await thief.refreshSession({ refresh_token })).error).toEqual(
      refused('refresh_token_already_used'),
    );
    expect((await client.refreshSession()).error).toEqual(refused('refresh_token_not_found'));
    const { error } = await authClient(salon).getUser(token);
    expect(error).toMatchObject({ name: 'AuthSessionMissingError' });
  });

  it.each([
    ['local', false, true],
    ['others', true, false],
    ['global', false, false],
  ] as const)('ends by its scope: %s', async (scope, hereLives, elsewhereLives) => {
    const { client, email, token } = await givenUser(salon);
    const other = authClient(salon);
    const { data } = await other.signInWithPassword({ email, password: PASSWORD });
    expect((await client.signOut({ scope })).error).toBeNull();
    const lives = async (bearer = '') => (await authClient(salon).getUser(bearer)).error === null;
    expect(await lives(token)).toBe(hereLives);
    expect(await lives(data.session?.access_token)).toBe(elsewhereLives);
  });

  // Spec: 7.auth-keys
  it('can be checked by the published keys, and by nobody to be made', async () => {
    const keys = await salon.get('/auth/v1/.well-known/jwks.json');
    expect(keys.json).toEqual({
      keys: [expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256', key_ops: ['verify'] })],
    });
    expect(keys.text).not.toContain('"d"');
  });
});
