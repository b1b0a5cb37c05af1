import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Webhook } from '../../src/contracts/settings/webhooks.ts';
import type { AccountMail } from '../../src/features/accounts/mails/mails.ts';
import { createOneTimeTokens } from '../../src/features/accounts/mails/one-time-tokens.ts';
import { createAdminCommands } from '../../src/features/accounts/users/admin-commands.ts';
import { grantRole } from '../../src/features/accounts/users/staff.ts';
import { madeKey } from '../support/accounts/api-keys.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { ALLOWED, bodyOf, givenWebhook, WEBHOOKS } from '../support/webhooks/given-webhooks.ts';

/** Connections that an administrator made end with their rights. Webhooks are paused instead, since others need them. */

let salon: TestSalon;
let owner: StaffApi;
let leaving: StaffApi;
const mails: AccountMail[] = [];
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: ALLOWED });
  owner = await givenStaff(salon);
});
afterAll(() => salon.stop());
beforeEach(async () => {
  leaving = await givenStaff(salon);
  mails.length = 0;
});

const emailOf = async ({ userId }: StaffApi): Promise<string> => {
  const { rows } = await salon.database.pool.query('select email from accounts.users where id = $1', [
    userId,
  ]);
  return rows[0].email;
};
async function revoke(who: StaffApi) {
  const now = () => new Date();
  const commands = createAdminCommands({
    pool: salon.database.pool,
    linkTokens: createOneTimeTokens(salon.secretKey, now),
    sendMail: async (mail) => void mails.push(mail),
    publicUrl: salon.url,
    now,
  });
  return commands.revoke(await emailOf(who), false);
}
const shown = async (id: string) => bodyOf<Webhook>(await owner.get(`${WEBHOOKS}/${id}`));
const remove = async (id: string) => bodyOf(await owner.delete(`${WEBHOOKS}/${id}`), 204);
const booked = () => salon.booked({ appointment_date: salon.freshDay() });

it('ends their keys and calendar address, pauses their webhooks alone, and tells the others', async () => {
  const { key } = await madeKey(leaving);
  const { url } = bodyOf<{ url: string }>(await leaving.post('/api/account/calendar-address'));
  const theirs = await givenWebhook(leaving);
  const ours = await givenWebhook(owner);
  const alreadyPaused = await givenWebhook(leaving);
  bodyOf(await owner.patch(alreadyPaused.path, { paused: true }));

  expect(await revoke(leaving)).toEqual({ apiKeys: 1, webhooks: 2, calendarAddress: true });
  expect((await salon.get('/api/admin/events', { token: key })).status).toBe(401);
  expect((await salon.get(new URL(url).pathname)).status).toBe(404);
  expect(await shown(theirs.made.id)).toMatchObject({ state: 'paused', paused: { why: 'maker-revoked' } });
  expect(await shown(alreadyPaused.made.id)).toMatchObject({ paused: { why: 'maker-revoked' } });
  expect(await shown(ours.made.id)).toMatchObject({ state: 'working', paused: null });
  expect(mails.every(({ kind }) => kind === 'admin-revoked')).toBe(true);
  expect(mails.map(({ userId }) => userId)).toContain(owner.userId);
  expect(mails.map(({ userId }) => userId)).not.toContain(leaving.userId);

  await booked();
  await eventually(() => expect(ours.receiver.received).not.toEqual([]));
  expect(theirs.receiver.received).toEqual([]);
  for (const { made } of [theirs, ours, alreadyPaused]) await remove(made.id);
});

it('lets them make nothing in the moment for which a role is remembered', async () => {
  bodyOf(await leaving.get(WEBHOOKS));
  await revoke(leaving);
  expectProblem(await leaving.post(WEBHOOKS, { url: 'https://hooks.example.com/salon' }), 'forbidden');
});

it('may be repeated', async () => {
  const { made } = await givenWebhook(leaving);
  expect(await revoke(leaving)).toMatchObject({ webhooks: 1 });
  const { version } = await shown(made.id);
  expect(await revoke(leaving)).toBeUndefined();
  expect(await shown(made.id)).toMatchObject({ version });
  await remove(made.id);
});

it('does not resume a webhook when the role is granted again; others resume it, and then it is theirs', async () => {
  const { made, path, receiver } = await givenWebhook(leaving);
  await revoke(leaving);
  await grantRole(salon.database.pool, leaving.userId, new Date());
  expect(await shown(made.id)).toMatchObject({ state: 'paused' });

  const third = await givenStaff(salon);
  bodyOf(await third.patch(path, { paused: false }));
  await booked();
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(0));
  await revoke(leaving);
  expect(await shown(made.id)).toMatchObject({ state: 'working' });
  await revoke(third);
  expect(await shown(made.id)).toMatchObject({ paused: { why: 'maker-revoked' } });
  await remove(made.id);
});

it.each<[string, (path: string) => Promise<unknown>, boolean]>([
  ['send it elsewhere', (path) => leaving.patch(path, { url: 'http://127.0.0.1:9/elsewhere' }), true],
  [
    'send the same address again',
    async (path) => leaving.patch(path, { url: bodyOf<Webhook>(await owner.get(path)).url }),
    false,
  ],
  ['choose its types', (path) => leaving.patch(path, { types: ['day.*'] }), false],
  ['pause it', (path) => leaving.patch(path, { paused: true }), false],
  [
    'pause and resume it',
    async (path) => {
      await leaving.patch(path, { paused: true });
      await leaving.patch(path, { paused: false });
    },
    false,
  ],
  ['make another secret', (path) => leaving.post(`${path}/secret`), false],
  ['replay it', (path) => leaving.post(`${path}/replay`, { from: new Date().toISOString() }), false],
  ['test it', (path) => leaving.post(`${path}/test`), false],
])(
  'pauses a webhook of somebody else only if they were the last to decide where it sends: they %s',
  async (_title, change, isTheirs) => {
    const { made, path } = await givenWebhook(owner, { types: ['service.removed'] });
    await change(path);
    await revoke(leaving);
    const { paused } = await shown(made.id);
    expect(paused?.why === 'maker-revoked').toBe(isTheirs);
    await remove(made.id);
  },
);

it('ends nothing of somebody who administers nothing', async () => {
  const { made } = await givenWebhook(owner);
  await expect((async () => revoke({ ...leaving, userId: randomUUID() }))()).rejects.toThrow();
  expect(await shown(made.id)).toMatchObject({ state: 'working' });
  await remove(made.id);
});
