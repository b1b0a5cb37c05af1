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

it('slows a guesser, and nobody who signs in from an address of an earlier sign-in', async () => {
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

it('slows a guesser at an address without an account in the same way', async () => {
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 11; n += 1) codes.push((await wrong('no@example.com', `203.0.113.${n}`)).error?.code);
  expect(codes).toEqual([...Array(10).fill('invalid_credentials'), 'over_request_rate_limit']);
});

const refused = (status: number, code: string) => ({
  data: null,
  error: expect.objectContaining({ status, code }),
});

async function signedInAt(address: string, email: string) {
  const client = authClient(salon, { address });
  await client.signInWithPassword({ email, password: PASSWORD });
  return client;
}

it('a thief of the password keeps nobody out where the second factor was shown before, and nobody who signs in by mail', async () => {
  const person = await givenPerson(salon);
  const first = await person.signIn();
  const { id: factorId, secret } = await addApp(first);
  for (let thieves = 0; thieves < 3; thieves += 1) {
    const thief = await signedInAt('198.51.100.60', person.email);
    for (let tries = 0; tries < 3; tries += 1)
      await thief.mfa.challengeAndVerify({ factorId, code: wrongCode(secret) });
  }
  const elsewhere = await signedInAt('198.51.100.61', person.email);
  const refusedElsewhere = await elsewhere.mfa.challengeAndVerify({ factorId, code: appCode(secret) });
  expect(refusedElsewhere).toEqual(refused(429, 'over_request_rate_limit'));

  await first.signOut({ scope: 'local' });
  await first.signInWithPassword({ email: person.email, password: PASSWORD });
  expect((await first.mfa.challengeAndVerify({ factorId, code: appCode(secret) })).error).toBeNull();

  const byMail = authClient(salon);
  await byMail.resetPasswordForEmail(person.email);
  const token_hash = await mailedToken(salon, person.email, 'recovery');
  await byMail.verifyOtp({ type: 'recovery', token_hash });
  expect((await byMail.mfa.challengeAndVerify({ factorId, code: appCode(secret, 1) })).error).toBeNull();
});

it('slows a guesser of codes where the second factor was shown before, too', async () => {
  const person = await givenPerson(salon);
  const client = await person.signIn();
  const { id: factorId, secret } = await addApp(client);
  await client.signOut({ scope: 'local' });
  await client.signInWithPassword({ email: person.email, password: PASSWORD });
  for (let tries = 0; tries < 5; tries += 1)
    await client.mfa.challengeAndVerify({ factorId, code: wrongCode(secret) });
  const late = await client.mfa.challengeAndVerify({ factorId, code: appCode(secret) });
  expect(late).toEqual(refused(429, 'over_request_rate_limit'));
  expect(late.error?.message).toMatch(/Please wait \d+ seconds, or choose a new password/);
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
  // On a 429 the client would throw its session away.
  expect(refused).toMatchObject({ status: 503, json: { code: 'request_timeout' } });
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
  expect((await send('GET', '/user', address)).status).toBe(503);
  expect((await send('GET', '/.well-known/jwks.json', address)).status).toBe(200);
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
});

it('limits how often a session ends the others, and never keeps anybody from signing out', async () => {
  const { client } = await givenUser(salon);
  for (let n = 0; n < 100; n += 1) await client.signOut({ scope: 'others' });
  expect((await client.signOut({ scope: 'others' })).error?.status).toBe(503);
  expect((await client.signOut()).error).toBeNull();
});

it('lets a session that asks too often keep what it has', async () => {
  const { client } = await givenUser(salon);
  for (let n = 0; n < 100; n += 1) await client.getUser();
  expect((await client.getUser()).error).toMatchObject({ status: 503 });
  expect((await client.getSession()).data.session).not.toBeNull();
  expect((await client.refreshSession()).error).toBeNull();
});
