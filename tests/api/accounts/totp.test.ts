import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authClient } from '../../support/accounts/auth-client.ts';
import { authenticatorApps } from '../../support/accounts/codes.ts';
import { type Client, givenPerson } from '../../support/accounts/signed-in.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

const NOW = new Date();
const { add: addApp, codeOf: appCode, wrongCode } = authenticatorApps(NOW);

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
});
afterAll(() => salon.stop());

const enrolled = async (client: Client, friendlyName = 'Phone') => {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return data;
};
const levelOf = async (client: Client) => {
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};
const refused = (status: number, code: string) => ({
  data: null,
  error: expect.objectContaining({ status, code }),
});

describe('an authenticator app', () => {
  // Spec: 7.auth-factors
  it('is added with a secret, an address and a picture of it, and counts after the first code', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    const factor = await enrolled(client);
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(new URL(factor.totp.uri).searchParams.get('secret')).toBe(factor.totp.secret);
    expect(decodeURIComponent(factor.totp.uri)).toContain(person.email);
    expect((await client.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factor.id, status: 'unverified' }],
      totp: [],
    });
    expect(await levelOf(client)).toEqual(['aal1', 'aal1']);

    const code = appCode(factor.totp.secret);
    const { data, error } = await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([
      { id: factor.id, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' },
    ]);
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
  });

  it('raises later sessions, and ends those that stayed at one factor', async () => {
    const person = await givenPerson(salon);
    const { id, secret } = await addApp(await person.signIn());
    const [client, other] = [await person.signIn(), await person.signIn()];
    expect(await levelOf(client)).toEqual(['aal1', 'aal2']);
    const { error } = await client.mfa.challengeAndVerify({ factorId: id, code: appCode(secret) });
    expect(error).toBeNull();
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
    expect((await other.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  });

  it('gives codes that work once', async () => {
    const person = await givenPerson(salon);
    const { id: factorId, secret } = await addApp(await person.signIn());
    const code = appCode(secret);
    const [first, second] = [await person.signIn(), await person.signIn()];
    expect((await first.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    const again = await (await person.signIn()).mfa.challengeAndVerify({ factorId, code });
    expect(again).toEqual(refused(422, 'mfa_verification_failed'));
    expect((await second.getUser()).error).not.toBeNull();
  });

  it('takes one of two tries made at the same time with one code', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    const { id: factorId, secret } = await addApp(client);
    const code = appCode(secret);
    const tries = await Promise.all([1, 2, 3].map(() => client.mfa.challengeAndVerify({ factorId, code })));
    expect(tries.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it('answers a challenge once, within five minutes', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    const { id: factorId, secret } = await addApp(client);
    const asked = await client.mfa.challenge({ factorId });
    const challengeId = asked.data?.id ?? '';
    expect(asked.data).toMatchObject({
      type: 'totp',
      expires_at: Math.floor(NOW.getTime() / 1000) + 300,
    });
    expect((await client.mfa.verify({ factorId, challengeId, code: appCode(secret) })).error).toBeNull();
    expect(await client.mfa.verify({ factorId, challengeId, code: appCode(secret, 1) })).toEqual(
      refused(422, 'mfa_challenge_expired'),
    );
    const late = (await client.mfa.challenge({ factorId })).data?.id ?? '';
    salon.setClock(new Date(NOW.getTime() + 301_000));
    try {
      const code = appCode(secret, 10);
      expect(await client.mfa.verify({ factorId, challengeId: late, code })).toEqual(
        refused(422, 'mfa_challenge_expired'),
      );
    } finally {
      salon.setClock(NOW);
    }
  });

  it("is nobody else's", async () => {
    const owner = await (await givenPerson(salon)).signIn();
    const { id: factorId, secret } = await addApp(owner);
    const stranger = await (await givenPerson(salon)).signIn();
    expect(await stranger.mfa.challenge({ factorId })).toEqual(refused(404, 'mfa_factor_not_found'));
    const own = await enrolled(stranger);
    const { data: challenge } = await owner.mfa.challenge({ factorId });
    expect(
      await stranger.mfa.verify({
        factorId: own.id,
        challengeId: challenge?.id ?? '',
        code: appCode(secret),
      }),
    ).toEqual(refused(422, 'mfa_challenge_expired'));
    expect(await stranger.mfa.unenroll({ factorId })).toEqual(refused(404, 'mfa_factor_not_found'));
  });
});

describe('somebody who knows only the password', () => {
  it('adds no factor beside a verified one, removes none, and finishes none begun before', async () => {
    const person = await givenPerson(salon);
    const owner = await person.signIn();
    const begun = await enrolled(owner, 'Begun before');
    const { id: factorId } = await addApp(owner);

    const thief = await person.signIn();
    expect(await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).toEqual(
      refused(403, 'insufficient_aal'),
    );
    expect(await thief.mfa.unenroll({ factorId })).toEqual(refused(403, 'insufficient_aal'));
    expect(await thief.mfa.challenge({ factorId: begun.id })).toEqual(refused(403, 'insufficient_aal'));
    expect(
      await thief.mfa.challengeAndVerify({ factorId: begun.id, code: appCode(begun.totp.secret) }),
    ).toEqual(refused(403, 'insufficient_aal'));
  });

  it('changes nothing, and signs nobody out but themselves', async () => {
    const person = await givenPerson(salon);
    const owner = await person.signIn();
    await addApp(owner);
    const thief = await person.signIn();
    const renamed = await thief.updateUser({ data: { first_name: 'Mallory' } });
    expect(renamed.error).toMatchObject({ code: 'insufficient_aal' });
    expect(await thief.passkey.list()).toEqual(refused(403, 'insufficient_aal'));
    const passkeyId = randomUUID();
    expect(await thief.passkey.update({ passkeyId, friendlyName: 'Mine' })).toEqual(
      refused(403, 'insufficient_aal'),
    );
    expect((await thief.signOut({ scope: 'others' })).error).toBeNull();
    expect((await owner.getUser()).error).toBeNull();

    const other = await person.signIn();
    const { data } = await other.getSession();
    await other.signOut({ scope: 'global' });
    expect((await owner.getUser()).data.user?.user_metadata).toMatchObject({ first_name: 'Ada' });
    expect((await authClient(salon).getUser(data.session?.access_token)).error).not.toBeNull();
  });

  it('is not helped by an access token of before the second factor', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    const before = (await client.getSession()).data.session?.access_token ?? '';
    const { id } = await addApp(client);
    const answer = await fetch(`${salon.url}/auth/v1/factors/${id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${before}`, 'X-Supabase-Api-Version': '2024-01-01' },
    });
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'insufficient_aal']);
  });

  it('is slowed down, across challenges and sessions, also with tries made at once', async () => {
    const person = await givenPerson(salon);
    const { id: factorId, secret } = await addApp(await person.signIn());
    const code = wrongCode(secret);
    const clients = [await person.signIn(), await person.signIn()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => clients[at % 2]?.mfa.challengeAndVerify({ factorId, code })),
    );
    const codes = answers.map((answer) => answer?.error?.code);
    expect(codes.filter((found) => found === 'mfa_verification_failed').length).toBeLessThanOrEqual(5);
    expect(codes.filter((found) => found === 'over_request_rate_limit').length).toBeGreaterThanOrEqual(7);
    // Even the right code waits.
    const late = await clients[0]?.mfa.challengeAndVerify({ factorId, code: appCode(secret) });
    expect(late).toEqual(refused(429, 'over_request_rate_limit'));
    expect(late?.error?.message).toMatch(/Please wait \d+ (second|minute)s?, or choose a new password/);
  });

  it('cannot keep the owner of other devices out: a right code forgives the failures', async () => {
    const person = await givenPerson(salon);
    const { id: factorId, secret } = await addApp(await person.signIn());
    const thief = await person.signIn();
    for (let tries = 0; tries < 4; tries += 1)
      await thief.mfa.challengeAndVerify({ factorId, code: wrongCode(secret) });
    const owner = await person.signIn();
    expect((await owner.mfa.challengeAndVerify({ factorId, code: appCode(secret) })).error).toBeNull();
    const next = await person.signIn();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await next.mfa.challengeAndVerify({ factorId, code: wrongCode(secret) })).toEqual(
        refused(422, 'mfa_verification_failed'),
      );
  });
});

describe('the list of factors', () => {
  it('has each name once, replaces what was given up, and ends at ten', async () => {
    const client = await (await givenPerson(salon)).signIn();
    const first = await enrolled(client, 'Phone');
    const second = await enrolled(client, 'Phone');
    expect(second.id).not.toBe(first.id);
    expect((await client.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([second.id]);
    const code = appCode(second.totp.secret);
    expect((await client.mfa.challengeAndVerify({ factorId: second.id, code })).error).toBeNull();
    expect(await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).toEqual(
      refused(422, 'mfa_factor_name_conflict'),
    );
    for (let count = 1; count < 10; count += 1) await enrolled(client, `Phone ${count}`);
    expect(await client.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })).toEqual(
      refused(422, 'too_many_enrolled_mfa_factors'),
    );
    salon.setClock(new Date(NOW.getTime() + 3_500_000));
    expect(await client.mfa.enroll({ factorType: 'totp' })).toEqual(
      refused(422, 'too_many_enrolled_mfa_factors'),
    );
    salon.setClock(NOW);
    await salon.database.pool.query(
      `update accounts.factors set created_at = created_at - interval '61 minutes' where status = 'unverified'`,
    );
    await enrolled(client, 'An hour later');
    const names = (await client.mfa.listFactors()).data?.all.map((factor) => factor.friendly_name).sort();
    expect(names).toEqual(['An hour later', 'Phone']);
  });

  it('gets shorter when a factor is removed', async () => {
    const client = await (await givenPerson(salon)).signIn();
    const { id: factorId } = await addApp(client);
    expect(await client.mfa.unenroll({ factorId })).toEqual({ data: { id: factorId }, error: null });
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
    expect(await client.mfa.unenroll({ factorId })).toEqual(refused(404, 'mfa_factor_not_found'));
  });
});

describe('a call that makes no sense', () => {
  it.each([
    ['a kind of factor that is not offered', '/factors', { factor_type: 'webauthn' }],
    ['a name that is too long', '/factors', { factor_type: 'totp', friendly_name: 'x'.repeat(121) }],
    ['a phone that is none', '/factors', { factor_type: 'phone', phone: '12' }],
    ['an id that is none', '/factors/1/challenge', {}],
    [
      'a code without its challenge',
      '/factors/5f0ed8ea-1b1c-4f7a-b6bd-8f3c2b6a4b7e/verify',
      { code: '123456' },
    ],
  ])('is refused: %s', async (_, path, body) => {
    const client = await (await givenPerson(salon)).signIn();
    const token = (await client.getSession()).data.session?.access_token;
    const answer = await salon.http.send({
      method: 'POST',
      path: `/auth/v1${path}`,
      body,
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([answer.status, (answer.json as { error_code?: string }).error_code]).toEqual([
      400,
      'validation_failed',
    ]);
  });

  it.each(['/factors', '/factors/5f0ed8ea-1b1c-4f7a-b6bd-8f3c2b6a4b7e/challenge'])(
    'is refused without a session: %s',
    async (path) => {
      const answer = await salon.post(`/auth/v1${path}`, { factor_type: 'totp' });
      expect([answer.status, (answer.json as { error_code?: string }).error_code]).toEqual([
        401,
        'no_authorization',
      ]);
    },
  );
});
