import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticatorApps, textsTo } from '../../support/accounts/codes.ts';
import { type Client, givenPerson } from '../../support/accounts/signed-in.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

/** The beginning of a code's half minute, so that a code is still taken some seconds later. */
const NOW = new Date(Math.floor(Date.now() / 30_000) * 30_000);
const apps = authenticatorApps(NOW);
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({ now: NOW, settings: { TRUST_PROXY: '1' } });
});
afterAll(() => salon.stop());

const from = (userAgent: string, address = '198.51.100.7') => ({ userAgent, address });
async function get(client: Client, path: string, address = '198.51.100.7') {
  const token = (await client.getSession()).data.session?.access_token ?? '';
  return salon.get(path, { token, headers: { 'X-Forwarded-For': address } });
}
async function end(client: Client, id: string) {
  const token = (await client.getSession()).data.session?.access_token ?? '';
  const headers = { Authorization: `Bearer ${token}` };
  return salon.http.send({ method: 'DELETE', path: `/api/account/sessions/${id}`, headers });
}
interface Listed {
  readonly id: string;
  readonly device: string;
  readonly place: string;
  readonly current: boolean;
}

describe("a user's own account", () => {
  it('tells names, address, factors, passkeys and codes', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn();
    const { data: phone } = await client.mfa.enroll({ factorType: 'phone', phone: '+19255550123' });
    const app = await apps.add(client, 'My phone');
    const { status, json } = await get(client, '/api/account');
    expect([status, json]).toEqual([
      200,
      {
        id: person.userId,
        email: person.email,
        first_name: 'Ada',
        last_name: 'Lovelace',
        role: null,
        factors: expect.arrayContaining([
          {
            id: phone?.id,
            factor_type: 'phone',
            status: 'unverified',
            friendly_name: '',
            phone: '+19255550123',
            created_at: NOW.toISOString(),
          },
          {
            id: app.id,
            factor_type: 'totp',
            status: 'verified',
            friendly_name: 'My phone',
            created_at: NOW.toISOString(),
          },
        ]),
        passkeys: [],
        recovery_codes_left: 0,
        calendar_address_since: null,
      },
    ]);
  });

  it('lists where it is signed in, and signs out there', async () => {
    const person = await givenPerson(salon);
    const desk = await person.signIn(from(DESK));
    const phone = await person.signIn(from(PHONE, '203.0.113.9'));
    const sessions = (await get(desk, '/api/account/sessions')).json as Listed[];
    const own = sessions.find(({ current }) => current);
    expect(own).toMatchObject({ device: 'Chrome on Windows', place: 'this place' });
    const other = sessions.find(({ device }) => device === 'Safari on iPhone');
    expect(other).toMatchObject({ place: 'another place', current: false });
    // Signing up began one, too.
    expect(sessions).toHaveLength(3);

    expect((await end(desk, other?.id ?? '')).status).toBe(204);
    expect((await end(desk, other?.id ?? '')).status).toBe(404);
    expect((await phone.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    expect((await phone.refreshSession()).error).not.toBeNull();
    expect(((await get(desk, '/api/account/sessions')).json as Listed[]).map(({ id }) => id)).not.toContain(
      other?.id,
    );
  });

  it("signs nobody else's sessions out", async () => {
    const [one, other] = [await givenPerson(salon), await givenPerson(salon)];
    const [client, stranger] = [await one.signIn(), await other.signIn()];
    const [session] = (await get(client, '/api/account/sessions')).json as Listed[];
    expect((await end(stranger, session?.id ?? '')).status).toBe(404);
    expect((await client.getUser()).error).toBeNull();
  });

  it('lists the last 20 sign-ins and tries, the newest first', async () => {
    const person = await givenPerson(salon);
    const client = await person.signIn(from(DESK));
    salon.setClock(new Date(NOW.getTime() + 1_000));
    const app = await apps.add(client);
    salon.setClock(new Date(NOW.getTime() + 2_000));
    await client.mfa.challengeAndVerify({ factorId: app.id, code: apps.wrongCode(app.secret) });
    salon.setClock(new Date(NOW.getTime() + 3_000));
    await client.mfa.unenroll({ factorId: app.id });
    const { json } = await get(client, '/api/account/sign-ins');
    const list = json as { kind: string; method: string | null; device: string; place: string }[];
    expect(list.slice(0, 3).map(({ kind, method }) => [kind, method])).toEqual([
      ['second-factor-removed', 'totp'],
      ['second-factor-failed', 'totp'],
      ['second-factor-added', 'totp'],
    ]);
    await client.signOut({ scope: 'others' });
    await client.resetPasswordForEmail(person.email);
    await client.mfa.recoveryCodes.verify({ code: 'ABCD-EFGH-IJKL' });
    const kinds = ((await get(client, '/api/account/sign-ins')).json as typeof list).map(
      ({ kind, method }) => `${kind} ${method}`,
    );
    expect(kinds).toEqual(
      expect.arrayContaining([
        'signed-out others',
        'recovery-asked null',
        'second-factor-failed recovery_code',
      ]),
    );
    expect(list.find(({ device }) => device === 'Chrome on Windows')).toMatchObject({ place: 'this place' });
    for (let count = 0; count < 20; count += 1) await person.signIn();
    expect((await get(client, '/api/account/sign-ins')).json).toHaveLength(20);
    salon.setClock(NOW);
  });
});

it('keeps the secrets of factors and every code out of the tables and the log', async () => {
  const person = await givenPerson(salon);
  const client = await person.signIn();
  const app = await apps.add(client);
  const { data: phone } = await client.mfa.enroll({ factorType: 'phone', phone: '+19255550177' });
  const { data: asked } = await client.mfa.challenge({ factorId: phone?.id ?? '', channel: 'sms' });
  const [text] = await textsTo(salon.dataDir, '+19255550177');
  await client.mfa.verify({
    factorId: phone?.id ?? '',
    challengeId: asked?.id ?? '',
    code: text?.code ?? '',
  });
  const token = (await client.getSession()).data.session?.access_token ?? '';
  const { codes } = (await salon.post('/api/account/recovery-codes', undefined, { token })).json as {
    codes: string[];
  };
  await client.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });

  const { pool } = salon.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('accounts', 'pgboss', 'public', 'sealing') and table_type = 'BASE TABLE'`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['accounts.factors', 'accounts.recovery_codes']),
  );
  const dumps = await Promise.all(
    tables.map(
      async ({ name }) => (await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows,
    ),
  );
  const stored = dumps
    .flat()
    .map(({ row }) => row)
    .join('\n')
    .toLowerCase();
  const logged = salon.logged.join('\n').toLowerCase();
  const secrets = [
    app.secret,
    Secret.fromBase32(app.secret).hex,
    text?.code ?? '',
    ...codes,
    ...codes.map((code) => code.replaceAll('-', '')),
    ...codes.map((code) => Buffer.from(code).toString('hex')),
  ].map((secret) => secret.toLowerCase());
  expect(secrets.every((secret) => secret.length >= 6)).toBe(true);
  // A value in clear must be found, or the search would prove nothing.
  expect(stored).toContain(person.email);
  const sixDigits = text?.code ?? '';
  for (const secret of secrets.filter((other) => other !== sixDigits)) {
    expect(stored).not.toContain(secret);
    expect(logged).not.toContain(secret);
  }
  // Six digits alone can be part of any number or hash: as a value of their own they would stand between other signs.
  const alone = new RegExp(`(?<![0-9a-f.])${sixDigits}(?![0-9a-f])`);
  expect(logged).not.toMatch(alone);
  expect(dumps.flat().filter(({ row }) => new RegExp(`[(,"]${sixDigits}[),"]`).test(row))).toEqual([]);
});
