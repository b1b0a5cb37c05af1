import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Card } from '../../src/features/customers/events.ts';
import { postgresImportTable, sweepImports } from '../../src/features/customers/imports/postgres-table.ts';
import type { MakePlan, PlannedRow } from '../../src/features/customers/imports/rows.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';

let database: TestDatabase;
let table: ReturnType<typeof postgresImportTable>;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.migrate();
  table = postgresImportTable({ pool: database.pool, keys: memorySealingKeys() });
});
afterAll(() => database.drop());

const position = (n: number) => n.toString(16).padStart(32, '0');
const cardOf = (email: string): Card => ({
  name: 'Ann Lee',
  emails: [email],
  phones: [],
  birthdayMonth: null,
  birthdayDay: null,
  notes: null,
});
const ROWS = [1, 2, 3].map((row) => ({ row, line: row + 1, card: cardOf(`row-${row}@example.com`) }));
const [CUSTOMER, FIRST] = [randomUUID(), randomUUID()];
const asImported = (rows = ROWS): PlannedRow[] =>
  rows.map(({ row, card }) => ({ row, card, plan: { do: 'import' } }));
const everyRow: MakePlan = async () => asImported();

const registrarAt = (at: string) =>
  database.pool.query(
    `insert into process_checkpoints (process, position, revision) values ('registrar', $1, 1)
     on conflict (process) do update set position = excluded.position`,
    [at],
  );

async function givenFile() {
  const importId = randomUUID();
  await table.keep(importId, { rows: ROWS, refused: [{ line: 9, problem: 'name-missing' }], held: 'skip' });
  return importId;
}

describe('the table of imports', () => {
  it('keeps rows sealed, once, until the import has ended', async () => {
    const importId = await givenFile();
    await table.keep(importId, { rows: [], refused: [], held: 'skip' });
    expect(await table.unplanned(importId)).toEqual(ROWS);
    const { rows } = await database.pool.query<{ box: Buffer }>(
      'select box from import_rows where import_id = $1',
      [importId],
    );
    expect(rows.map(({ box }) => box.includes('Ann Lee'))).toEqual([false, false, false]);
    await table.empty(importId);
    expect(await table.unplanned(importId)).toEqual([]);
    expect((await table.kept(importId))[0]).toMatchObject({
      refused: [{ line: 9, problem: 'name-missing' }],
    });
  });

  it('has no plan before the registrar has passed the start', async () => {
    const importId = await givenFile();
    await registrarAt(position(4));
    expect(await table.savePlan(importId, position(5), everyRow)).toBe(false);
    expect(await table.undone(importId, 10)).toBeUndefined();
    await registrarAt(position(5));
    expect(await table.savePlan(importId, position(5), everyRow)).toBe(true);
    expect((await table.undone(importId, 2))?.map(({ row }) => row)).toEqual([1, 2]);
  });

  it('has one plan, also where two are made at once', async () => {
    const importId = await givenFile();
    await registrarAt(position(9));
    const skipped: MakePlan = async () =>
      asImported().map((planned) => ({ ...planned, plan: { do: 'skip' } }));
    const plans = await Promise.all([
      table.savePlan(importId, position(1), everyRow),
      table.savePlan(importId, position(1), skipped),
      table.savePlan(importId, position(1), everyRow),
    ]);
    expect(plans).toEqual([true, true, true]);
    const { import: imported, skip } = await table.counts(importId);
    expect([imported, skip]).toContain(3);
    expect([imported, skip]).toContain(0);
  });

  it('tells who holds contacts first, on a card or by an open decision', async () => {
    await database.pool.query(`truncate registrar_contacts, registrar_decisions`);
    const hold = (hash: string, customerId: string, rank: string) =>
      database.pool.query('insert into registrar_contacts values ($1, $2)', [
        `${hash} ${customerId}`,
        { hash, customerId, rank },
      ]);
    await hold('one', CUSTOMER, position(7));
    await hold('one', FIRST, position(3));
    await hold('two', CUSTOMER, position(7));
    await database.pool.query('insert into registrar_decisions values ($1, $2)', [
      'booking',
      { bookingId: 'booking', customerId: FIRST, rank: position(2), learnt: ['two', 'three'], links: true },
    ]);
    const importId = await givenFile();
    await registrarAt(position(9));
    let holders: ReadonlyMap<string, string> = new Map();
    await table.savePlan(importId, position(1), async (holdersOf) => {
      holders = await holdersOf(['one', 'two', 'three', 'four']);
      return asImported();
    });
    expect([...holders].sort()).toEqual([
      ['one', FIRST],
      ['three', FIRST],
      ['two', FIRST],
    ]);
  });

  it('counts what is planned, and has no work left for rows that write nothing', async () => {
    const importId = await givenFile();
    await registrarAt(position(9));
    const plans = [{ do: 'change', customerId: CUSTOMER }, { do: 'skip' }, { do: 'join' }] as const;
    await table.savePlan(importId, position(1), async () =>
      ROWS.map(({ row }, index) => ({
        row,
        card: cardOf('added@example.com'),
        plan: plans[index] ?? { do: 'skip' },
      })),
    );
    expect(await table.undone(importId, 10)).toEqual([
      { row: 1, card: cardOf('added@example.com'), plan: { do: 'change', customerId: CUSTOMER } },
    ]);
    await table.done(importId, [1]);
    expect(await table.undone(importId, 10)).toEqual([]);
    expect(await table.counts(importId)).toEqual({ import: 0, change: 1, skip: 1, join: 1, refused: 1 });
    expect((await table.kept(importId))[0]).toMatchObject({ done: 3, skipped: [3] });
  });

  it('plans nothing whose rows were lost, so that such an import is never finished', async () => {
    const importId = randomUUID();
    await registrarAt(position(9));
    expect(await table.savePlan(importId, position(1), everyRow)).toBe(false);
    expect(await table.undone(importId, 10)).toBeUndefined();
  });

  it('sweeps files that nobody imports, and no plan', async () => {
    await database.pool.query('truncate imports cascade');
    const [unused, planned] = [await givenFile(), await givenFile()];
    await registrarAt(position(9));
    await table.savePlan(planned, position(1), everyRow);
    await database.pool.query("insert into import_files values ($1, now() - interval '2 hours', '')", [
      randomUUID(),
    ]);
    await sweepImports(database.pool, new Date());
    expect((await table.kept(null)).map(({ import_id }) => import_id).sort()).toEqual(
      [unused, planned].sort(),
    );
    expect((await database.pool.query('select id from import_files')).rows).toEqual([]);
    await sweepImports(database.pool, new Date(Date.now() + 8 * 86_400_000));
    expect((await table.kept(null)).map(({ import_id }) => import_id)).toEqual([planned]);
  });
});
