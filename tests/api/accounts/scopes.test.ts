import { afterAll, beforeAll, expect, it } from 'vitest';
import { authClient } from '../../support/accounts/auth-client.ts';
import { type SignInService, startSignInService } from '../../support/accounts/sign-in-service.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** The client may name any scopes for another sign-in service; the service is asked for the ones that we use. */

let service: SignInService;
let salon: TestSalon;
beforeAll(async () => {
  service = await startSignInService('http://127.0.0.1/auth/v1/callback');
  salon = await givenSalon({
    now: new Date(),
    settings: {
      OIDC_GOOGLE_ISSUER: service.issuer,
      OIDC_GOOGLE_CLIENT_ID: service.clientId,
      OIDC_GOOGLE_CLIENT_SECRET: service.clientSecret,
    },
  });
});
afterAll(async () => {
  await salon.stop();
  await service.stop();
});

/** The answer to the address that the client sends its browser to. */
async function answerFor(scopes: string | undefined): Promise<Response> {
  const { data } = await authClient(salon).signInWithOAuth({
    provider: 'google',
    options: { skipBrowserRedirect: true, ...(scopes !== undefined && { scopes }) },
  });
  return fetch(data.url ?? '', { redirect: 'manual' });
}

it.each([
  undefined,
  '',
  ' ',
  'openid',
  'email',
  'profile',
  'openid email',
  'email openid',
  'openid email profile',
  'profile email openid',
  ' openid  profile ',
  'email email',
])('asks for what makes an account when the client names the scopes %j', async (scopes) => {
  const answer = await answerFor(scopes);
  expect(answer.status).toBe(302);
  const there = new URL(answer.headers.get('Location') ?? '');
  expect(there.origin).toBe(service.issuer);
  expect(there.searchParams.get('scope')).toBe('openid email profile');
});

it.each([
  'openid calendar contacts',
  'calendar',
  'openid email profile phone',
  'address',
  'offline_access',
  'https://www.googleapis.com/auth/calendar',
  'openid,email',
  'Openid',
  'EMAIL',
  'emails',
  'open id',
  'openid\temail',
  'openid\u00a0email',
  'openid\u0000',
  '*',
  'constructor',
  `openid ${'x'.repeat(3_000)}`,
])('refuses the scopes %j', async (scopes) => {
  const answer = await answerFor(scopes);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error_code: 'validation_failed', code: 400 });
  expect(answer.headers.get('Location')).toBeNull();
});

it.each([
  'provider=nobody&scopes=calendar',
  'scopes=openid&scopes=calendar',
  'scopes[]=openid&scopes=calendar',
  'provider=google&scopes=calendar&redirect_to=https%3A%2F%2Fevil.example',
])('refuses them before anything else is looked at: %s', async (query) => {
  expect((await salon.get(`/auth/v1/authorize?${query}`)).status).toBe(400);
});
