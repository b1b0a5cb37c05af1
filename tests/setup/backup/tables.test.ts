import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEPT_TABLES, OTHER_TABLES } from '../../../src/backup/tables.ts';
import { templateWithTables } from '../../support/server/filled-template.ts';
import { createTestDatabase, type TestDatabase } from '../../support/server/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(await templateWithTables());
});
afterAll(() => database.drop());

/** Tables of partitions hold no rows of their own. */
const TABLES = `
  select n.nspname as schema, n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 2`;

it('a backup has a rule for every table, and for no other', async () => {
  const { rows } = await database.pool.query<{ schema: string; name: string }>(TABLES);
  expect(rows.length).toBeGreaterThan(40);
  const kept = KEPT_TABLES.map(({ name }) => name);
  const others = Object.keys(OTHER_TABLES);
  const unknown = rows.filter(
    ({ schema, name }) => !kept.includes(name) && !others.includes(name) && !others.includes(`${schema}.*`),
  );
  expect(unknown).toEqual([]);
  const names = rows.flatMap(({ schema, name }) => [name, `${schema}.*`]);
  expect([...kept, ...others].filter((name) => !names.includes(name))).toEqual([]);
  expect(kept.filter((name) => others.includes(name))).toEqual([]);
});

it('knows the columns with positions, and inserts rows after those that they refer to', async () => {
  const texts = await database.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
     where column_name ~ 'position|^line$|^decided$' and table_schema in ('public', 'accounts', 'sealing')
       and table_name <> 'import_rows'`,
  );
  const known = KEPT_TABLES.flatMap(({ name, positions }) => positions.map((column) => `${name}.${column}`));
  expect(texts.rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);

  const references = await database.pool.query<{ of: string; to: string }>(
    `select conrelid::regclass::text as of, confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and connamespace::regnamespace::text in ('public', 'accounts', 'sealing')`,
  );
  const order = KEPT_TABLES.map(({ name }) => name.replace(/^public\./, ''));
  expect(references.rows.length).toBeGreaterThan(8);
  const ofKept = references.rows.filter(({ of }) => order.includes(of));
  expect(ofKept.length).toBeGreaterThan(6);
  expect(ofKept.filter(({ of, to }) => order.indexOf(of) < order.indexOf(to))).toEqual([]);
});
