import { afterAll, beforeAll, expect, it } from 'vitest';
import { authClient, givenUser, mailedToken, PASSWORD } from '../../support/accounts/auth-client.ts';
import { authenticatorApps } from '../../support/accounts/codes.ts';
import { givenPerson } from '../../support/accounts/signed-in.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

const NOW = new Date();
const { add: addApp, codeOf: appCode, wrongCode } = authenticatorApps(NOW);
let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({
    now: NOW,
    settings: { RATE_LIMIT_PER_MINUTE: '100', TRUST_PROXY: '1' },
  });
});
afterAll(() => salon.stop());

const wrong = (email: string, address: string) =>
  authClient(salon, { address }).signInWithPassword({ email, password: 'a guess' });

it('slows a guesser, and not a device that has signed in before', async () => {
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

const refused = (status: number, code: string) => ({
  data: null,
  error: expect.objectContaining({ status, code }),
});

it('lets a thief of the password keep out no device that has shown the second factor, nor who comes by mail', async () => {
  const person = await givenPerson(salon);
  const first = await person.signIn();
  const { id: factorId, secret } = await addApp(first);
  for (let thieves = 0; thieves < 3; thieves += 1) {
    const thief = await person.signIn();
    for (let tries = 0; tries < 3; tries += 1)
      await thief.mfa.challengeAndVerify({ factorId, code: wrongCode(secret) });
  }
  const elsewhere = await (await person.signIn()).mfa.challengeAndVerify({
    factorId,
    code: appCode(secret),
  });
  expect(elsewhere).toEqual(refused(429, 'over_request_rate_limit'));

  await first.signOut({ scope: 'local' });
  await first.signInWithPassword({ email: person.email, password: PASSWORD });
  expect((await first.mfa.challengeAndVerify({ factorId, code: appCode(secret) })).error).toBeNull();

  const byMail = authClient(salon);
  await byMail.resetPasswordForEmail(person.email);
  const token_hash = await mailedToken(salon, person.email, 'recovery');
  await byMail.verifyOtp({ type: 'recovery', token_hash });
  expect((await byMail.mfa.challengeAndVerify({ factorId, code: appCode(secret, 1) })).error).toBeNull();
});

it('slows a guesser of codes on a device that has shown the second factor, too', async () => {
  const person = await givenPerson(salon);
  const client = await person.signIn();
  const { id: factorId, secret } = await addApp(client);
  await client.signOut({ scope: 'local' });
  await client.signInWithPassword({ email: person.email, password: PASSWORD });
  for (let tries = 0; tries < 5; tries += 1)
    await client.mfa.challengeAndVerify({ factorId, code: wrongCode(secret) });
  const late = await client.mfa.challengeAndVerify({ factorId, code: appCode(secret) });
  expect(late).toEqual(refused(429, 'over_request_rate_limit'));
  expect(late.error?.message).toMatch(/Please wait \d+ seconds and try again/);
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

it('limits how often a session ends the others, and never keeps anybody from signing out', async () => {
  const { client } = await givenUser(salon);
  for (let n = 0; n < 100; n += 1) await client.signOut({ scope: 'others' });
  expect((await client.signOut({ scope: 'others' })).error?.code).toBe('over_request_rate_limit');
  expect((await client.signOut()).error).toBeNull();
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
