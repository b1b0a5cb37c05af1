// Slow because it waits until deliveries fail and are repeated.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Webhook } from '../../src/contracts/settings/webhooks.ts';
import { givenAdmin } from '../support/accounts/auth-client.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import { givenSalonForThisTest } from '../support/server/server.ts';
import { confirmBooking } from '../support/staff/server-staff.ts';
import { givenStaff } from '../support/staff/staff-api.ts';
import {
  ALLOWED,
  bodyOf,
  givenReceiver,
  givenSalonWithWebhooks,
  givenWebhook,
  type Made,
  WEBHOOKS,
} from '../support/webhooks/given-webhooks.ts';
import { answering, BAD, verified } from '../support/webhooks/receiver.ts';

/** Decisions of staff about webhooks, and deliveries that fail. */

const given = givenSalonWithWebhooks();
const HOUR_MS = 3_600_000;

it('sends only what is wanted, and goes on past the rest', async () => {
  const wants = await given.webhook({ types: ['service.changed'] });
  const all = await given.webhook();
  await given.booked();
  const price = { price_cents: 7_000 + Math.floor(Math.random() * 1_000) };
  bodyOf(await given.staff.patch('/api/admin/services/perm', price));
  await eventually(() => expect(wants.receiver.types()).toEqual(['service.changed']));
  await eventually(() => expect(all.receiver.types()).toContain('service.changed'));
  expect(all.receiver.types()).toContain('appointment.requested');
  const refused = await given.staff.post(WEBHOOKS, { url: wants.receiver.url, types: ['appointment.eaten'] });
  expect(fieldErrors(refused)).toHaveProperty('types.0');
});

it('tries an event that failed again, holds the others behind it, and goes on at once when staff say so', async () => {
  const { receiver, made, path, shown, deliveries } = await given.webhook({ types: ['appointment.*'] });
  receiver.behaves(BAD.fails);
  const { id } = await given.booked();
  await confirmBooking(given.salon, id);
  const failing = await eventually(async () => {
    const found = await shown();
    expect(found.state).toBe('failing');
    return found;
  });
  expect(failing.failing).toMatchObject({ tries: 1, next_try_at: expect.any(String) });
  expect(failing.last_delivery).toMatchObject({ status: 500, failure: 'status', attempt: 1 });
  expect(receiver.types()).toEqual(['appointment.requested']);

  receiver.behaves(answering(204));
  expect(bodyOf<Webhook>(await given.staff.patch(path, { paused: false }))).toMatchObject({
    state: 'working',
    version: 2,
  });
  await eventually(() =>
    expect(receiver.types()).toEqual([
      'appointment.requested',
      'appointment.requested',
      'appointment.confirmed',
    ]),
  );
  expect(receiver.ids()[1]).toBe(receiver.ids()[0]);
  expect(verified(receiver.received[1] ?? expect.fail('none'), made.secret)).toMatchObject({ subject: id });
  await eventually(async () =>
    expect((await deliveries()).deliveries.map(({ attempt, failure }) => [attempt, failure])).toEqual([
      [1, null],
      [1, null],
      [1, 'status'],
    ]),
  );
});

it('is asked to stop by 410, and sends nothing until it is resumed', async () => {
  const { receiver, path, shown } = await given.webhook({ types: ['appointment.requested'] });
  receiver.behaves(answering(410));
  await given.booked();
  await eventually(async () =>
    expect(await shown()).toMatchObject({ state: 'paused', paused: { why: 'gone' } }),
  );
  receiver.behaves(answering(200));
  bodyOf(await given.staff.patch(path, { paused: false }));
  await eventually(() => expect(receiver.received.map(({ status }) => status)).toEqual([410, 200]));
});

it('replays what came after an event, or from an instant on', async () => {
  const { receiver, path } = await given.webhook({ types: ['appointment.*'] });
  const { id } = await given.booked();
  await confirmBooking(given.salon, id);
  await eventually(() => expect(receiver.received).toHaveLength(2));
  const [first = '', second = ''] = receiver.ids();
  bodyOf(await given.staff.post(`${path}/replay`, { after: first }));
  await eventually(() => expect(receiver.ids()).toEqual([first, second, second]));

  const from = receiver.received[0]?.event.time;
  bodyOf(await given.staff.post(`${path}/replay`, { from }));
  await eventually(() => expect(receiver.ids().slice(3)).toEqual(expect.arrayContaining([first, second])));
  const again = receiver.ids().slice(3);
  expect(again.lastIndexOf(first)).toBeLessThan(again.lastIndexOf(second));

  expectProblem(await given.staff.post(`${path}/replay`, { after: randomUUID() }), 'unknown-event');
  expectProblem(await given.staff.post(`${path}/replay`, {}), 'validation-failed');
  expectProblem(await given.staff.post(`${path}/replay`, { after: first, from }), 'validation-failed');
});

it('signs with both secrets for a day after another was made, and with the new one alone afterwards', async () => {
  const late = await givenSalonForThisTest({
    now: new Date(Date.now() - 24 * HOUR_MS - 60_000),
    settings: ALLOWED,
  });
  late.setClock(new Date());
  const admin = await givenStaff(late);
  const { receiver, made, path, shown } = await givenWebhook(admin);
  const key = randomUUID();
  const renewed = bodyOf<Made>(await admin.post(`${path}/secret`, undefined, { key }));
  expect(renewed.secret).not.toBe(made.secret);
  expect(bodyOf<Made>(await admin.post(`${path}/secret`, undefined, { key })).secret).toBe(renewed.secret);
  bodyOf(await admin.patch(path, { types: null }));
  const repeated = await admin.post(`${path}/secret`, undefined, { key });
  expect(bodyOf<Made>(repeated).secret, 'also when something else was decided since').toBe(renewed.secret);
  expect(await shown()).toMatchObject({ former_secret_until: expect.any(String) });

  const test = () => admin.post(`${path}/test`);
  expect(bodyOf(await test())).toMatchObject({ status: 204, failure: null, duration_ms: expect.any(Number) });
  const [both] = receiver.received;
  for (const secret of [made.secret, renewed.secret])
    expect(verified(both ?? expect.fail('none'), secret)).toMatchObject({ type: 'webhook.test' });

  await late.database.pool.query("update webhook_secrets set ends_at = ends_at - interval '24 hours'");
  bodyOf(await test());
  const newest = receiver.received.at(-1) ?? expect.fail('none');
  expect(verified(newest, renewed.secret)).toMatchObject({ type: 'webhook.test' });
  expect(() => verified(newest, made.secret)).toThrow('No matching signature');
  expect(await shown()).toMatchObject({ former_secret_until: null });
});

it('says what came of a test', async () => {
  const { receiver, path } = await given.webhook();
  receiver.behaves(BAD.redirects);
  expect(bodyOf(await given.staff.post(`${path}/test`))).toMatchObject({ status: 302, failure: 'redirect' });
  receiver.behaves(BAD.dies);
  expect(bodyOf(await given.staff.post(`${path}/test`))).toMatchObject({ status: null, failure: 'broken' });
});

it('is made once for two clicks, changed by the first of two people, and never shows its secret again', async () => {
  const receiver = await givenReceiver();
  const key = randomUUID();
  const [first, again] = await Promise.all([
    given.staff.post(WEBHOOKS, { url: receiver.url }, { key }),
    given.staff.post(WEBHOOKS, { url: receiver.url }, { key }),
  ]);
  const made = bodyOf<Made>(first, 201);
  expect(bodyOf<Made>(again, 201)).toEqual(made);
  expect(bodyOf<Made>(await given.staff.post(WEBHOOKS, { url: receiver.url }, { key }), 201)).toEqual(made);
  const other = { url: `${receiver.url}/other` };
  expectProblem(await given.staff.post(WEBHOOKS, other, { key }), 'idempotency-key-reused');

  const path = `${WEBHOOKS}/${made.id}`;
  const ask = { ifMatch: '"1"', key: randomUUID() };
  expect(bodyOf<Webhook>(await given.staff.patch(path, { types: ['day.*'] }, ask))).toMatchObject({
    version: 2,
  });
  expect(bodyOf<Webhook>(await given.staff.patch(path, { types: ['day.*'] }, ask))).toMatchObject({
    version: 2,
  });
  const repeated = await given.staff.post(WEBHOOKS, { url: receiver.url }, { key });
  expect(bodyOf<Made>(repeated, 201)).toMatchObject({ id: made.id, secret: made.secret, version: 2 });
  expectProblem(await given.staff.patch(path, { types: null }, { ifMatch: '"1"' }), 'stale');
  expectProblem(await given.staff.delete(path, { ifMatch: '"1"' }), 'stale');
  const listed = await given.staff.get(WEBHOOKS);
  expect(bodyOf<{ webhooks: Webhook[] }>(listed).webhooks).toContainEqual(
    expect.objectContaining({ id: made.id }),
  );
  expect(listed.text).not.toContain('whsec_');
  expect(given.salon.logged.join()).not.toContain('whsec_');
  const { rows } = await given.salon.database.pool.query('select box from webhook_secrets');
  expect(rows.map(({ box }) => (box as Buffer).toString('latin1')).join()).not.toContain('whsec_');
  bodyOf(await given.staff.delete(path), 204);
});

it('takes addresses and makes secrets only for somebody who has lately shown who they are, and ten at most', async () => {
  const late = await givenSalonForThisTest({ now: new Date(), settings: ALLOWED });
  const admin = await givenStaff(late);
  const url = 'http://127.0.0.1:9/';
  const { id } = bodyOf<Made>(await admin.post(WEBHOOKS, { url }), 201);
  const path = `${WEBHOOKS}/${id}`;
  for (let more = 1; more < 10; more += 1) bodyOf(await admin.post(WEBHOOKS, { url }), 201);
  expectProblem(await admin.post(WEBHOOKS, { url }), 'webhooks-full');
  late.setClock(new Date(Date.now() + 3_660_000));
  const code = async (answer: Promise<Answer>) => ((await answer).json as { code?: string }).code;
  for (const asked of [
    admin.post(WEBHOOKS, { url }),
    admin.patch(path, { url: `${url}other` }),
    admin.post(`${path}/secret`),
  ])
    expect(['fresh-sign-in-required', 'sign-in-required']).toContain(await code(asked));
});

it('refuses addresses that are not public, unless the settings allow them', async () => {
  const strict = await givenSalonForThisTest({ now: new Date() });
  const { token } = await givenAdmin(strict);
  const ask = (url: string) =>
    strict.http.send({
      method: 'POST',
      path: WEBHOOKS,
      body: { url },
      headers: { Authorization: `Bearer ${token}` },
    });
  for (const url of [
    'https://127.0.0.1/',
    'http://example.com/',
    'https://user:pw@example.com/',
    'https://2130706433/',
    'https://[::1]/',
    'https://example.com:22/',
    'ftp://example.com/',
    'not an address',
  ])
    expect(fieldErrors(await ask(url))).toHaveProperty('url');
  // A name shows where it leads only when it is connected to.
  const { id } = bodyOf<Made>(await ask('https://localhost/'), 201);
  const test = await strict.http.send({
    method: 'POST',
    path: `${WEBHOOKS}/${id}/test`,
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(bodyOf(test)).toMatchObject({ status: null, failure: 'address' });
});
