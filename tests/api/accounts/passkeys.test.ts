import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Session } from '@supabase/auth-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { authClient } from '../../support/accounts/auth-client.ts';
import { authenticatorApps } from '../../support/accounts/codes.ts';
import { type Client, givenPerson } from '../../support/accounts/signed-in.ts';
import { type Flaws, SoftwareAuthenticator } from '../../support/accounts/software-authenticator.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

const NOW = new Date();
const apps = authenticatorApps(NOW);
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';

let salon: TestSalon;
let origin: string;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
  origin = `http://localhost:${new URL(salon.url).port}`;
});
afterAll(() => salon.stop());
afterEach(() => salon.setClock(NOW));

/** The client names the same shape by its own, narrower types. */
type Answer = Parameters<Client['passkey']['verifyRegistration']>[0]['credential'];

const refused = (status: number, code: string) => ({
  data: null,
  error: expect.objectContaining({ status, code }),
});
const FAILED = refused(422, 'webauthn_verification_failed');

async function asked(client: Client) {
  const { data, error } = await client.passkey.startRegistration();
  if (error) throw error;
  return {
    id: data.challenge_id,
    options: data.options as unknown as PublicKeyCredentialCreationOptionsJSON,
  };
}
async function askedToSignIn(client: Client) {
  const { data, error } = await client.passkey.startAuthentication();
  if (error) throw error;
  return { id: data.challenge_id, options: data.options as unknown as PublicKeyCredentialRequestOptionsJSON };
}
async function register(client: Client, authenticator: SoftwareAuthenticator, flaws: Flaws = {}) {
  const { id: challengeId, options } = await asked(client);
  const credential = authenticator.create(options, flaws);
  const answer = await client.passkey.verifyRegistration({ challengeId, credential: credential as Answer });
  // The client knows nothing of a session in this answer.
  if (answer.data) await client.setSession((answer.data as unknown as { session: Session }).session);
  return { credentialId: credential.id, ...answer };
}
async function signIn(authenticator: SoftwareAuthenticator, credentialId: string, flaws: Flaws = {}) {
  const client = authClient(salon);
  const { id: challengeId, options } = await askedToSignIn(client);
  const credential = authenticator.get(options, credentialId, flaws) as unknown as Answer;
  const answer = await client.passkey.verifyAuthentication({ challengeId, credential });
  return { client, ...answer };
}
const amrOf = async (client: Client) => {
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
  const methods = data?.currentAuthenticationMethods as { method: string }[];
  return [data?.currentLevel, ...methods.map(({ method }) => method)];
};

async function givenPasskey() {
  const person = await givenPerson(salon);
  const client = await person.signIn({ userAgent: MAC });
  const authenticator = new SoftwareAuthenticator(origin);
  const { data, error, credentialId } = await register(client, authenticator);
  if (error || !data) throw error;
  return { person, client, authenticator, credentialId, id: data.id, data };
}

describe('a passkey', () => {
  it('is asked for with the salon, its host and the user, and with a proof of who holds it', async () => {
    const person = await givenPerson(salon);
    const { options } = await asked(await person.signIn());
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: person.email, displayName: 'Ada Lovelace' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    const question = await askedToSignIn(authClient(salon));
    expect(question.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(question.options.allowCredentials ?? []).toEqual([]);
  });

  it('is named after the device, and is a second factor from then on', async () => {
    const { client, person, data } = await givenPasskey();
    expect(data).toMatchObject({ friendly_name: 'Safari on Mac', created_at: NOW.toISOString() });
    const { data: refreshed } = await client.refreshSession();
    expect(refreshed.user?.factors).toMatchObject([
      { id: data.id, factor_type: 'webauthn', status: 'verified', friendly_name: 'Safari on Mac' },
    ]);
    expect(await amrOf(client)).toEqual(['aal2', 'password', 'webauthn']);
    const level = (await (await person.signIn()).mfa.getAuthenticatorAssuranceLevel()).data;
    expect([level?.currentLevel, level?.nextLevel]).toEqual(['aal1', 'aal2']);
    const mails = await salon.database.pool.query(
      `select data from pgboss.job where data->>'userId' = $1 and data->>'kind' = 'factor-added'`,
      [person.userId],
    );
    expect(mails.rows).toHaveLength(1);
  });

  it('signs in without a password, at aal2, and ends the sessions with one factor', async () => {
    const { person, authenticator, credentialId } = await givenPasskey();
    const half = await person.signIn();
    const { client, data, error } = await signIn(authenticator, credentialId);
    expect([error, data?.user?.id]).toEqual([null, person.userId]);
    expect(await amrOf(client)).toEqual(['aal2', 'webauthn']);
    expect((await client.passkey.list()).data).toMatchObject([{ last_used_at: NOW.toISOString() }]);
    expect((await half.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    const token = data?.session?.access_token ?? '';
    const signIns = (await salon.get('/api/account/sign-ins', { token })).json as {
      kind: string;
      method: string;
    }[];
    expect(signIns).toContainEqual(expect.objectContaining({ kind: 'signed-in', method: 'webauthn' }));
  });

  it('is renamed and removed by its owner', async () => {
    const [{ client, id }, { client: stranger }] = [await givenPasskey(), await givenPasskey()];
    const renamed = await client.passkey.update({ passkeyId: id, friendlyName: ' My laptop ' });
    expect(renamed.data).toMatchObject({ id, friendly_name: 'My laptop' });
    expect((await client.passkey.update({ passkeyId: id, friendlyName: ' ' })).error).toMatchObject({
      code: 'validation_failed',
    });
    expect(await stranger.passkey.update({ passkeyId: id, friendlyName: 'Mine' })).toEqual(
      refused(404, 'webauthn_credential_not_found'),
    );
    expect(await stranger.passkey.delete({ passkeyId: id })).toEqual(refused(404, 'mfa_factor_not_found'));
    expect(await client.passkey.delete({ passkeyId: id })).toEqual({ data: null, error: null });
    expect((await client.passkey.list()).data).toEqual([]);
  });

  it('is neither added beside a second factor nor removed by somebody who knows only the password', async () => {
    const { person, id } = await givenPasskey();
    const thief = await person.signIn();
    expect(await thief.passkey.startRegistration()).toEqual(refused(403, 'insufficient_aal'));
    expect(await thief.passkey.delete({ passkeyId: id })).toEqual(refused(403, 'insufficient_aal'));
    expect(await thief.mfa.enroll({ factorType: 'totp' })).toEqual(refused(403, 'insufficient_aal'));
  });

  it('that was begun with one factor is not finished once there is a second', async () => {
    const person = await givenPerson(salon);
    const authenticator = new SoftwareAuthenticator(origin);
    const client = await person.signIn();
    const token = (await client.getSession()).data.session?.access_token ?? '';
    const { id, options } = await asked(client);
    await apps.add(client);
    const body = { challenge_id: id, credential: authenticator.create(options) };
    const answer = await salon.post('/auth/v1/passkeys/registration/verify', body, { token });
    expect([answer.status, (answer.json as { error_code: string }).error_code]).toEqual([
      403,
      'insufficient_aal',
    ]);
  });
});

describe('an answer of an authenticator', () => {
  const flaws: readonly (readonly [string, Flaws])[] = [
    ['whose holder is not verified', { isVerified: false }],
    ['for another site', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'salon.example' }],
    ['to another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ];

  it.each(flaws)('registers nothing: %s', async (_, flaw) => {
    const client = await (await givenPerson(salon)).signIn();
    const answer = await register(client, new SoftwareAuthenticator(origin), flaw);
    expect(answer).toMatchObject({
      data: null,
      error: { status: 422, code: 'webauthn_verification_failed' },
    });
    expect((await client.passkey.list()).data).toEqual([]);
  });

  it.each([
    ...flaws,
    ['of another user', { userHandle: Buffer.alloc(16, 7).toString('base64url') }] as const,
  ])('signs nobody in: %s', async (_, flaw) => {
    const { authenticator, credentialId } = await givenPasskey();
    const { data, error } = await signIn(authenticator, credentialId, flaw);
    expect({ data, error }).toEqual(FAILED);
  });

  it('signs nobody in when its counter shows a copy', async () => {
    const { authenticator, credentialId } = await givenPasskey();
    expect((await signIn(authenticator, credentialId, { counter: 10 })).error).toBeNull();
    expect(await signIn(authenticator, credentialId, { counter: 10 })).toMatchObject(FAILED);
    expect(await signIn(authenticator, credentialId, { counter: 9 })).toMatchObject(FAILED);
    expect((await signIn(authenticator, credentialId, { counter: 11 })).error).toBeNull();
  });

  it('may come from an authenticator that counts nothing', async () => {
    const { authenticator, credentialId } = await givenPasskey();
    expect((await signIn(authenticator, credentialId, { counter: 0 })).error).toBeNull();
    expect((await signIn(authenticator, credentialId, { counter: 0 })).error).toBeNull();
  });

  it('counts once, also when it is sent twice at the same time', async () => {
    const { authenticator, credentialId } = await givenPasskey();
    const client = authClient(salon);
    const { id: challengeId, options } = await askedToSignIn(client);
    const credential = authenticator.get(options, credentialId) as unknown as Answer;
    const answers = await Promise.all(
      [1, 2].map(() => authClient(salon).passkey.verifyAuthentication({ challengeId, credential })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(answers.find(({ error }) => error !== null)).toEqual(refused(422, 'webauthn_challenge_expired'));
  });

  it('must come within five minutes', async () => {
    const { authenticator, credentialId } = await givenPasskey();
    const client = authClient(salon);
    const { id: challengeId, options } = await askedToSignIn(client);
    const credential = authenticator.get(options, credentialId) as unknown as Answer;
    salon.setClock(new Date(NOW.getTime() + 300_000));
    expect(await client.passkey.verifyAuthentication({ challengeId, credential })).toEqual(
      refused(422, 'webauthn_challenge_expired'),
    );
  });

  it('belongs to its own question: a registration signs nobody in, nor registers with somebody else', async () => {
    const { authenticator, credentialId } = await givenPasskey();
    const [one, other] = [
      await (await givenPerson(salon)).signIn(),
      await (await givenPerson(salon)).signIn(),
    ];
    const { id: challengeId, options } = await asked(one);
    const credential = authenticator.create(options) as Answer;
    expect(await other.passkey.verifyRegistration({ challengeId, credential })).toEqual(
      refused(422, 'webauthn_challenge_expired'),
    );
    const question = { challenge: options.challenge, rpId: 'localhost' };
    const signing = authenticator.get(question, credentialId) as unknown as Answer;
    expect(
      await authClient(salon).passkey.verifyAuthentication({ challengeId, credential: signing }),
    ).toEqual(refused(422, 'webauthn_challenge_expired'));
    expect((await one.passkey.verifyRegistration({ challengeId, credential })).error).toBeNull();
  });

  it('by a credential that was removed signs nobody in, and counts no more where it has', async () => {
    const { id, authenticator, credentialId } = await givenPasskey();
    const { client } = await signIn(authenticator, credentialId);
    await client.passkey.delete({ passkeyId: id });
    await client.refreshSession();
    expect(await amrOf(client)).toEqual(['aal1', 'webauthn']);
    expect(await signIn(authenticator, credentialId)).toMatchObject(
      refused(404, 'webauthn_credential_not_found'),
    );
  });

  it.each([
    ['no credential', {}],
    ['a credential without a response', { credential: { id: 'AA', rawId: 'AA', type: 'public-key' } }],
    [
      'nonsense in it',
      {
        credential: {
          id: 'AA',
          rawId: 'AA',
          type: 'public-key',
          response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'A A' },
        },
      },
    ],
  ])('that makes no sense is refused: %s', async (_, body) => {
    const { id } = await askedToSignIn(authClient(salon));
    const answer = await salon.post('/auth/v1/passkeys/authentication/verify', { challenge_id: id, ...body });
    expect([answer.status, (answer.json as { error_code: string }).error_code]).toEqual([
      400,
      'validation_failed',
    ]);
  });
});

it('allows ten passkeys, and registers a credential once', async () => {
  const { client, person, authenticator, credentialId } = await givenPasskey();
  const { options } = await asked(client);
  expect(options.excludeCredentials).toMatchObject([{ id: credentialId, transports: ['internal'] }]);
  for (let count = 1; count < 10; count += 1)
    expect((await register(client, authenticator)).error).toBeNull();
  expect(await client.passkey.startRegistration()).toEqual(refused(422, 'too_many_passkeys'));
  const { rows } = await salon.database.pool.query(
    'select count(*)::int from accounts.passkeys where user_id = $1',
    [person.userId],
  );
  expect(rows).toEqual([{ count: 10 }]);
});
