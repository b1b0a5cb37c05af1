import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookings } from '../../projections/bookings/projection.ts';
import { customers } from '../../projections/customers/projection.ts';
import { containsWords } from '../../projections/engine/contains.ts';
import { LIVE_SCHEMA } from '../../projections/engine/projection.ts';
import { createTables } from '../../projections/engine/registry.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.migrate();
});
afterAll(() => database.drop());

async function isFoundIn(
  text: string,
  ...searched: readonly (string | readonly string[])[]
): Promise<boolean> {
  const values: string[] = [text];
  const groups = searched.map((one) => (typeof one === 'string' ? [one] : one));
  const { text: condition } = containsWords('whole', groups, (value) => `$${values.push(value)}`);
  const { rows } = await database.pool.query<{ found: boolean }>(
    `select ${condition} as found from (select $1::text as whole) t`,
    values,
  );
  return rows[0]?.found ?? false;
}

it('finds a text that is part of another, whatever its letters mean in a pattern', async () => {
  for (const part of ['l', 'lo', 'lop', 'lopez', 'a l', '100%_\\', '%', '\\', 'пез']) {
    expect(await isFoundIn(`maria lopez\n100%_\\ пез`, part), part).toBe(true);
  }
  for (const other of ['lop_z', 'lo%z', 'maria%lopez', '_', 'lopez\\']) {
    expect(await isFoundIn('maria lopez', other), other).toBe(false);
  }
  expect(await isFoundIn('maria', 'nobody', 'ri')).toBe(true);
  expect(await isFoundIn('maria lopez', ['lopez', 'm', 'maria'])).toBe(true);
  expect(await isFoundIn('maria lopez', ['lopez', 'x', 'maria'])).toBe(false);
  expect(await isFoundIn('maria lopez', ['lopez', 'nobody'], ['lopez', 'ia'])).toBe(true);
});

it('makes few statements of many searches: the order of the words is none of its business', () => {
  const shape = (...groups: readonly (readonly string[])[]) =>
    containsWords('whole', groups, () => '$1').shape;
  expect(shape(['lopez', 'm'])).toBe(shape(['m', 'lopez']));
  expect(new Set([shape(['lopez', 'm']), shape(['lopez'], ['m']), shape(['lopez', 'maria'])]).size).toBe(3);
});

it('has an index for it where people are searched for, and one for what customers have in common', async () => {
  for (const model of [bookings, customers]) await createTables(database.pool, LIVE_SCHEMA, model);
  const { rows } = await database.pool.query<{ on: string }>(
    `select tablename || ': ' || substring(indexdef from 'USING gin (.*)') as on from pg_indexes
     where schemaname = 'read' and indexdef like '%USING gin%' order by 1`,
  );
  expect(rows.map(({ on }) => on)).toEqual([
    expect.stringMatching(/^bookings_v\d+: \(search_text /),
    expect.stringMatching(/^customers_v\d+: \(search_text /),
    expect.stringMatching(/^customers_v\d+: \(string_to_array\(contacts, /),
  ]);
});
