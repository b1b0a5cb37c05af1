import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authClient,
  givenUser,
  mailedToken,
  NAMED,
  openLink,
  PASSWORD,
} from '../../support/accounts/auth-client.ts';
import {
  type OtherAccount,
  type SignInService,
  startSignInService,
} from '../../support/accounts/sign-in-service.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** Signing in by a real service of OpenID Connect, with the unmodified client. */

const PUBLIC_URL = 'https://salon.example';
/** The client compares with the machine's clock. */
const START = new Date();
let service: SignInService;
let terse: SignInService;
let salon: TestSalon;
beforeAll(async () => {
  [service, terse] = await Promise.all([
    startSignInService(`${PUBLIC_URL}/auth/v1/callback`, { claimsInIdToken: true }),
    startSignInService(`${PUBLIC_URL}/auth/v1/callback`),
  ]);
  salon = await givenSalon({
    now: START,
    settings: {
      PUBLIC_URL,
      OIDC_GOOGLE_ISSUER: service.issuer,
      OIDC_GOOGLE_CLIENT_ID: service.clientId,
      OIDC_GOOGLE_CLIENT_SECRET: service.clientSecret,
      OIDC_KEYCLOAK_ISSUER: terse.issuer,
      OIDC_KEYCLOAK_CLIENT_ID: terse.clientId,
      OIDC_KEYCLOAK_CLIENT_SECRET: terse.clientSecret,
      OIDC_KEYCLOAK_LABEL: 'The staff account',
      OIDC_NOBODY_ISSUER: 'http://127.0.0.1:9',
      OIDC_NOBODY_CLIENT_ID: 'x',
      OIDC_NOBODY_CLIENT_SECRET: 'x',
    },
  });
});
afterAll(async () => {
  await salon.stop();
  await Promise.all([service.stop(), terse.stop()]);
});
afterEach(() => salon.setClock(START));

let people = 0;
let person: Required<OtherAccount>;
beforeEach(() => {
  people += 1;
  const email = `person${people}@other.example`;
  person = { sub: `sub-${people}`, email, email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };
});

type Client = ReturnType<typeof authClient>;

async function begun(client: Client, provider: string, redirectTo = `${PUBLIC_URL}/auth?next=%2Fadmin`) {
  const options = { redirectTo, skipBrowserRedirect: true };
  const { data } = await client.signInWithOAuth({ provider: provider as 'google', options });
  return data.url ?? '';
}

/** Follows redirects as a browser with cookies does, until the one that this stops at; the site is where the salon is. */
async function follow(address: string, stopsAt: (url: URL) => boolean): Promise<URL> {
  const cookies = new Map<string, Map<string, string>>();
  let url = new URL(address);
  for (let steps = 0; steps < 12; steps += 1) {
    if (stopsAt(url)) return url;
    const jar = cookies.get(url.host) ?? new Map<string, string>();
    cookies.set(url.host, jar);
    const real = url.href.replace(PUBLIC_URL, salon.url);
    const response = await fetch(real, {
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('Location');
    if (!location) throw new Error(`${response.status} at ${real}: ${await response.text()}`);
    url = new URL(location, url);
  }
  throw new Error('too many redirects');
}

const isPage = ({ origin, pathname }: URL) => origin === PUBLIC_URL && !pathname.startsWith('/auth/v1/');
const isCallback = ({ origin, pathname }: URL) => origin === PUBLIC_URL && pathname === '/auth/v1/callback';
const errorIn = ({ hash }: URL) => new URLSearchParams(hash.slice(1)).get('error_code');

async function signedIn(
  who: OtherAccount | undefined,
  { provider = 'google', client = authClient(salon) } = {},
) {
  service.visitor = who;
  terse.visitor = who;
  const page = await follow(await begun(client, provider), isPage);
  const code = page.searchParams.get('code');
  const exchanged = code === null ? undefined : await client.exchangeCodeForSession(code);
  return { page, client, code, user: exchanged?.data.user, error: exchanged?.error };
}

describe('signing in at another service', () => {
  it('makes a user of a verified address, who comes back as the same one', async () => {
    const { page, client, user } = await signedIn(person);
    expect(`${page.origin}${page.pathname}?next=${page.searchParams.get('next')}`).toBe(
      `${PUBLIC_URL}/auth?next=/admin`,
    );
    expect(user).toMatchObject({
      email: person.email,
      email_confirmed_at: START.toISOString(),
      user_metadata: { first_name: 'Ada', last_name: 'Lovelace' },
      app_metadata: { providers: ['google'] },
      identities: [{ id: person.sub, provider: 'google' }],
    });
    const { data } = await client.getClaims();
    expect(data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
    // The subject counts, not the address, which may go to somebody else there.
    const again = await signedIn({ ...person, email: 'other@other.example' });
    expect(again.user?.id).toBe(user?.id);
    expect(again.user?.email).toBe(person.email);
  });

  it('works where the address is told in a second answer', async () => {
    const { user } = await signedIn(person, { provider: 'keycloak' });
    expect(user).toMatchObject({ email: person.email, identities: [{ provider: 'keycloak' }] });
  });

  it('signs in as the account that has the address, if it is confirmed, and leaves its password', async () => {
    const { id, email } = await givenUser(salon, { email: person.email });
    const { user } = await signedIn({ ...person, email: email.toUpperCase() });
    expect(user?.id).toBe(id);
    expect(user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'google']);
    expect((await authClient(salon).signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('takes a password away that a stranger may have chosen', async () => {
    const { email } = person;
    const stranger = authClient(salon);
    await stranger.signUp({ email, password: PASSWORD, options: NAMED });
    // Its owner opens the link, in another browser than the one that signed up.
    await openLink(salon, await mailedToken(salon, email, 'signup'), 'signup');
    const { user } = await signedIn(person);
    expect(user?.identities?.map(({ provider }) => provider)).toEqual(['google']);
    const { error } = await stranger.signInWithPassword({ email, password: PASSWORD });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });

  it('never takes over an account that nobody has confirmed', async () => {
    await authClient(salon).signUp({ email: person.email, password: PASSWORD, options: NAMED });
    const { page, code } = await signedIn(person);
    expect([errorIn(page), code]).toEqual(['email_not_confirmed', null]);
    const { rows } = await salon.database.pool.query('select from accounts.identities where subject = $1', [
      person.sub,
    ]);
    expect(rows).toEqual([]);
  });

  it.each([[{ email_verified: false }], [{ email: 'not an address' }], [{ email: '' }]])(
    'is refused without a verified address: %o',
    async (changes) => {
      const { page, code } = await signedIn({ ...person, ...changes });
      expect([errorIn(page), code]).toEqual(['provider_email_needs_verification', null]);
    },
  );

  it('is refused on a page when the id there is longer than any', async () => {
    const { page } = await signedIn({ ...person, sub: 'x'.repeat(256) });
    expect([page.pathname, errorIn(page)]).toEqual(['/auth', 'bad_oauth_callback']);
  });

  it('is told in the fragment when the visitor says no there', async () => {
    const { page } = await signedIn(undefined);
    expect(page.pathname).toBe('/auth');
    expect(Object.fromEntries(new URLSearchParams(page.hash.slice(1)))).toEqual({
      error: 'access_denied',
      error_code: 'access_denied',
      error_description: 'You have not allowed the sign-in.',
    });
  });
});

describe('the answer of another service', () => {
  it('counts once', async () => {
    service.visitor = person;
    const client = authClient(salon);
    const callback = await follow(await begun(client, 'google'), isCallback);
    const [first, second] = await Promise.all([follow(callback.href, isPage), follow(callback.href, isPage)]);
    const codes = [first, second]
      .map((page) => page.searchParams.get('code'))
      .filter((code) => code !== null);
    expect([codes.length, [errorIn(first), errorIn(second)]]).toEqual([
      1,
      expect.arrayContaining(['bad_oauth_state']),
    ]);
  });

  it('is of no use to another browser, nor with a state that was made up', async () => {
    service.visitor = person;
    const page = await follow(await begun(authClient(salon), 'google'), isPage);
    const thief = authClient(salon);
    await begun(thief, 'google');
    const { error } = await thief.exchangeCodeForSession(page.searchParams.get('code') ?? '');
    expect(error?.code).toBe('bad_code_verifier');
    const madeUp = await follow(`${PUBLIC_URL}/auth/v1/callback?code=x&state=${'s'.repeat(43)}`, isPage);
    expect([madeUp.pathname, errorIn(madeUp)]).toEqual(['/auth', 'bad_oauth_state']);
  });

  it('is refused in another sign-in than its own', async () => {
    service.visitor = person;
    const client = authClient(salon);
    const [one, other] = [
      await follow(await begun(client, 'google'), isCallback),
      await follow(await begun(client, 'google'), isCallback),
    ];
    const mixed = new URL(one);
    mixed.searchParams.set('code', other.searchParams.get('code') ?? '');
    expect(errorIn(await follow(mixed.href, isPage))).toBe('bad_oauth_callback');
  });

  it('is refused when it took too long', async () => {
    service.visitor = person;
    const callback = await follow(await begun(authClient(salon), 'google'), isCallback);
    salon.setClock(new Date(START.getTime() + 11 * 60_000));
    expect(errorIn(await follow(callback.href, isPage))).toBe('flow_state_expired');
  });
});

describe('the way to another service', () => {
  // Spec: 7.auth-social
  it('is bound to the sign-in by state, nonce and PKCE, different each time', async () => {
    const queries = service.asked.slice(-2);
    for (const query of queries) {
      expect(query.get('code_challenge_method')).toBe('S256');
      for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    }
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(new Set(queries.map((query) => query.get(name))).size).toBe(2);
  });

  it('leads to our own site in the end, even if another one is asked for', async () => {
    service.visitor = person;
    const client = authClient(salon);
    const page = await follow(await begun(client, 'google', 'https://evil.example/'), isPage);
    expect(`${page.origin}${page.pathname}`).toBe(`${PUBLIC_URL}/`);
  });

  it.each([
    ['myspace', 'oauth_provider_not_supported'],
    ['nobody', 'request_timeout'],
  ])('to %s is refused with %s on the page that was asked for', async (provider, code) => {
    const page = await follow(await begun(authClient(salon), provider), isPage);
    expect([page.pathname, errorIn(page)]).toEqual(['/auth', code]);
  });

  it('needs a client that waits with PKCE', async () => {
    const page = await follow(`${PUBLIC_URL}/auth/v1/authorize?provider=google`, isPage);
    expect([page.pathname, errorIn(page)]).toEqual(['/', 'validation_failed']);
  });

  it('is listed with its label', async () => {
    const { json } = await salon.get('/auth/v1/settings');
    expect(json).toMatchObject({
      external: { email: true, google: true, keycloak: true },
      labels: { google: 'Google', keycloak: 'The staff account' },
    });
    expect(JSON.stringify(json)).not.toContain(service.clientSecret);
  });
});

it('keeps neither a secret nor a code in tables and logs', async () => {
  const { code, client } = await signedIn(person);
  const { data } = await client.getSession();
  const { rows } = await salon.database.pool.query<{ row: string }>(
    `select t::text as row from accounts.flow_states t union all select t::text from accounts.identities t
     union all select t::text from accounts.sign_in_events t`,
  );
  const kept = [...rows.map(({ row }) => row), ...salon.logged].join('\n');
  const query = service.asked.at(-1);
  const secrets = [code, query?.get('state'), query?.get('nonce'), service.clientSecret];
  for (const secret of [...secrets, data.session?.access_token, data.session?.refresh_token]) {
    expect(secret?.length).toBeGreaterThan(20);
    expect(kept).not.toContain(secret);
  }
});
