// Slow because it starts services and operator commands as processes.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AuthClient } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstAdminEmail } from '../../src/app/start/first-admin.ts';
import { NAMED } from '../support/accounts/auth-client.ts';
import { bareEnvironment } from '../support/machine/bare-environment.ts';
import { eventually } from '../support/machine/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';
import { makeDataDir, startService } from '../support/server/service-process.ts';

/** The first admin of an installation, and the operator's commands at the console, run as a person runs them. */

const ROOT = new URL('../..', import.meta.url).pathname;
const PASSWORD = 'a-long-and-odd-one-7';
const OTHER_PASSWORD = 'another-odd-one-93';
const OWNER = 'owner@salon.example';

let database: TestDatabase;
let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
let running: ReturnType<typeof startService> | undefined;
beforeEach(async () => {
  [database, dataDir] = await Promise.all([createTestDatabase(), makeDataDir()]);
});
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended();
  await database.drop();
  await dataDir.remove();
});

const shared = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir.path,
  SECRET_KEY: TEST_SECRET_KEY,
});

async function started(settings: Readonly<Record<string, string>> = {}) {
  running = startService({ ...shared(), ...settings });
  return { url: await running.opened(), output: running.output() };
}
async function stopped() {
  running?.child.kill('SIGTERM');
  await running?.ended();
}
const restarted = async (settings: Readonly<Record<string, string>> = {}) => {
  await stopped();
  return started(settings);
};

const tokenIn = (output: string, type = 'invite') =>
  new RegExp(`http://localhost:\\d+/auth#type=${type}&token_hash=([\\w-]{43})`).exec(output)?.[1] ?? '';
const clientOf = (url: string) =>
  new AuthClient({ url: `${url}/auth/v1`, autoRefreshToken: false, persistSession: false });

async function roleOf(url: string, client: InstanceType<typeof AuthClient>) {
  const { data } = await client.getSession();
  const headers = { Authorization: `Bearer ${data.session?.access_token}` };
  const answer = await fetch(`${url}/api/me`, { headers });
  return ((await answer.json()) as { role?: string | null }).role;
}

const signIn = async (url: string, email: string, password: string) => {
  const client = clientOf(url);
  const { error } = await client.signInWithPassword({ email, password });
  return { client, error: error?.code };
};

/** Runs `scripts/admin.ts` as `npm run admin` does. */
const admin = (args: readonly string[], settings: Readonly<Record<string, string>> = shared()) =>
  promisify(execFile)(process.execPath, ['scripts/admin.ts', ...args], {
    cwd: ROOT,
    env: { ...bareEnvironment(), ...settings },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr.trim() }),
  );

describe('while nobody administers the salon', () => {
  it('each start prints a link, and one of them makes an admin, once', async () => {
    const first = tokenIn((await started()).output);
    const { url, output } = await restarted();
    const second = tokenIn(output);
    expect([first.length, second.length, first === second]).toEqual([43, 43, false]);
    expect(output).toMatch(/Within 30 minutes, and once, become its first administrator at\n/);

    const client = clientOf(url);
    const { error } = await client.verifyOtp({ type: 'invite', token_hash: second });
    expect(error).toBeNull();
    const tooShort = await client.updateUser({ password: 'odd-7-one' });
    expect(tooShort.error?.code).toBe('weak_password');
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
    expect(await roleOf(url, client)).toBe('admin');
    for (const token_hash of [first, second]) {
      const again = await clientOf(url).verifyOtp({ type: 'invite', token_hash });
      expect(again.error?.code).toBe('otp_expired');
    }

    const next = await restarted();
    expect(tokenIn(next.output)).toBe('');
    expect((await signIn(next.url, 'admin@salon.localhost', PASSWORD)).error).toBeUndefined();
  });

  it('the settings make one, who keeps the password that is chosen later', async () => {
    const settings = { ADMIN_EMAIL: OWNER, ADMIN_PASSWORD: PASSWORD };
    const { url, output } = await started(settings);
    expect(output).toContain(`${OWNER} administers the salon now`);
    expect(output).not.toContain(PASSWORD);
    const { client } = await signIn(url, OWNER, PASSWORD);
    expect(await roleOf(url, client)).toBe('admin');
    const change = { password: OTHER_PASSWORD, current_password: PASSWORD };
    expect((await client.updateUser(change)).error).toBeNull();

    const next = await restarted(settings);
    expect(next.output).not.toContain(OWNER);
    expect((await signIn(next.url, OWNER, PASSWORD)).error).toBe('invalid_credentials');
    expect((await signIn(next.url, OWNER, OTHER_PASSWORD)).error).toBeUndefined();
  });

  it.each(['odd-7-one', 'qwertyuiop'])(
    'the start ends in one line when ADMIN_PASSWORD is %s',
    async (ADMIN_PASSWORD) => {
      running = startService({ ...shared(), ADMIN_EMAIL: OWNER, ADMIN_PASSWORD });
      expect(await running.ended()).toBe(1);
      expect(running.output()).toMatch(/^ADMIN_PASSWORD is too weak: [^\n]+\n$/);
      expect(running.output()).not.toContain(`"${ADMIN_PASSWORD}"`);
    },
  );

  it('nobody becomes an admin by signing up with the address before', async () => {
    const { url } = await started();
    const stranger = { email: OWNER, password: OTHER_PASSWORD, options: NAMED };
    expect((await clientOf(url).signUp(stranger)).error).toBeNull();
    const next = await restarted({ ADMIN_EMAIL: OWNER, ADMIN_PASSWORD: PASSWORD });
    expect((await signIn(next.url, OWNER, OTHER_PASSWORD)).error).toBe('invalid_credentials');
    const { client } = await signIn(next.url, OWNER, PASSWORD);
    expect(await roleOf(next.url, client)).toBe('admin');
  });
});

it.each([
  ['mailto:us@salon.example?subject=Hi', 'https://www.salon.example', 'us@salon.example'],
  ['/contact', 'https://www.salon.example:8443', 'admin@www.salon.example'],
  ['#', 'http://localhost:3000', 'admin@salon.localhost'],
  ['#', 'http://192.0.2.7', 'admin@salon.localhost'],
])('with the contact %s and the site %s, the first admin is %s', (contact, url, email) => {
  expect(firstAdminEmail({ contact, facebook: '', instagram: '' }, url)).toBe(email);
});

const readMails = async (dataDir: string) => {
  const names = await readdir(join(dataDir, 'mail')).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(dataDir, 'mail', name), 'utf8')));
};

describe('npm run admin', () => {
  it('adds and removes admins beside a running service', async () => {
    const { url } = await started({ ADMIN_EMAIL: OWNER, ADMIN_PASSWORD: PASSWORD });
    const ada = 'ada@salon.example';
    expect(await admin(['grant', ada])).toEqual({
      code: 1,
      said: expect.stringMatching(/^There is no account for ada@salon\.example: [^\n]+$/),
    });
    await clientOf(url).signUp({ email: ada, password: OTHER_PASSWORD, options: NAMED });
    expect(await admin(['grant', ada])).toEqual({
      code: 1,
      said: expect.stringMatching(/^ada@salon\.example has not been confirmed: [^\n]+$/),
    });
    await database.pool.query('update accounts.users set email_confirmed_at = now() where email = $1', [ada]);

    expect(await admin(['grant', 'ADA@salon.example'])).toMatchObject({ code: 0 });
    const { client } = await signIn(url, ada, OTHER_PASSWORD);
    expect(await roleOf(url, client)).toBe('admin');
    expect((await admin(['list'])).said.split('\n')).toEqual([
      expect.stringMatching(/^ada@salon\.example +owner since .+, last sign-in .+, second factors: 0$/),
      expect.stringMatching(/^owner@salon\.example +owner since .+, has never signed in, second factors: 0$/),
    ]);

    const { data } = await client.getSession();
    const Authorization = `Bearer ${data.session?.access_token}`;
    const ask = async (path: string, body: object = {}) => {
      const headers = { Authorization, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
      const sent = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${url}/api/admin/stylists${path}`, sent);
      expect(answer.ok, path).toBe(true);
      return (await answer.json()) as { id: string; position: string };
    };
    const [bea, cleo] = [await ask('', { name: 'Bea Kim' }), await ask('', { name: 'Cleo Park' })];
    await ask(`/${cleo.id}/deactivate`);
    const { position } = await ask(`/${cleo.id}/erase`);
    await eventually(async () => {
      const read = await fetch(`${url}/api/admin/stylists?after=${position}`, { headers: { Authorization } });
      expect((read.headers.get('x-projected-position') ?? '') >= position).toBe(true);
    });
    for (const id of [cleo.id, randomUUID()])
      expect((await admin(['grant', ada, 'stylist', '--stylist', id])).said.split('\n')).toEqual([
        `No stylist has the id ${id}, or their name was erased. These can be named:`,
        `  ${'first'.padEnd(36)}  the first stylist`,
        `  ${bea.id}  Bea Kim`,
      ]);

    expect((await admin(['revoke', ada])).said.split('\n')).toEqual([
      `${ada} has no role in the salon any more, within seconds.`,
      'API keys that have ended: 0. Private calendar address: there was none.',
      'Webhooks that are paused now: 0.',
    ]);
    await expect.poll(() => roleOf(url, client)).toBe(null);
    expect(await admin(['revoke', OWNER])).toEqual({
      code: 1,
      said: `${OWNER} is the last owner: grant somebody else first, or add --force.`,
    });
    expect(await admin(['revoke', OWNER, '--force'])).toMatchObject({ code: 0 });
    expect((await admin(['list'])).said).toContain('There is no admin');
  });

  it('prints a link to a new password, and takes second factors away', async () => {
    const { url } = await started({ ADMIN_EMAIL: OWNER, ADMIN_PASSWORD: PASSWORD });
    const { said } = await admin(['reset-password', OWNER]);
    const { client } = await signIn(url, OWNER, PASSWORD);
    const fresh = clientOf(url);
    const token_hash = tokenIn(said, 'recovery');
    expect((await fresh.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    expect((await fresh.updateUser({ password: OTHER_PASSWORD })).error).toBeNull();
    expect((await signIn(url, OWNER, OTHER_PASSWORD)).error).toBeUndefined();

    await database.pool.query(
      `insert into accounts.factors select gen_random_uuid(), id, 'phone', 'verified', 'mine', null, null, '+19255550100',
        now(), now() from accounts.users where email = $1`,
      [OWNER],
    );
    expect((await admin(['list'])).said).toContain('second factors: 1');
    expect(await admin(['reset-factors', OWNER])).toMatchObject({ code: 0 });
    expect((await admin(['list'])).said).toContain('second factors: 0');
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    await expect
      .poll(() => readMails(dataDir.path))
      .toContainEqual(expect.stringContaining('A second step was removed'));
  });

  it('works with the embedded database, beside the service and without it', async () => {
    const embedded = { DATA_DIR: dataDir.path };
    running = startService({ ...embedded, ADMIN_EMAIL: OWNER, ADMIN_PASSWORD: PASSWORD });
    await running.opened();
    expect((await admin(['list'], embedded)).said).toContain(OWNER);
    await stopped();
    expect((await admin(['list'], embedded)).said).toContain(OWNER);
  });

  it.each([
    [],
    ['grand', OWNER],
    ['grant'],
    ['grant', 'ada'],
    ['list', '--all'],
    ['grant', OWNER, 'x@y.example'],
  ])('explains itself when it is not understood: %s', async (...args) => {
    const { code, said } = await admin(args);
    expect([code, said.split('\n')[0]]).toEqual([1, 'Usage: npm run admin -- list']);
  });
});
