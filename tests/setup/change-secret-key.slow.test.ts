// Slow because it starts installations of its own and stops the command in the middle.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import twilio from 'twilio';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { openEmbedded } from '../../src/adapters/embedded-postgres/server.ts';
import { postgresSealingKeys } from '../../src/adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../../src/adapters/secrets/derived-keys.ts';
import { createStoredKeys } from '../../src/features/sending-keys/stored-keys.ts';
import { startServer } from '../../src/main.ts';
import { book } from '../lab/abuse/book.ts';
import { makeLogUnderTest } from '../support/log/log-under-test.ts';
import { bareEnvironment } from '../support/machine/bare-environment.ts';
import { eventually } from '../support/machine/eventually.ts';
import { ACCOUNT, startTwilioDouble, twilioSettings } from '../support/messages/twilio-double.ts';
import { createTestDatabase } from '../support/server/postgres.ts';
import { queryOnce } from '../support/server/query-once.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';
import { givenSalonForThisTest } from '../support/server/server.ts';
import { makeDataDir, startService } from '../support/server/service-process.ts';

const OLD_KEY = TEST_SECRET_KEY.split('').reverse().join('');

async function run(script: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`scripts/${script}.ts`], {
    env: { ...bareEnvironment(), ...settings },
  }).catch((failed: { stdout: string; stderr: string }) => failed);
  return stdout + stderr;
}

it('gives an installation another secret key, and its personal data opens with that one alone', async () => {
  const dataDir = await makeDataDir();
  onTestFinished(() => dataDir.remove());
  const DATA_DIR = dataDir.path;
  // A text or a mail that left meanwhile would have a key of its own.
  const service = startService({ DATA_DIR, MESSAGE_WINDOW_SECONDS: '3600' });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  await book(await service.opened());
  const { url } = await openEmbedded({ dataDir: DATA_DIR }, { attach: true });
  // The appointment's, and once the registrar has made the customer, theirs.
  await eventually(async () =>
    expect(await queryOnce(url, 'select stream from sealing.sealing_keys')).toHaveLength(2),
  );
  expect(await run('change-secret-key', { DATA_DIR, SECRET_KEY: TEST_SECRET_KEY })).toContain(
    'Another server',
  );
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(0);

  const old = (await readFile(join(DATA_DIR, 'secret-key'), 'utf8')).trim();
  const other = { DATA_DIR, SECRET_KEY: TEST_SECRET_KEY, OLD_SECRET_KEY: TEST_SECRET_KEY.toLowerCase() };
  expect(await run('change-secret-key', other)).toContain('Nothing was changed');
  expect(await run('verify', { DATA_DIR })).toContain('Verified');

  expect(await run('change-secret-key', { DATA_DIR, SECRET_KEY: TEST_SECRET_KEY })).toMatch(/^2 keys /);
  expect(await run('verify', { DATA_DIR, SECRET_KEY: old })).not.toContain('Verified');
  expect(await run('verify', { DATA_DIR })).toContain('secret-key is missing');
  expect(await run('replay', { DATA_DIR, SECRET_KEY: TEST_SECRET_KEY })).toContain('rebuilt');
  expect(await run('verify', { DATA_DIR, SECRET_KEY: TEST_SECRET_KEY })).toContain('Verified');
});

it('sends no text to a number that opted out before the key was changed, and keeps the keys for sending', async () => {
  const database = await createTestDatabase();
  const logUnderTest = await makeLogUnderTest(database.url);
  const dataDir = await makeDataDir();
  onTestFinished(() => dataDir.remove());
  const double = await startTwilioDouble();
  onTestFinished(() => double.stop());
  const before = {
    DATA_DIR: dataDir.path,
    DATABASE_URL: database.url,
    SECRET_KEY: OLD_KEY,
    ...twilioSettings(double.url),
  };
  const config = loadConfig({ ...before, PORT: '0', LOG_LEVEL: 'silent' });
  const server = await startServer(config);
  const fields = { MessageSid: double.receives('STOP').sid, From: '+19255550100', Body: 'STOP' };
  const webhook = '/webhooks/twilio';
  const signature = twilio.getExpectedTwilioSignature(ACCOUNT.authToken, server.publicUrl + webhook, fields);
  const answer = await fetch(`http://127.0.0.1:${server.port}${webhook}`, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature },
    body: new URLSearchParams(fields),
  });
  expect(answer.status).toBe(200);
  await server.stop();

  const keysBy = (key: string) =>
    createStoredKeys(database.pool, postgresSealingKeys(database.pool, deriveKey(key, 'sealing-master/v1')));
  const saved = { host: 'smtp.example.com', port: 465, user: 'me', password: 'a password' };
  await keysBy(OLD_KEY).put({ id: randomUUID(), channel: 'email', keys: saved });

  const changed = { DATABASE_URL: database.url, OLD_SECRET_KEY: OLD_KEY, SECRET_KEY: TEST_SECRET_KEY };
  expect(await run('change-secret-key', changed)).toContain('are wrapped by the new key');
  expect((await keysBy(TEST_SECRET_KEY).read(undefined)).email?.keys).toEqual(saved);

  const salon = await givenSalonForThisTest({
    now: new Date(),
    stores: { database, logUnderTest },
    settings: { MESSAGE_WINDOW_SECONDS: '0', ...twilioSettings(double.url) },
  });
  const { id } = await salon.booked({
    appointment_date: salon.freshDay(),
    customer_phone: '(925) 555-0100',
  });
  await eventually(async () => {
    const [event] = await salon.log.read(`messages-${id}`);
    expect(event).toMatchObject({ type: 'MessageSuppressed', data: { why: 'opted-out' } });
  });
});
