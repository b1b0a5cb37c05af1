import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { secretKeyOf } from '../../src/adapters/secrets/secret-key.ts';
import { looksRandom } from '../../src/adapters/secrets/strength.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';
import { makeDataDir } from '../support/server/service-process.ts';

describe('settings', () => {
  it('have defaults that need no environment at all', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      dataDir: join(process.cwd(), '.data'),
      databaseUrl: undefined,
      logLevel: 'warn',
      bookingLimitPerHour: 5,
      rateLimitPerMinute: 60,
      trustProxy: false,
      role: 'all',
    });
  });

  it('have backups beside the embedded database, and none by default where the database is elsewhere', () => {
    const backups = (env: Readonly<Record<string, string>>) => {
      const { backupDir, backupKeep, backsUpBesideData } = loadConfig(env);
      return { backupDir, backupKeep, backsUpBesideData };
    };
    const DATABASE_URL = 'postgres://localhost/salon';
    expect(backups({ DATA_DIR: '/data' })).toEqual({
      backupDir: '/data/backups',
      backupKeep: 7,
      backsUpBesideData: true,
    });
    expect(backups({ BACKUP_KEEP: '3' })).toMatchObject({ backupKeep: 3, backsUpBesideData: true });
    const named = { backupDir: '/mnt/backups', backupKeep: 14, backsUpBesideData: false };
    expect(backups({ BACKUP_DIR: '/mnt/backups' })).toEqual(named);
    expect(backups({ BACKUP_DIR: '/mnt/backups', DATABASE_URL })).toEqual(named);
    expect(backups({ DATABASE_URL })).toEqual({ ...named, backupDir: undefined });
  });

  it('treat an empty value as not set and ignore what is not theirs', () => {
    expect(loadConfig({ PORT: '', HOST: ' ', LANG: 'de_DE', npm_config_x: '1' })).toEqual(loadConfig({}));
  });

  it('lose the trailing slash of the public address', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://salon.example/' }).publicUrl).toBe('https://salon.example');
  });

  it.each([
    ['true', true],
    ['false', false],
    ['2', 2],
    ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
  ])('read TRUST_PROXY=%s as Express takes it', (given, expected) => {
    expect(loadConfig({ TRUST_PROXY: given }).trustProxy).toBe(expected);
  });

  it.each([
    'esdb://eventstore:2113?tls=false',
    'esdb://admin:secret@one:2113,two:2113,three:2113?tls=true&tlsCAFile=/ca.crt&nodePreference=leader',
    'kurrentdb+discover://admin:secret@cluster.example:2113',
  ])('take the event log at %s, however many hosts it has', (given) => {
    expect(loadConfig({ EVENTSTORE_URL: given }).eventstoreUrl).toBe(given);
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'salon.example'],
    ['DATABASE_URL', 'mysql://localhost/salon'],
    ['EVENTSTORE_URL', 'http://localhost:2113'],
    ['EVENTSTORE_URL', 'esdb://owner:hidden@host:port?tls=true'],
    ['EVENTSTORE_URL', 'esdb://owner:100%@host:2113'],
    ['EVENTSTORE_URL', 'esdb://?tls=false'],
    ['SECRET_KEY', 'short'],
    ['SECRET_KEY', 'a secret for tests, and long enough'],
    ['LOG_LEVEL', 'loud'],
    ['BOOKING_LIMIT_PER_HOUR', '1.5'],
    ['RATE_LIMIT_PER_MINUTE', 'many'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['ROLE', 'worker'],
    ['SMTP_URL', 'smtp.example'],
    ['MAIL_FROM', 'The salon'],
    ['ADMIN_EMAIL', 'nobody'],
    ['BACKUP_KEEP', 'all'],
  ])('are refused in one line that names %s, and not its value %s', (name, value) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal).toMatch(new RegExp(`^${name} [^\n]+$`));
    expect(refusal).not.toContain(value);
  });

  it.each([
    'esdb://localhost:2113?tls=false',
    'esdb://one.example:2113,two.example:2113,10.0.0.3:2113?tls=false&nodePreference=leader',
    'kurrentdb+discover://owner:p%40ss@cluster.example:2113?tlsCAFile=/certs/ca.crt',
    'esdb://[::1]:2113/?tls=false',
  ])('take %s as the address of an event log', (EVENTSTORE_URL) => {
    expect(loadConfig({ EVENTSTORE_URL }).eventstoreUrl).toBe(EVENTSTORE_URL);
  });

  it('take a mail server, with a password in its address, and a sender', () => {
    const given = { SMTP_URL: 'smtps://salon:p%40ss@smtp.example', MAIL_FROM: 'Salon <hello@salon.example>' };
    expect(loadConfig(given)).toMatchObject({ smtpUrl: given.SMTP_URL, mailFrom: given.MAIL_FROM });
    expect(loadConfig({})).toMatchObject({ smtpUrl: undefined, mailFrom: undefined, isProduction: false });
  });

  it('need the address of an admin whose password they have', () => {
    expect(refusalOf({ ADMIN_PASSWORD: 'a-long-and-odd-one' })).toMatch(/^ADMIN_EMAIL must be set[^\n]+$/);
    const ADMIN_EMAIL = 'owner@salon.example';
    expect(loadConfig({ ADMIN_EMAIL, ADMIN_PASSWORD: 'a-long-and-odd-one' })).toMatchObject({
      adminEmail: ADMIN_EMAIL,
      adminPassword: 'a-long-and-odd-one',
    });
  });

  it('take any number of sign-in services', () => {
    const google = {
      OIDC_GOOGLE_ISSUER: 'https://accounts.google.com',
      OIDC_GOOGLE_CLIENT_ID: 'salon',
      OIDC_GOOGLE_CLIENT_SECRET: 'hidden',
    };
    expect(loadConfig(google).oidcProviders).toEqual([
      {
        name: 'google',
        label: 'Google',
        issuer: 'https://accounts.google.com',
        clientId: 'salon',
        clientSecret: 'hidden',
      },
    ]);
    const two = { ...google, OIDC_GOOGLE_LABEL: 'Google account' };
    expect(loadConfig(two).oidcProviders.map(({ label }) => label)).toEqual(['Google account']);
    expect(loadConfig({}).oidcProviders).toEqual([]);
    expect(refusalOf({ ...google, OIDC_GOOGLE_CLIENT_ID: '' })).toBe(
      'OIDC_GOOGLE_CLIENT_ID must be set with OIDC_GOOGLE_ISSUER.',
    );
    expect(refusalOf({ ...google, OIDC_GOOGLE_ISSUER: 'http://accounts.google.com' })).toBe(
      'OIDC_GOOGLE_ISSUER must be an address such as https://….',
    );
    const email = Object.entries(google).map(([name, value]) => [name.replace('GOOGLE', 'EMAIL'), value]);
    expect(refusalOf(Object.fromEntries(email))).toContain('another name');
  });

  it('need a database that processes can share, where there are several', () => {
    for (const ROLE of ['api', 'projector']) expect(refusalOf({ ROLE })).toContain('DATABASE_URL');
    const DATABASE_URL = 'postgres://localhost/salon';
    expect(loadConfig({ ROLE: 'api', DATABASE_URL }).role).toBe('api');
  });

  it('need a secret key in production', () => {
    expect(refusalOf({ NODE_ENV: 'production' })).toContain('SECRET_KEY');
    expect(loadConfig({ NODE_ENV: 'production', SECRET_KEY: TEST_SECRET_KEY }).secretKey).toBe(
      TEST_SECRET_KEY,
    );
  });
});

describe('a secret key', () => {
  it.each(['hex', 'base64', 'base64url'] as const)(
    'is taken when it is 32 random bytes in %s',
    (encoding) => {
      // The same ones in each run: one random key in millions happens to have the word of a placeholder.
      for (let n = 0; n < 1_000; n += 1) {
        const key = createHash('sha256').update(String(n)).digest(encoding);
        expect([key, looksRandom(key)]).toEqual([key, true]);
      }
    },
  );

  it.each([
    ['too short', 'k3wQ0bX1nT7sVZ5uYh8Ej2RmGf4Lc9P'],
    ['one character', 'a'.repeat(64)],
    ['a repetition', 'k3wQ0bX1nT7sVZ5u'.repeat(3)],
    ['a repetition, cut off', 'k3wQ0bX1nT7sVZ5u'.repeat(3).slice(0, 40)],
    ['few characters', '0110100110010110011010011001011001101001'],
    ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['digits only', '31415926535897932384626433832795028841971'],
    ['a sentence', 'correct horse battery staple 2026 and more'],
    ['words with dashes', 'this-is-the-key-that-nobody-will-ever-guess'],
    ['a placeholder', 'ChangeMe-k3wQ0bX1nT7sVZ5uYh8Ej2RmGf4Lc9PaDt6i'],
    ['a secret that says so', 'my-super-secret-key-0f9a8b7c6d5e4f3a2b1c'],
  ])('is refused when it is %s', (_what, key) => {
    expect(looksRandom(key)).toBe(false);
    const refusal = refusalOf({ SECRET_KEY: key });
    expect(refusal).toBe('SECRET_KEY must be random: make one with "openssl rand -base64 32".');
  });
});

function refusalOf(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'accepted';
}

describe('the secret key', () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  beforeEach(async () => {
    dataDir = await makeDataDir();
  });
  afterEach(() => dataDir.remove());
  const keyOf = (secretKey?: string) => secretKeyOf({ secretKey, dataDir: dataDir.path });

  it('is made once, for its owner alone, and kept', async () => {
    const keys = await Promise.all([keyOf(), keyOf(), keyOf()]);
    expect(new Set([...keys, await keyOf()]).size).toBe(1);
    expect((await stat(join(dataDir.path, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir.path)).toEqual(['secret-key']);
  });

  it('is the setting where there is one, and then nothing is kept', async () => {
    expect(await keyOf('given from outside')).toBe('given from outside');
    expect(await readdir(dataDir.path)).toEqual([]);
  });

  it('is not replaced when it is lost, since what it sealed could not be opened', async () => {
    await mkdir(join(dataDir.path, 'postgres'));
    await expect(keyOf()).rejects.toThrow(/secret-key is missing/);
  });

  it.each(['', 'a key that people made up\n'])('is not replaced when its file holds %j', async (held) => {
    await writeFile(join(dataDir.path, 'secret-key'), held);
    await expect(keyOf()).rejects.toThrow(/does not hold a key/);
    expect(await readFile(join(dataDir.path, 'secret-key'), 'utf8')).toBe(held);
  });
});
