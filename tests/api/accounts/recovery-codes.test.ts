import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorApps } from '../../support/accounts/codes.ts';
import { type Client, givenPerson } from '../../support/accounts/signed-in.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

const NOW = new Date();
const apps = authenticatorApps(NOW);

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
});
afterAll(() => salon.stop());

const tokenOf = async (client: Client) => (await client.getSession()).data.session?.access_token ?? '';
const renewed = async (client: Client) =>
  salon.post('/api/account/recovery-codes', undefined, { token: await tokenOf(client) });
const codesOf = (answer: { readonly json: unknown }) => (answer.json as { codes: string[] }).codes;
const left = async (client: Client) => {
  const { json } = await salon.get('/api/account', { token: await tokenOf(client) });
  return (json as { recovery_codes_left: number }).recovery_codes_left;
};
const enter = (client: Client, code: string) => client.mfa.recoveryCodes.verify({ code });
const refused = (status: number, code: string) => ({
  data: null,
  error: expect.objectContaining({ status, code }),
});

/** Somebody with an authenticator app and recovery codes. */
async function givenCodes() {
  const person = await givenPerson(salon);
  const client = await person.signIn();
  // An earlier answer for this session must not be repeated later.
  expect(await left(client)).toBe(0);
  const app = await apps.add(client);
  const answer = await renewed(client);
  expect(answer.status).toBe(200);
  return { person, client, app, codes: codesOf(answer) };
}

describe('recovery codes', () => {
  it('are ten, and each raises one session instead of the second factor', async () => {
    const { person, client: first, codes } = await givenCodes();
    expect(codes).toHaveLength(10);
    expect(await left(first)).toBe(10);

    const client = await person.signIn();
    const { data, error } = await enter(client, ` ${codes[0]?.toUpperCase().replaceAll('-', ' ')} `);
    expect([error, data?.user.id]).toEqual([null, person.userId]);
    const level = (await client.mfa.getAuthenticatorAssuranceLevel()).data;
    expect([level?.currentLevel, level?.currentAuthenticationMethods]).toEqual([
      'aal2',
      [expect.objectContaining({ method: 'password' }), expect.objectContaining({ method: 'recovery_code' })],
    ]);
    expect(await left(client)).toBe(9);
    expect(await enter(await person.signIn(), codes[0] ?? '')).toEqual(
      refused(422, 'mfa_verification_failed'),
    );
  });

  it('work at the shorter address, too', async () => {
    const { person, codes } = await givenCodes();
    const token = await tokenOf(await person.signIn());
    const answer = await salon.post('/auth/v1/recovery-codes/verify', { code: codes[3] }, { token });
    expect([answer.status, (answer.json as { token_type?: string }).token_type]).toEqual([200, 'bearer']);
  });

  it('let one of two in who enter the same one at the same time', async () => {
    const { person, codes } = await givenCodes();
    const clients = [await person.signIn(), await person.signIn()];
    const answers = await Promise.all(clients.map((client) => enter(client, codes[5] ?? '')));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it('are replaced all at once', async () => {
    const { person, client, codes } = await givenCodes();
    const fresh = codesOf(await renewed(client));
    expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
    const other = await person.signIn();
    expect(await enter(other, codes[1] ?? '')).toEqual(refused(422, 'mfa_verification_failed'));
    expect((await enter(other, fresh[1] ?? '')).error).toBeNull();
  });

  it("are nobody else's", async () => {
    const { codes } = await givenCodes();
    const other = await givenCodes();
    expect(await enter(await other.person.signIn(), codes[0] ?? '')).toEqual(
      refused(422, 'mfa_verification_failed'),
    );
  });

  it('are not given to somebody who knows only the password', async () => {
    const { person } = await givenCodes();
    const answer = await renewed(await person.signIn());
    expect([answer.status, (answer.json as { code?: string }).code]).toEqual([403, 'second-factor-required']);
  });

  it('need a second factor to stand in for, and go with it', async () => {
    const none = await renewed(await (await givenPerson(salon)).signIn());
    expect([none.status, (none.json as { code?: string }).code]).toEqual([409, 'no-second-factor']);
    const { person, client, app, codes } = await givenCodes();
    expect((await client.mfa.unenroll({ factorId: app.id })).error).toBeNull();
    expect(await left(client)).toBe(0);
    expect(await enter(await person.signIn(), codes[0] ?? '')).toEqual(
      refused(422, 'mfa_verification_failed'),
    );
  });

  it('are guessed at slowly, apart from the second factor', async () => {
    const { person, app, codes } = await givenCodes();
    const client = await person.signIn();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await enter(client, `0000-0000-000${tries}`)).toEqual(refused(422, 'mfa_verification_failed'));
    expect(await enter(client, codes[0] ?? '')).toEqual(refused(429, 'mfa_recovery_codes_locked'));
    const code = apps.codeOf(app.secret);
    expect((await client.mfa.challengeAndVerify({ factorId: app.id, code })).error).toBeNull();
  });
});
