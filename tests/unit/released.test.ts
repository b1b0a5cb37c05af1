import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERVICE_MIGRATIONS } from '../../src/adapters/postgres/migrate.ts';
import { LOG_MIGRATIONS } from '../../src/adapters/postgres-log/log.ts';

/**
 * Every state of `main` is a release, and the next one opens its data. So nothing that was released is edited: `released.json` has the
 * SHA-256 of each migration and of each version of an event. A new migration or version is added to it by its own commit.
 */
const RELEASED: Readonly<Record<'migrations' | 'events', Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL('../support/log/released.json', import.meta.url), 'utf8'),
);
const EVENTS: readonly { readonly type: string; readonly schemaVersion: number; readonly data: unknown }[] =
  JSON.parse(readFileSync(new URL('../support/log/event-fixtures.json', import.meta.url), 'utf8'));

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const hashes = {
  migrations: Object.fromEntries(
    [LOG_MIGRATIONS, ...SERVICE_MIGRATIONS].flatMap(({ schema, folder }) =>
      readdirSync(folder).map((file) => [
        `${schema}/${file}`,
        hashOf(readFileSync(join(folder, file), 'utf8')),
      ]),
    ),
  ),
  events: Object.fromEntries(
    [...Map.groupBy(EVENTS, ({ type, schemaVersion }) => `${type} ${schemaVersion}`)].map(
      ([version, examples]) => [version, hashOf(JSON.stringify(examples.map(({ data }) => data)))],
    ),
  ),
};

it.each([
  [
    'migrations',
    'Databases have run this file: put the change into a new one, such as 002-what-it-does.sql.',
  ],
  ['events', 'Logs have this event: raise its schemaVersion and give an upcast (docs/changing-events.md).'],
] as const)('the %s that were released are as they were', (kind, reason) => {
  for (const [name, hash] of Object.entries(RELEASED[kind]))
    expect(hashes[kind][name], `${name}: ${reason}`).toBe(hash);
});

it.each(['migrations', 'events'] as const)(
  'every one of the %s is listed, so that it stays as it is',
  (kind) => {
    expect(Object.keys(RELEASED[kind]).sort()).toEqual(Object.keys(hashes[kind]).sort());
  },
);
