import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  assertMigrated,
  type Migrations,
  migrate,
  SERVICE_MIGRATIONS,
} from '../../src/adapters/postgres/migrate.ts';
import { LOG_MIGRATIONS } from '../../src/adapters/postgres-log/log.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';

const EVERYTHING = [LOG_MIGRATIONS, ...SERVICE_MIGRATIONS];
const ENTRY = join(import.meta.dirname, '../support/server/migrate-entry.ts');

let database: TestDatabase;
async function newDatabase() {
  database = await createTestDatabase();
  onTestFinished(database.drop);
}
beforeEach(newDatabase);

/** A set of a test's own. */
async function migrationsOf(files: Readonly<Record<string, string>>): Promise<Migrations> {
  const folder = await mkdtemp(join(tmpdir(), 'salon-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, `${name}.sql`), sql);
  return { schema: 'test', folder };
}

function inProcess({ schema, folder }: Partial<Migrations> = {}) {
  const args = [database.url, ...(schema && folder ? [schema, folder] : [])];
  const child = spawn(process.execPath, [ENTRY, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  return { child, ended: once(child, 'exit').then(([code, signal]) => code ?? signal) };
}

/** Every column, constraint and index of the tables in a database, one line each. */
async function structure(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ line: string }>(`
    with tables as (
      select c.oid, n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'log', 'read', 'sealing') and c.relname <> 'migrations')
    select name || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull::text || attidentity::text
        || coalesce(pg_get_expr(adbin, adrelid), '') as line
      from tables join pg_attribute on attrelid = oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all select name || ' ' || pg_get_constraintdef(c.oid) from tables t join pg_constraint c on conrelid = t.oid
    union all select name || ' ' || pg_get_indexdef(indexrelid) from tables join pg_index on indrelid = oid
    order by 1`);
  return rows.map(({ line }) => line);
}

const applied = async (schema: string) => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select name from ${schema}.migrations order by name`,
  );
  return rows.map(({ name }) => name);
};

describe('a database that no release made', () => {
  it.each([
    ['log', '001-events'],
    ['public', '001-tables'],
    ['read', '001-registry'],
  ])('is refused in one line by its schema %s, and nothing in it is changed', async (schema, name) => {
    await database.pool.query(
      `create schema if not exists ${schema};
       create table ${schema}.migrations (name text primary key, run_at timestamptz not null default now());
       insert into ${schema}.migrations (name) values ('${name}');
       create table ${schema}.events (id int)`,
    );
    const before = await structure();
    const set = EVERYTHING.filter((migrations) => migrations.schema === schema);
    const error = await migrate(database.url, set).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    await expect(assertMigrated(database.pool, set)).rejects.toEqual(error);
    expect((error as StartupError).message).toBe(
      `No release of this program made this database, so none can open it (${schema}: no 001-initial): name an empty one. It is left as it was.`,
    );
    expect(await structure()).toEqual(before);
    expect(await applied(schema)).toEqual([name]);
  });
});

it('four processes may start together on an empty database: one makes the tables, the others find them', async () => {
  const ends = await Promise.all(Array.from({ length: 4 }, () => inProcess().ended));
  expect(ends).toEqual([0, 0, 0, 0]);
  for (const schema of ['log', 'public', 'read']) {
    const names = await applied(schema);
    expect(names).toEqual([...new Set(names)]);
    expect(names.length).toBeGreaterThan(0);
  }
});

it('makes no table for the event log unless the log is in Postgres', async () => {
  await migrate(database.url, SERVICE_MIGRATIONS);
  expect((await structure()).filter((line) => line.startsWith('log.'))).toEqual([]);
});

it('makes the schema of the read models again after it was dropped', async () => {
  await migrate(database.url, SERVICE_MIGRATIONS);
  const before = await structure();
  await database.pool.query('drop schema read cascade');
  await migrate(database.url, SERVICE_MIGRATIONS);
  expect(await structure()).toEqual(before);
});

it('runs each file once, in the order of their numbers', async () => {
  const first = {
    '001-a': 'create table test.steps (step int)',
    '002-b': 'insert into test.steps values (2)',
  };
  await migrate(database.url, [await migrationsOf(first)]);
  const more = { ...first, '003-c': 'insert into test.steps values (3)', '010-d': 'drop table test.steps' };
  await migrate(database.url, [await migrationsOf({ ...first, '003-c': more['003-c'] })]);
  const { rows } = await database.pool.query('select step from test.steps');
  expect(rows).toEqual([{ step: 2 }, { step: 3 }]);
  await migrate(database.url, [await migrationsOf(more)]);
  expect(await applied('test')).toEqual(Object.keys(more));
});

it('tells a command that only reads which file was not run, and runs none', async () => {
  const first = { '001-a': 'create table test.steps (step int)' };
  const next = await migrationsOf({ ...first, '002-b': 'select 2' });
  await migrate(database.url, [await migrationsOf(first)]);
  await expect(assertMigrated(database.pool, [next])).rejects.toThrow(
    'This database lacks tables of this release (test: 002-b): use the release that it is of, or start this one first.',
  );
  expect(await applied('test')).toEqual(['001-a']);
  await migrate(database.url, [next]);
  await assertMigrated(database.pool, [next]);
});

it('leaves nothing of a migration whose process is killed, and the next process runs it anew', async () => {
  const slow = await migrationsOf({
    '001-half': 'create table test.half (id int)',
    '002-slow': 'select pg_sleep(600)',
  });
  const { child, ended } = inProcess(slow);
  const sleeping = async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    );
    return rows.length;
  };
  await expect.poll(sleeping).toBe(1);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');

  const quick = await migrationsOf({ '001-half': 'create table test.half (id int)' });
  await migrate(database.url, [quick]);
  expect(await applied('test')).toEqual(['001-half']);
  expect(await sleeping()).toBe(0);
});

describe('a migration that fails', () => {
  const failing = { '001-a': 'create table test.a (id int)', '002-b': "insert into test.a values ('Ada')" };

  it('is reported in one line, without a value from a row, and leaves nothing', async () => {
    const error = await migrate(database.url, [await migrationsOf(failing)]).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartupError);
    expect((error as StartupError).message).toBe(
      'The tables of the database could not be brought up to date (22P02).',
    );
    const { rows } = await database.pool.query("select to_regclass('test.a') as a");
    expect(rows).toEqual([{ a: null }]);
  });
});

it('refuses a database that a newer version of the program has changed, and changes nothing in it', async () => {
  const newer = await migrationsOf({ '001-a': 'create table test.a (id int)', '002-b': 'select 1' });
  await migrate(database.url, [newer]);
  const older = await migrationsOf({ '001-a': 'create table test.a (id int)' });
  await expect(migrate(database.url, [older])).rejects.toThrow(
    'This database was changed by a newer version of the program (test: 002-b): start that version.',
  );
  expect(await applied('test')).toEqual(['001-a', '002-b']);
});
