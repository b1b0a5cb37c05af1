import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authClient } from '../../support/accounts/auth-client.ts';
import { authenticatorApps, textsTo } from '../../support/accounts/codes.ts';
import { type Client, givenPerson } from '../../support/accounts/signed-in.ts';
import { SoftwareAuthenticator } from '../../support/accounts/software-authenticator.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** After a second factor is shown, a session has one line of refresh tokens: the new one. */

const NOW = new Date();
const apps = authenticatorApps(NOW);
const PHONE = '+19255550177';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
});
afterAll(() => salon.stop());

/** The steps of each way, without the call that raises the session. */
const WAYS: Readonly<Record<string, (client: Client) => Promise<() => Promise<unknown>>>> = {
  async 'an authenticator app'(client) {
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const code = apps.codeOf(data?.totp.secret ?? '');
    return () => client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
  },
  async 'a code by text'(client) {
    const { data } = await client.mfa.enroll({ factorType: 'phone', phone: PHONE });
    const factorId = data?.id ?? '';
    const { data: asked } = await client.mfa.challenge({ factorId, channel: 'sms' });
    const [text] = await textsTo(salon.dataDir, PHONE);
    return () => client.mfa.verify({ factorId, challengeId: asked?.id ?? '', code: text?.code ?? '' });
  },
  async 'a recovery code'(client) {
    await apps.add(client);
    const token = (await client.getSession()).data.session?.access_token ?? '';
    const { json } = await salon.post('/api/account/recovery-codes', undefined, { token });
    const [code = ''] = (json as { codes: string[] }).codes;
    return () => client.mfa.recoveryCodes.verify({ code });
  },
  async 'a new passkey'(client) {
    const { data } = await client.passkey.startRegistration();
    const options = data?.options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const credential = new SoftwareAuthenticator(salon.url.replace('127.0.0.1', 'localhost')).create(options);
    return async () => {
      const challengeId = data?.challenge_id ?? '';
      const answer = await client.passkey.verifyRegistration({
        challengeId,
        credential: credential as Parameters<typeof client.passkey.verifyRegistration>[0]['credential'],
      });
      return client.setSession((answer.data as unknown as { session: Session }).session);
    };
  },
};

it.each(Object.keys(WAYS))('takes no refresh token of before: %s', async (way) => {
  const client = await (await givenPerson(salon)).signIn();
  const raise = await WAYS[way]?.(client);
  const { refresh_token = '' } = (await client.getSession()).data.session ?? {};
  await raise?.();
  const thief = await authClient(salon).refreshSession({ refresh_token });
  expect(thief.error).toMatchObject({ code: 'refresh_token_not_found' });
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
});
