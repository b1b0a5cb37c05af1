import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { createKnownAddresses } from '../../src/features/accounts/sessions/known-addresses.ts';
import { givenAccountsWorld } from '../support/accounts/accounts-world.ts';

let world: Awaited<ReturnType<typeof givenAccountsWorld>>;
beforeAll(async () => {
  world = await givenAccountsWorld();
});
afterAll(() => world.database.drop());

const HOME = '198.51.100.7';
const ELSEWHERE = '198.51.100.8';
const MONTH = 31 * 86_400_000;

it('are those of an account’s sessions, and forgotten after the next month', async () => {
  const { pool, sessions, hashesOf } = world;
  const { hasSignedIn, hasShownSecondFactor } = createKnownAddresses(pool, hashesOf);
  const userId = await world.user({ email: 'ada@example.com' });
  await world.user({ email: 'grace@example.com' });
  const place = await sessions.placeOf({ userAgent: 'a test', address: HOME });
  const session = await withTransaction(pool, (db) =>
    sessions.start(db, { userId, method: 'password', place }),
  );
  const known = () =>
    Promise.all([
      hasSignedIn(HOME, 'Ada@Example.com'),
      hasSignedIn(ELSEWHERE, 'ada@example.com'),
      hasSignedIn(HOME, 'grace@example.com'),
      hasShownSecondFactor(HOME, userId),
    ]);
  expect(await known()).toEqual([true, false, false, false]);
  await withTransaction(pool, (db) => sessions.raise(db, session, 'totp'));
  expect(await known()).toEqual([true, false, false, true]);
  expect(await hasShownSecondFactor(ELSEWHERE, userId)).toBe(false);
  world.pass(MONTH);
  expect(await known()).toEqual([true, false, false, true]);
  world.pass(MONTH);
  expect(await known()).toEqual([false, false, false, false]);
});
