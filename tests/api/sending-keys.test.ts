import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import { givenAdmin } from '../support/accounts/auth-client.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors, problemOf } from '../support/network/http.ts';
import { givenSalonForThisTest } from '../support/server/server.ts';
import {
  givenSendingKeys,
  KEYS,
  NUMBER,
  PASSWORD,
  SMS,
  TEST,
  USER,
} from '../support/settings/sending-keys.ts';
import { givenStaff } from '../support/staff/staff-api.ts';

/** Keys for sending texts and mails, entered on the screen: sealed, and followed by every part that sends. */

const given = givenSendingKeys();

describe('without keys', () => {
  it('is sent nothing, and a test says so', async () => {
    expect(await given.shown()).toMatchObject({
      sms: { source: 'none', is_readable: true, from: null, saved_at: null },
      email: { source: 'none', host: null, from: expect.stringContaining('@') },
    });
    const before = given.double.messages.length;
    expect(await given.tested({ channel: 'sms', to: NUMBER })).toMatchObject({ outcome: 'kept' });
    expect(await given.tested({ channel: 'email' })).toMatchObject({ outcome: 'kept' });
    expect(given.double.messages).toHaveLength(before);
    const webhook = await given.salon.post('/webhooks/twilio', {});
    expect(webhook.status).toBe(404);
  });
});

it('are shown with the public address that Twilio reports to, from any address', async () => {
  const salon = await givenSalonForThisTest({
    now: new Date(),
    settings: { PUBLIC_URL: 'https://salon.example' },
  });
  const { json } = await (await givenStaff(salon)).get(KEYS);
  expect(json).toMatchObject({ sms: { webhook: 'https://salon.example/webhooks/twilio' } });
});

describe('saved keys', () => {
  it('send texts and mails at once, wherever they are sent from, and end when they are removed', async () => {
    await given.saved({ sms: SMS, email: given.email() });
    expect(await given.shown()).toMatchObject({
      sms: { source: 'saved', is_readable: true, from: '+19255550142', saved_at: expect.any(String) },
      email: { source: 'saved', is_readable: true, host: '127.0.0.1', saved_at: expect.any(String) },
    });
    // Requests use the new keys.
    expect(await given.tested({ channel: 'sms', to: NUMBER })).toMatchObject({ outcome: 'sent' });
    const basic = Buffer.from(`${SMS.account_sid}:${SMS.auth_token}`).toString('base64');
    expect(given.double.messages.at(-1)).toMatchObject({
      to: '+19255550171',
      authorization: `Basic ${basic}`,
    });
    expect(await given.tested({ channel: 'email' })).toMatchObject({ outcome: 'sent' });
    expect(given.authenticated).toContainEqual(
      expect.objectContaining({ username: USER, password: PASSWORD }),
    );
    expect(given.server.got.at(-1)?.subject).toMatch(/^A test from /);
    // Background work uses the new keys.
    const { id } = await given.salon.booked({
      appointment_date: given.salon.freshDay(),
      customer_phone: '(925) 555-0172',
      customer_email: 'followed@example.com',
    });
    await eventually(() => {
      expect(given.double.messages.some(({ to }) => to === '+19255550172')).toBe(true);
      expect(given.server.recipients).toContain('followed@example.com');
    });
    expect(given.double.messages.find(({ to }) => to === '+19255550172')?.callback).toContain(id);

    await given.removed();
    expect(await given.shown()).toMatchObject({ sms: { source: 'none' }, email: { source: 'none' } });
    expect(await given.tested({ channel: 'sms', to: NUMBER })).toMatchObject({ outcome: 'kept' });
    expect((await given.salon.database.pool.query('select from sending_keys')).rowCount).toBe(0);
  });

  it('are changed one by one, once for two clicks, and by the first of two people', async () => {
    await given.saved({ sms: SMS });
    const before = await given.shown();
    const ask = { key: randomUUID(), ifMatch: `"${before.version}"` };
    const [first, again] = await Promise.all([
      given.staff.patch(KEYS, { email: given.email() }, ask),
      given.staff.patch(KEYS, { email: given.email() }, ask),
    ]);
    expect(first.status, first.text).toBe(200);
    expect(again.json).toEqual(first.json);
    expect(await given.shown()).toMatchObject({ sms: { from: '+19255550142' }, email: { source: 'saved' } });
    const colleague = await givenStaff(given.salon);
    const stale = await colleague.patch(KEYS, { sms: null }, { ifMatch: `"${before.version}"` });
    expectProblem(stale, 'stale');
    expect(stale.json).toMatchObject({ changes: [{ type: 'SendingKeysChanged' }] });
    expect((await given.shown()).sms.source).toBe('saved');
    // A replaced key is deleted.
    await given.saved({ sms: { ...SMS, auth_token: 'another-token-0123456789' } });
    expect((await given.salon.database.pool.query('select from sending_keys')).rowCount).toBe(2);
    await given.removed();
  });

  it('are refused with the field and why', async () => {
    const wrong = async (body: object) => fieldErrors(await given.staff.patch(KEYS, body));
    expect(await wrong({ sms: { ...SMS, account_sid: 'AC1' } })).toEqual({
      'sms.account_sid': 'Please enter the Account SID: AC, then 32 digits and letters from a to f.',
    });
    expect(Object.keys(await wrong({ sms: { ...SMS, from: 'Lumière' } }))).toEqual(['sms.from']);
    expect(Object.keys(await wrong({ email: { ...given.email(), host: 'smtp://x/y' } }))).toEqual([
      'email.host',
    ]);
    expect(await wrong({ email: { ...given.email(), password: '' } })).toEqual({
      'email.password': 'Please enter both the user name and the password, or neither.',
    });
    // No address can be made of half a character.
    for (const field of ['user', 'password'])
      expect(Object.keys(await wrong({ email: { ...given.email(), [field]: 'x\ud800y' } }))).toEqual([
        `email.${field}`,
      ]);
    expect(await wrong({ email: { ...given.email(), port: 70_000 } })).toEqual({
      'email.port': 'Please enter the port, mostly 465 or 587.',
    });
  });

  it('are in the history, and can’t be undone', async () => {
    await given.saved({ sms: SMS });
    const { entries } = await given.staff.getAfter<HistoryPage>(
      '/api/admin/settings/history',
      await given.saved({ sms: null }),
    );
    const [entry] = entries;
    expect(entry).toMatchObject({
      type: 'SendingKeysChanged',
      thing: { kind: 'settings', id: 'sending' },
      changes: [],
    });
    const refused = await given.staff.post('/api/admin/undo', { event_id: entry?.id });
    expect(problemOf(refused)).toMatchObject({
      code: 'not-undoable',
      detail: expect.stringContaining('Please enter them again'),
    });
  });

  it('are changed only by somebody who has lately shown who they are', async () => {
    const late = await givenSalonForThisTest({ now: new Date() });
    const { token } = await givenAdmin(late);
    late.setClock(new Date(Date.now() + 3_660_000));
    const answer = await late.http.send({
      method: 'PATCH',
      path: KEYS,
      body: { sms: SMS },
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(['fresh-sign-in-required', 'sign-in-required']).toContain(problemOf(answer).code);
  });

  it('that can’t be opened, or whose row is lost, let messages wait, and can be replaced', async () => {
    await given.saved({ sms: SMS, email: given.email() });
    const { pool } = given.salon.database;
    await pool.query(
      `update sending_keys set box = set_byte(box, 40, 255 - get_byte(box, 40)) where channel = 'sms'`,
    );
    await pool.query(`delete from sending_keys where channel = 'email'`);
    // Another process, which has to read them.
    const { database, logUnderTest } = given.salon;
    const stores = {
      database: { ...database, drop: async () => {} },
      logUnderTest: { ...logUnderTest, stop() {} },
    };
    const other = await givenSalonForThisTest({
      now: new Date(),
      stores,
      settings: { TWILIO_BASE_URL: given.double.url },
    });
    const colleague = await givenStaff(other);
    expect(await given.shown(colleague)).toMatchObject({
      sms: { source: 'saved', is_readable: false },
      email: { source: 'saved', is_readable: false },
    });
    const answer = await colleague.post(TEST, { channel: 'sms', to: NUMBER });
    expect(answer.json).toMatchObject({ outcome: 'not-sent' });
    expect(other.logged.join('')).toContain('can’t be used');
    expect((await colleague.patch(KEYS, { sms: SMS })).status).toBe(200);
    expect((await given.shown(colleague)).sms.is_readable).toBe(true);
    expect((await colleague.patch(KEYS, { sms: null, email: null })).status).toBe(200);
    await eventually(async () => expect((await given.shown()).email.source).toBe('none'));
  });
});
