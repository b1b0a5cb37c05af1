import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorApps, textsTo } from '../../support/accounts/codes.ts';
import { type Client, givenPerson } from '../../support/accounts/signed-in.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

const NOW = new Date();
const apps = authenticatorApps(NOW);
let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW });
});
afterAll(() => salon.stop());

let numbers = 0;
/** A number that no other test has. */
const freshNumber = () => `+1925555${String(1000 + numbers++)}`;
const refused = (status: number, code: string) => ({
  data: null,
  error: expect.objectContaining({ status, code }),
});
const later = (ms: number) => salon.setClock(new Date(NOW.getTime() + ms));
/** Makes the texts so much older; the counts go by the database's clock. */
const age = (seconds: number) =>
  salon.database.pool.query(
    `update usage_counts set uses = (select jsonb_object_agg(key, jsonb_set(value, '{0}',
       to_jsonb((value->>0)::float8 - $1::float8))) from jsonb_each(uses))`,
    [seconds],
  );

async function enrolled(client: Client, phone: string) {
  const { data, error } = await client.mfa.enroll({ factorType: 'phone', friendlyName: phone, phone });
  if (error) throw error;
  return data;
}
async function asked(client: Client, factorId: string) {
  const { data, error } = await client.mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data;
}
/** @returns the factor of a number whose first code came back */
async function verified(client: Client, phone: string): Promise<string> {
  const { id: factorId } = await enrolled(client, phone);
  const { id: challengeId } = await asked(client, factorId);
  const { error } = await client.mfa.verify({ factorId, challengeId, code: await lastCode(phone) });
  if (error) throw error;
  return factorId;
}
const lastCode = async (phone: string) => (await textsTo(salon.dataDir, phone)).at(-1)?.code ?? '';

describe('a phone', () => {
  // Spec: 7.auth-factors
  it('is added by its number in any spelling, and counts after the code that is sent to it', async () => {
    const client = await (await givenPerson(salon)).signIn();
    const { data: factor } = await client.mfa.enroll({ factorType: 'phone', phone: '(925) 555-0199' });
    expect(factor).toMatchObject({ type: 'phone', phone: '+19255550199' });
    const factorId = factor?.id ?? '';
    const { id: challengeId, type, expires_at } = await asked(client, factorId);
    expect([type, expires_at]).toEqual(['phone', Math.floor(NOW.getTime() / 1000) + 300]);
    const [sent, ...others] = await textsTo(salon.dataDir, '+19255550199');
    expect(others).toEqual([]);
    expect(sent?.text).toMatch(/^\d{6} is your code for /);
    expect(sent?.text.trim()).toMatch(/\n@localhost:\d+ #\d{6}$/);

    const { data, error } = await client.mfa.verify({ factorId, challengeId, code: ` ${sent?.code}` });
    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([
      { factor_type: 'phone', status: 'verified', phone: '+19255550199' },
    ]);
    const level = (await client.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(level?.currentLevel).toBe('aal2');
    expect(level?.currentAuthenticationMethods.map((entry) => (entry as { method: string }).method)).toEqual([
      'password',
      'mfa/phone',
    ]);
    expect(await client.mfa.enroll({ factorType: 'phone', phone: '925 555 0199' })).toEqual(
      refused(422, 'mfa_verified_factor_exists'),
    );
  });

  it('is told to whoever knows the password alone by its end, and whole once its code has come back', async () => {
    const person = await givenPerson(salon);
    const phone = freshNumber();
    const factorId = await verified(await person.signIn(), phone);
    const client = await person.signIn();
    const told = async () => {
      const { data } = await client.getUser();
      const kept = (await client.getSession()).data.session?.user;
      return [data.user, kept].map((user) => (user?.factors as { phone?: string }[] | undefined)?.[0]?.phone);
    };
    const ending = `(•••) •••-${phone.slice(-4)}`;
    expect(await told()).toEqual([ending, ending]);
    await age(61);
    const { id: challengeId } = await asked(client, factorId);
    await client.mfa.verify({ factorId, challengeId, code: await lastCode(phone) });
    expect(await told()).toEqual([phone, phone]);
  });

  it('gets codes that work once, for their challenge, within five minutes', async () => {
    const phone = freshNumber();
    const client = await (await givenPerson(salon)).signIn();
    const { id: factorId } = await enrolled(client, phone);
    const { id: challengeId } = await asked(client, factorId);
    const code = await lastCode(phone);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await client.mfa.verify({ factorId, challengeId, code: wrong })).toEqual(
      refused(422, 'mfa_verification_failed'),
    );
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
    expect(await client.mfa.verify({ factorId, challengeId, code })).toEqual(
      refused(422, 'mfa_challenge_expired'),
    );

    await age(61);
    const next = await asked(client, factorId);
    const nextCode = await lastCode(phone);
    later(300_000);
    expect(await client.mfa.verify({ factorId, challengeId: next.id, code: nextCode })).toEqual(
      refused(422, 'mfa_challenge_expired'),
    );
    later(299_999);
    expect((await client.mfa.verify({ factorId, challengeId: next.id, code: nextCode })).error).toBeNull();
    later(0);
  });

  it('has one code on its way for each user: the next one waits a minute and ends the last', async () => {
    const phone = freshNumber();
    const client = await (await givenPerson(salon)).signIn();
    const { id: factorId } = await enrolled(client, phone);
    const at_once = await Promise.all(
      [1, 2, 3].map(() => client.mfa.challenge({ factorId, channel: 'sms' })),
    );
    expect(at_once.filter(({ error }) => error === null).length).toBeLessThanOrEqual(1);
    await age(61);
    const first = await asked(client, factorId);
    const code = await lastCode(phone);
    const soon = await client.mfa.challenge({ factorId, channel: 'sms' });
    expect(soon).toEqual(refused(429, 'over_sms_send_rate_limit'));
    expect(soon.error?.message).toMatch(/^Please wait \d+ seconds before asking for another code\.$/);
    await age(61);
    await asked(client, factorId);
    expect(await client.mfa.verify({ factorId, challengeId: first.id, code })).toEqual(
      refused(422, 'mfa_challenge_expired'),
    );
  });

  it('works for its owner, even if strangers add the same number', async () => {
    const phone = freshNumber();
    const client = await (await givenPerson(salon)).signIn();
    const factorId = await verified(client, phone);
    const strangers = [await (await givenPerson(salon)).signIn(), await (await givenPerson(salon)).signIn()];
    const own = await asked(client, factorId);
    const code = await lastCode(phone);
    let sent = 0;
    for (const stranger of strangers) {
      const { id } = await enrolled(stranger, phone);
      for (let count = 0; count < 2; count += 1) {
        const { error } = await stranger.mfa.challenge({ factorId: id, channel: 'sms' });
        sent += error === null ? 1 : 0;
        await age(61);
      }
    }
    // The first text, which added it, is the third.
    expect(sent).toBe(2);
    expect((await client.mfa.verify({ factorId, challengeId: own.id, code })).error).toBeNull();
    await asked(client, factorId);
  });

  it('gets five codes an hour', async () => {
    const phone = freshNumber();
    const client = await (await givenPerson(salon)).signIn();
    const factorId = await verified(client, phone);
    for (let count = 0; count < 5; count += 1) {
      await asked(client, factorId);
      await age(61);
    }
    const sixth = await client.mfa.challenge({ factorId, channel: 'sms' });
    expect(sixth).toEqual(refused(429, 'over_sms_send_rate_limit'));
    expect(sixth.error?.message).toMatch(/^Please wait \d+ minutes/);
    await age(3_600);
    await asked(client, factorId);
  });

  it('costs the salon at most eight texts an hour for one user, to one number or several', async () => {
    const client = await (await givenPerson(salon)).signIn();
    const factors = [];
    for (let count = 0; count < 9; count += 1) factors.push(await enrolled(client, freshNumber()));
    for (const { id } of factors.slice(0, 8)) await asked(client, id);
    expect(await client.mfa.challenge({ factorId: factors[8]?.id ?? '', channel: 'sms' })).toEqual(
      refused(429, 'over_sms_send_rate_limit'),
    );
  });

  it('can be tried again at once when the text could not be sent', async () => {
    const phone = freshNumber();
    const client = await (await givenPerson(salon)).signIn();
    const { id: factorId } = await enrolled(client, phone);
    const folder = join(salon.dataDir, 'sms');
    await rename(folder, `${folder}.away`);
    await writeFile(folder, 'a file in the place of the folder');
    const failed = await client.mfa.challenge({ factorId, channel: 'sms' });
    expect(failed).toEqual(refused(422, 'sms_send_failed'));
    await rename(folder, `${folder}.file`);
    await rename(`${folder}.away`, folder);
    await asked(client, factorId);
    expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('gets no code in a country that the salon texts nobody in, whenever it was added', async () => {
    const client = await (await givenPerson(salon)).signIn();
    const abroad = '+442079460958';
    const { error } = await client.mfa.enroll({ factorType: 'phone', phone: abroad });
    expect(error).toMatchObject({ status: 422, code: 'phone_country_not_served' });
    expect(error?.message).toMatch(/^No codes are texted to numbers of this country or kind\./);
    const factorId = await verified(client, freshNumber());
    await salon.database.pool.query('update accounts.factors set phone = $2 where id = $1', [
      factorId,
      abroad,
    ]);
    expect(await client.mfa.challenge({ factorId, channel: 'sms' })).toEqual(
      refused(422, 'phone_country_not_served'),
    );
    expect(await textsTo(salon.dataDir, abroad)).toEqual([]);
  });

  it('gets no call: codes are texts', async () => {
    const client = await (await givenPerson(salon)).signIn();
    const { id: factorId } = await enrolled(client, freshNumber());
    expect(await client.mfa.challenge({ factorId, channel: 'whatsapp' })).toEqual(
      refused(400, 'validation_failed'),
    );
  });
});

describe('removing a second factor', () => {
  const levelOf = async (client: Client) => {
    await client.refreshSession();
    const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
    return [data?.currentLevel, data?.nextLevel];
  };

  it('lowers every session that has shown it, and tells the owner', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    const app = await apps.add(client);
    const other = await person.signIn();
    await other.mfa.challengeAndVerify({ factorId: app.id, code: apps.codeOf(app.secret) });
    const before = (await other.getSession()).data.session?.access_token ?? '';
    await client.mfa.unenroll({ factorId: app.id });
    for (const session of [client, other]) expect(await levelOf(session)).toEqual(['aal1', 'aal1']);

    // Another factor asks for a proof again, whatever the token of before says.
    const next = await apps.add(client, 'Next');
    const answer = await salon.http.send({
      method: 'DELETE',
      path: `/auth/v1/factors/${next.id}`,
      headers: { Authorization: `Bearer ${before}` },
    });
    expect(answer).toMatchObject({ status: 403 });
    const { rows } = await salon.database.pool.query<{ kind: string }>(
      `select data->>'kind' as kind from pgboss.job where data->>'userId' = $1 and data->>'kind' like 'factor-%'
        order by created_on`,
      [person.userId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['factor-added', 'factor-removed', 'factor-added']);
  });

  it('leaves a session as sure as another one makes it that was shown, too', async () => {
    const client = await (await givenPerson(salon)).signIn();
    const app = await apps.add(client);
    const phone = freshNumber();
    const factorId = await verified(client, phone);
    await client.mfa.unenroll({ factorId: app.id });
    expect(await levelOf(client)).toEqual(['aal2', 'aal2']);
    await client.mfa.unenroll({ factorId });
    expect(await levelOf(client)).toEqual(['aal1', 'aal1']);
  });
});
