import { createHash, createSecretKey } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SERVICE_MIGRATIONS } from '../../src/adapters/postgres/migrate.ts';
import { LOG_MIGRATIONS } from '../../src/adapters/postgres-log/log.ts';
import { deriveKey } from '../../src/adapters/secrets/derived-keys.ts';
import { Contents, FILES, FORMAT } from '../../src/backup/format.ts';
import { KEPT_TABLES } from '../../src/backup/tables.ts';
import { openBox } from '../../src/eventsourcing/sealing/sealed-box.ts';
import { EVENT_TYPES } from '../../src/features/change-feed/cloud-event.ts';

/**
 * Every state of `main` is a release, and the next one opens its data. `released.json` has the SHA-256 of everything that stored data
 * depends on. The commit that changes one of these on purpose, by the rule that the failing test states, writes the new hash there.
 */
type Hashes = Readonly<Record<string, string>>;
const readJson = (name: string) =>
  JSON.parse(readFileSync(new URL(`../support/log/${name}`, import.meta.url), 'utf8'));

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const jsonHash = (value: unknown) => hashOf(JSON.stringify(value));

const EXAMPLES: readonly { readonly type: string; readonly schemaVersion: number; readonly data: unknown }[] =
  readJson('event-fixtures.json');

const SECRET_KEY = 'the secret key of this test';
const KEYS_OF_STORED_DATA = [
  'sealing-master/v1',
  'backup/v1',
  'customer-contact/v1',
  'message-number/v1',
  'management-token/v1',
  'short-code/v1',
] as const;

const PRESENT = {
  migrations: Object.fromEntries(
    [LOG_MIGRATIONS, ...SERVICE_MIGRATIONS].flatMap(({ schema, folder }) =>
      readdirSync(folder).map((file) => [`${schema}/${file}`, hashOf(readFileSync(join(folder, file)))]),
    ),
  ),
  schemas: Object.fromEntries(
    Object.entries(EVENT_TYPES).map(([type, { schemaVersion, data }]) => [
      `${type} ${schemaVersion}`,
      jsonHash(z.toJSONSchema(data)),
    ]),
  ),
  examples: Object.fromEntries(
    [...Map.groupBy(EXAMPLES, ({ type, schemaVersion }) => `${type} ${schemaVersion}`)].flatMap(
      ([version, examples]) => examples.map(({ data }, at) => [`${version}, ${at + 1}`, jsonHash(data)]),
    ),
  ),
  keys: Object.fromEntries(
    KEYS_OF_STORED_DATA.map((purpose) => [purpose, hashOf(deriveKey(SECRET_KEY, purpose))]),
  ),
  backups: { [`format ${FORMAT}`]: jsonHash([z.toJSONSchema(Contents), FILES, KEPT_TABLES]) },
} satisfies Record<string, Hashes>;

const RELEASED: Record<keyof typeof PRESENT, Hashes> = readJson('released.json');

describe.each([
  [
    'migrations',
    'Databases have run this file. Put the change into a new one, such as 002-what-it-does.sql.',
  ],
  [
    'schemas',
    'Logs have events of this version. Without a new schemaVersion only a field may be added that may be missing (docs/changing-events.md).',
  ],
  ['examples', 'Logs have this event. Leave it as it is, and add another example after it.'],
  ['keys', 'Stored data and links that were sent go by this key. Leave it as it is.'],
  ['backups', 'Backups have this format. Raise FORMAT if this release would not restore them as they are.'],
] as const)('the %s that were released', (kind, rule) => {
  const present: Hashes = PRESENT[kind];

  it.each(Object.entries(RELEASED[kind]))('have %s as it was', (name, hash) => {
    expect(present[name], rule).toBe(hash);
  });

  it('are all listed', () => {
    const missing = Object.entries(present)
      .filter(([name]) => !Object.hasOwn(RELEASED[kind], name))
      .map(([name, hash]) => `"${name}": "${hash}"`);
    expect(missing, `Add to "${kind}" in tests/support/log/released.json: ${missing.join(', ')}`).toEqual([]);
  });
});

it('a box that a release has sealed still opens', () => {
  const key = createSecretKey(deriveKey(SECRET_KEY, 'sealing-master/v1'));
  const box = Buffer.from('AV2ihg3f65vi8o1tsWJM3Srz2JZySXD2is8DSROw3UPtQMS8YlpnMF0=', 'base64');
  expect(openBox(key, 'booking-1/0', box).toString()).toBe('Ada Lovelace');
});
