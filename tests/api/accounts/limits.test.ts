import { afterAll, beforeAll, expect, it } from 'vitest';
import { authClient, givenUser, PASSWORD } from '../../support/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server.ts';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({
    now: new Date(),
    settings: { RATE_LIMIT_PER_MINUTE: '100', TRUST_PROXY: '1' },
  });
});
afterAll(() => salon.stop());

const wrong = (email: string, address: string) =>
  authClient(salon, { address }).signInWithPassword({ email, password: 'a guess' });

it('slows a guesser, and never a device that has signed in before', async () => {
  const { client, email } = await givenUser(salon);
  for (let n = 0; n < 10; n += 1) {
    expect((await wrong(email, `198.51.100.${n}`)).error?.code).toBe('invalid_credentials');
  }
  const slowed = await wrong(email, '198.51.100.50');
  expect(slowed.error).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
  const stranger = await authClient(salon, { address: '198.51.100.51' }).signInWithPassword({
    email,
    password: PASSWORD,
  });
  expect(stranger.error?.code).toBe('over_request_rate_limit');
  await client.signOut({ scope: 'local' });
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

it('slows whoever guesses at an address without an account in the same way', async () => {
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 11; n += 1) codes.push((await wrong('no@example.com', `203.0.113.${n}`)).error?.code);
  expect(codes).toEqual([...Array(10).fill('invalid_credentials'), 'over_request_rate_limit']);
});

const send = (method: string, path: string, address: string) =>
  salon.http.send({
    method,
    path: `/auth/v1${path}`,
    headers: { 'X-Forwarded-For': address, 'X-Supabase-Api-Version': '2024-01-01' },
  });

it('limits what one place asks for in a minute, in the words of the client', async () => {
  const ask = () => send('GET', '/user', '192.0.2.200');
  for (let n = 0; n < 100; n += 1) expect((await ask()).status).toBe(401);
  const refused = await ask();
  expect(refused).toMatchObject({ status: 429, json: { code: 'over_request_rate_limit' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

it('keeps everybody signed in whatever a stranger at the same address does', async () => {
  const { email } = await givenUser(salon);
  const address = '192.0.2.210';
  const client = authClient(salon, { address });
  await client.signInWithPassword({ email, password: PASSWORD });
  for (const [method, path] of [
    ['GET', '/.well-known/jwks.json'],
    ['GET', '/settings'],
    ['POST', '/logout'],
    ['GET', '/user'],
  ] as const)
    for (let n = 0; n < 101; n += 1) await send(method, path, address);
  expect((await send('GET', '/user', address)).status).toBe(429);
  expect((await send('GET', '/.well-known/jwks.json', address)).status).toBe(200);
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
});

it('lets a session that asks too often keep what it has', async () => {
  const { client } = await givenUser(salon);
  for (let n = 0; n < 100; n += 1) await client.getUser();
  expect((await client.getUser()).error).toMatchObject({ status: 429 });
  const refused = await fetch(`${salon.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: (await client.getSession()).data.session?.refresh_token }),
  });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await client.getSession()).data.session).not.toBeNull();
});

it('sets a cookie that no script, no other site and no other path gets', async () => {
  const { email } = await givenUser(salon);
  const { headers } = await salon.http.send({
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    body: { email, password: PASSWORD },
  });
  expect(headers['set-cookie']?.[0]).toMatch(
    /^device=[\w-]{43}; Max-Age=\d+; Path=\/auth\/v1; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
  );
});
