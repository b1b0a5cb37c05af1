import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  authClient,
  browserStorage,
  mailedToken,
  NAMED,
  openLink,
} from '../../support/accounts/auth-client.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

const ADDRESS = '203.0.113.77';
let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon({
    now: new Date(),
    settings: { TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '1000' },
  });
});
afterAll(() => salon.stop());

/** Every row of every table that isn't Postgres's own, as text; bytes as hexadecimal digits. */
async function everything(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['accounts.users', 'pgboss.job']));
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** All ways in which a secret could be written down. */
const writings = (secret: string) => {
  const bytes = [Buffer.from(secret), Buffer.from(secret, 'base64url')].filter(({ length }) => length > 8);
  return [
    secret,
    encodeURIComponent(secret),
    ...bytes.map((b) => b.toString('hex')),
    ...bytes.map((b) => b.toString('base64')),
  ];
};

it('keeps no password, token, code or address in clear, in no table and no log line', async () => {
  const secrets = new Map<string, string>();
  const passwords = ['Bluebird-7-lantern', 'Wrong-6-guess-typed', 'Copper-9-meadow'] as const;
  const [password, wrong, next] = passwords;
  for (const text of passwords) secrets.set(`password ${text}`, text);
  secrets.set('network address', ADDRESS);

  const storage = browserStorage();
  const client = authClient(salon, { storage, address: ADDRESS });
  const email = 'secretive@example.com';
  await client.signUp({ email, password, options: NAMED });
  const verifiers = [...storage.kept.values()].flatMap((value) => value.match(/[\w~.-]{40,}/g) ?? []);
  expect(verifiers.length).toBeGreaterThan(0);
  for (const [n, verifier] of verifiers.entries()) secrets.set(`code verifier ${n}`, verifier);
  const link = await mailedToken(salon, email, 'signup');
  secrets.set('confirmation link', link);
  const code = (await openLink(salon, link, 'signup')).searchParams.get('code') ?? '';
  secrets.set('code', code);

  const keep = (
    which: string,
    session: { access_token: string; refresh_token: string } | null | undefined,
  ) => {
    secrets.set(`${which} access token`, session?.access_token ?? '');
    secrets.set(`${which} refresh token`, session?.refresh_token ?? '');
  };
  keep('first', (await client.exchangeCodeForSession(code)).data.session);
  keep('second', (await client.refreshSession()).data.session);
  await client.signInWithPassword({ email, password: wrong });
  await client.resetPasswordForEmail(email);
  secrets.set('recovery link', await mailedToken(salon, email, 'recovery'));
  await client.updateUser({ password: next, current_password: password });
  // A client that can't hash sends the verifier itself.
  const code_challenge = 'verifier-of-a-client-on-a-page-without-tls-0123';
  secrets.set('plain verifier', code_challenge);
  const body = { email, code_challenge, code_challenge_method: 'plain' };
  const asked = await salon.http.send({ method: 'POST', path: '/auth/v1/recover', body });
  expect(asked.status).toBe(200);

  expect([...secrets].filter(([, secret]) => secret.length < 8)).toEqual([]);
  const stored = await everything(salon.database.pool);
  expect(stored).toContain(email);
  const logged = salon.logged.join('\n');
  expect(logged).toContain('/auth/v1/token');
  const found = [...secrets].flatMap(([name, secret]) =>
    writings(secret).flatMap((text) => [
      ...(stored.includes(text) ? [`${name} is stored`] : []),
      ...(logged.includes(text) ? [`${name} is logged`] : []),
    ]),
  );
  expect(found).toEqual([]);
  expect(logged).not.toContain(email);
});
