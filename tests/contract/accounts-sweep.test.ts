import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPasskeyChallenge } from '../../src/features/accounts/factors/passkey-ceremonies.ts';
import { addOneTimeToken } from '../../src/features/accounts/mails/one-time-tokens.ts';
import { hashOfToken, newToken } from '../../src/features/accounts/sessions/secret-tokens.ts';
import { sweepAccounts } from '../../src/features/accounts/sweep.ts';
import { grantRole } from '../../src/features/accounts/users/staff.ts';
import { addUser, userById } from '../../src/features/accounts/users/users.ts';
import { givenAccountsWorld } from '../support/accounts/accounts-world.ts';

let world: Awaited<ReturnType<typeof givenAccountsWorld>>;
beforeAll(async () => {
  world = await givenAccountsWorld();
});
afterAll(() => world.database.drop());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const sweep = () => sweepAccounts(world.pool, world.now());
const count = async (table: string) =>
  Number((await world.pool.query(`select count(*) from accounts.${table}`)).rows[0].count);

async function unconfirmed(): Promise<string> {
  const id = randomUUID();
  const names = { firstName: '', lastName: '' };
  const email = `${id}@example.com`;
  const user = { id, email, passwordHash: null, emailConfirmedAt: null, ...names, createdAt: world.now() };
  await addUser(world.pool, user);
  return id;
}

const linkOf = (userId: string) =>
  addOneTimeToken(world.pool, {
    id: randomUUID(),
    hash: hashOfToken(newToken()),
    userId,
    kind: 'recovery',
    email: null,
    formerEmail: null,
    codeChallenge: null,
    password: null,
    names: null,
    redirectTo: '/',
    createdAt: world.now(),
    expiresAt: new Date(world.now().getTime() + HOUR),
  });

it('removes links a day after they have expired', async () => {
  await linkOf(await world.user());
  world.pass(DAY);
  await sweep();
  expect(await count('one_time_tokens')).toBe(1);
  world.pass(HOUR + 1);
  await sweep();
  expect(await count('one_time_tokens')).toBe(0);
});

it('removes the questions to passkeys that nobody can answer any more, since anybody may ask for one', async () => {
  const expiresAt = new Date(world.now().getTime() + HOUR);
  const question = { id: randomUUID(), userId: null, challenge: 'abc', expiresAt };
  await addPasskeyChallenge(world.pool, question, world.now());
  world.pass(HOUR);
  await sweep();
  expect(await count('passkey_challenges')).toBe(1);
  world.pass(1);
  await sweep();
  expect(await count('passkey_challenges')).toBe(0);
});

it('removes sessions a while after their end, with their refresh tokens, and keeps those in use', async () => {
  const userId = await world.user();
  const { sessions, pool, place } = world;
  const start = () => sessions.start(pool, { userId, method: 'password', place });
  const [ended, used] = [await start(), await start()];
  await sessions.end(pool, ended, 'local');
  world.pass(29 * DAY);
  const next = await sessions.refresh(used.refreshToken, place);
  await sweep();
  expect(await count('sessions')).toBe(2);
  world.pass(DAY + 1);
  await sweep();
  expect(await count('sessions')).toBe(1);
  expect(await count('refresh_tokens')).toBe(2);
  await sessions.refresh(next.refreshToken, place);
  world.pass(60 * DAY + 1);
  await sweep();
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([0, 0]);
});

it('removes users who never confirmed their address, unless they were made administrators or can still open a link', async () => {
  const [stranger, invited, waiting] = [await unconfirmed(), await unconfirmed(), await unconfirmed()];
  const confirmed = await world.user();
  await grantRole(world.pool, invited, world.now());
  world.pass(7 * DAY);
  await sweep();
  expect(await userById(world.pool, stranger)).toBeDefined();
  world.pass(1);
  await linkOf(waiting);
  await sweep();
  expect(await userById(world.pool, stranger)).toBeUndefined();
  for (const id of [invited, waiting, confirmed]) expect(await userById(world.pool, id)).toBeDefined();
});

it('sweeps more rows than one statement takes', async () => {
  const userId = await world.user();
  const { rows } = await world.pool.query(
    `insert into accounts.sign_in_events (id, at, user_id, kind, user_agent)
      select gen_random_uuid(), $2::timestamptz - interval '181 days', $1, 'signed-in', '' from generate_series(1, 2500)
      returning id`,
    [userId, world.now()],
  );
  expect(rows).toHaveLength(2_500);
  await sweep();
  expect(await count('sign_in_events')).toBe(0);
});
