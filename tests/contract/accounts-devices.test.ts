import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDevices } from '../../src/features/accounts/sessions/devices.ts';
import { userById } from '../../src/features/accounts/users/users.ts';
import { givenAccountsParts } from '../support/accounts/accounts-parts.ts';

let parts: Awaited<ReturnType<typeof givenAccountsParts>>;
beforeAll(async () => {
  parts = await givenAccountsParts();
});
afterAll(() => parts.database.drop());

const DAY = 86_400_000;
const device = (cookie?: string) => ({ userAgent: 'a test', address: '198.51.100.7', cookie });

it('are remembered up to twenty, and a new one takes the place of one that has not been used for two months', async () => {
  const devices = createDevices(parts.pool, parts.now);
  const userId = await parts.user();
  const email = (await userById(parts.pool, userId))?.email ?? '';
  const isKnown = async (cookie: string) => (await devices.known(device(cookie), email)) !== undefined;

  const cookies: string[] = [];
  for (let count = 1; count <= 20; count += 1) cookies.push(await devices.remember(device(), userId));
  const [first = '', second = ''] = cookies;
  const late = await devices.remember(device(), userId);
  expect([await isKnown(first), await isKnown(second), await isKnown(late)]).toEqual([true, true, false]);

  parts.pass(61 * DAY);
  await devices.remember(device(second), userId);
  await devices.remember(device(late), userId);
  expect([await isKnown(second), await isKnown(late)]).toEqual([true, true]);
  const { rows } = await parts.pool.query('select from accounts.devices where user_id = $1', [userId]);
  expect(rows).toHaveLength(20);
});
