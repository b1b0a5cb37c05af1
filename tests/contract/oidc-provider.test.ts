import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOidcProvider, OidcRefused, OidcUnavailable } from '../../src/adapters/oidc/provider.ts';

const CHECKS = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };
const CALLBACK = 'https://salon.example/auth/v1/callback';
const CAME_BACK = new URL(`${CALLBACK}?code=a-code&state=${CHECKS.state}`);

/** Far more than any answer has, but not endless, so that a client without a limit ends, too. */
const long = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(`{"x":"${'x'.repeat(1_000_000)}"}`);

/** A service that signs in one person, with the answers that a test replaces. */
async function givenService({ subject = 'ada', names = {} } = {}) {
  const [signing, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const publicKey = async ({ publicKey: key }: typeof signing) => ({ ...(await exportJWK(key)), kid: 'one' });
  const asked: string[] = [];
  const answers: Record<string, (response: ServerResponse) => void> = {};
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers[path];
    if (answer) return answer(response);
    const tokens = async () => ({
      access_token: 'a-token',
      token_type: 'Bearer',
      id_token: await new SignJWT({
        nonce: CHECKS.nonce,
        email: 'a@b.example',
        email_verified: true,
        ...names,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience('salon')
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(signing.privateKey),
    });
    const about = () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    });
    const body =
      path === '/token' ? await tokens() : path === '/jwks' ? { keys: [await publicKey(signing)] } : about();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createOidcProvider({
    name: 'google',
    label: 'Google',
    issuer,
    clientId: 'salon',
    clientSecret: 'a-secret',
  });
  const otherKeys = JSON.stringify({ keys: [await publicKey(other)] });
  return { provider, asked, answers, otherKeys };
}

const DISCOVERY = '/.well-known/openid-configuration';
const isAway = { name: OidcUnavailable.name };

it('says who has signed in', async () => {
  const { provider } = await givenService();
  expect(await provider.finish(CAME_BACK, CHECKS)).toMatchObject({
    subject: 'ada',
    verifiedEmail: 'a@b.example',
  });
});

describe('an answer that is too long', () => {
  it.each([DISCOVERY, '/token', '/jwks'])('from %s counts as no answer', async (path) => {
    const { provider, answers } = await givenService();
    answers[path] = long;
    const failed = provider.finish(CAME_BACK, CHECKS);
    await expect(failed).rejects.toMatchObject(isAway);
    const causes = async () => {
      const error = (await failed.catch((one: unknown) => one)) as Error;
      return [error.cause, (error.cause as Error).cause].map(String).join();
    };
    expect(await causes()).toContain('an answer of more than');
  });
});

it('a service that did not say how to reach it is asked again only after a few seconds', async () => {
  const { provider, asked, answers } = await givenService();
  answers[DISCOVERY] = (response) => void response.writeHead(500).end();
  const begun = () => provider.begin(CALLBACK, CHECKS);
  for (const tries of [await Promise.allSettled([begun(), begun()]), await Promise.allSettled([begun()])])
    for (const { status } of tries) expect(status).toBe('rejected');
  expect(asked).toEqual([DISCOVERY]);
  delete answers[DISCOVERY];
  const later = performance.now() + 60_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
  onTestFinished(() => clock.mockRestore());
  expect(await begun()).toContain('/auth?');
  expect(await begun()).toContain('/auth?');
  expect(asked).toEqual([DISCOVERY, DISCOVERY]);
});

it('an identity that the service has not signed is refused', async () => {
  const { provider, answers, otherKeys } = await givenService();
  answers['/jwks'] = (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(otherKeys);
  await expect(provider.finish(CAME_BACK, CHECKS)).rejects.toMatchObject({ name: OidcRefused.name });
});

it.each([
  ['empty', ''],
  ['longer than 255 characters', 'x'.repeat(256)],
  ['not text', 'a\0b'],
])('an identity is refused when its id is %s', async (_, subject) => {
  const { provider } = await givenService({ subject });
  await expect(provider.finish(CAME_BACK, CHECKS)).rejects.toMatchObject({ name: OidcRefused.name });
});

it('names are told without what no table takes', async () => {
  const names = { given_name: 'A\0da\u0007', family_name: `${'x'.repeat(99)}🎉` };
  const { provider } = await givenService({ names });
  const told = { firstName: 'Ada', lastName: 'x'.repeat(99) };
  expect(await provider.finish(CAME_BACK, CHECKS)).toMatchObject(told);
});
