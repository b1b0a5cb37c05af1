import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { composeImportSweep } from '../../src/features/customers/compose.ts';
import { type Card, MERGES } from '../../src/features/customers/events.ts';
import { createImportFiles } from '../../src/features/customers/imports/files.ts';
import { postgresImportTable } from '../../src/features/customers/imports/postgres-table.ts';
import type { Holders, MakePlan, PlannedRow } from '../../src/features/customers/imports/rows.ts';
import { record } from '../projections/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';
import { eventually } from '../support/machine/eventually.ts';
import { givenDatabase } from '../support/server/postgres.ts';

const database = givenDatabase();
let table: ReturnType<typeof postgresImportTable>;
const keys = memorySealingKeys();
beforeAll(() => {
  table = postgresImportTable({ pool: database.pool, keys });
});

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
const asImported = (rows = ROWS): PlannedRow[] => rows.map((row) => ({ ...row, plan: { do: 'import' } }));
const everyRow: MakePlan = async () => asImported();

const registrarAt = (at: string) =>
  database.pool.query(
    `insert into process_checkpoints (process, position, revision) values ('registrar', $1, 1)
     on conflict (process) do update set position = excluded.position`,
    [at],
  );

/** Counts the transactions that wait for another one to end. */
async function waiting(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

async function givenFile() {
  const importId = randomUUID();
  await table.keep(importId, {
    rows: ROWS,
    refused: [{ line: 9, problem: 'name-missing' }],
    remarks: [{ line: 3, remark: 'email-unreadable' }],
    empty: 2,
  });
  return importId;
}

describe('the table of imports', () => {
  it('keeps rows sealed, once, until the import has ended', async () => {
    const importId = await givenFile();
    await table.keep(importId, { rows: [], refused: [], remarks: [], empty: 0 });
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
      remarks: [{ line: 3, remark: 'email-unreadable' }],
      empty: 2,
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
    const known: MakePlan = async () => ROWS.map((row) => ({ ...row, plan: { do: 'known' } }));
    const made: string[] = [];
    const second = Promise.withResolvers<boolean>();
    const first = table.savePlan(importId, position(1), async () => {
      made.push('first');
      table
        .savePlan(importId, position(1), async (...of) => {
          made.push('second');
          return known(...of);
        })
        .then(second.resolve, second.reject);
      // The second one either waits for the first, or makes a plan of its own.
      await eventually(async () => expect((await waiting()) + made.length).toBe(2));
      return asImported();
    });
    expect(await Promise.all([first, second.promise])).toEqual([true, true]);
    expect(await table.savePlan(importId, position(1), known)).toBe(true);
    expect(made).toEqual(['first']);
    expect(await table.counts(importId)).toMatchObject({ import: 3, known: 0 });
  });

  it('tells who holds contacts, the first of them first, on a card or by an open decision', async () => {
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
    let holders: Holders = new Map();
    await table.savePlan(importId, position(1), async (holdersOf) => {
      holders = await holdersOf(['one', 'two', 'three', 'four']);
      return asImported();
    });
    expect([...holders].sort()).toEqual([
      ['one', [FIRST, CUSTOMER]],
      ['three', [FIRST]],
      ['two', [FIRST, CUSTOMER]],
    ]);
  });

  const SHARES = [
    {
      contact: 'email',
      value: 'row-2@example.com',
      with: { customer_id: CUSTOMER, name: 'Mia Parent', line: null },
    },
  ] as const;
  const PLANS = [{ do: 'import' }, { do: 'skip', shares: SHARES }, { do: 'join', line: 2 }] as const;
  async function givenPlanned() {
    const importId = await givenFile();
    await registrarAt(position(9));
    await table.savePlan(importId, position(1), async () =>
      ROWS.map((row, index) => ({ ...row, plan: PLANS[index] ?? { do: 'known' } })),
    );
    return importId;
  }

  it('counts what is planned, and has no work left for rows that write nothing', async () => {
    const importId = await givenPlanned();
    expect(await table.undone(importId, 10)).toEqual([{ row: 1, card: cardOf('row-1@example.com') }]);
    await table.done(importId, [1]);
    expect(await table.undone(importId, 10)).toEqual([]);
    expect(await table.counts(importId)).toEqual({ import: 1, known: 0, skip: 1, join: 1, refused: 1 });
    expect((await table.kept(importId))[0]).toMatchObject({
      done: 3,
      not_taken: [3],
      known: [{ line: 4, as: 2 }],
    });
  });

  it('keeps rows that were not taken, sealed, after the end, until somebody is erased', async () => {
    const [ended, other, open] = [await givenPlanned(), await givenPlanned(), await givenPlanned()];
    await table.finish(ended);
    await table.finish(other);
    const notTaken = { line: 3, card: cardOf('row-2@example.com'), shares: SHARES };
    expect(await table.notTaken(ended, 0, 10)).toEqual([notTaken]);
    expect(await table.notTaken(ended, 3, 10)).toEqual([]);
    const { rows } = await database.pool.query<{ box: Buffer }>(
      'select box from import_rows where import_id = $1',
      [ended],
    );
    expect(rows.map(({ box }) => box.includes('Mia'))).toEqual([false]);
    await table.empty(other);
    expect(await table.notTaken(other, 0, 10)).toEqual([]);

    await table.forgetNotTaken();
    expect(await table.notTaken(ended, 0, 10)).toEqual([]);
    expect(await table.notTaken(open, 0, 10)).toEqual([]);
    expect((await keys.keysOf([`import-${ended}`])).get(`import-${ended}`)).toBe('shredded');
    expect(await table.undone(open, 10)).toHaveLength(1);
  });

  it('tells whether a file may hold a contact: of a row that is still there, and always once rows are lost', async () => {
    const importId = await givenFile();
    const hash = (contact: string) => `hashed ${contact}`;
    const mayHold = (id: string, ...emails: string[]) =>
      table.mayHold(
        id,
        emails.map((email) => hash(`email:${email}`)),
        hash,
      );
    expect(await mayHold(importId, 'row-2@example.com')).toBe(true);
    expect(await mayHold(importId, 'nobody@example.com', 'row-3@example.com')).toBe(true);
    expect(await mayHold(importId, 'nobody@example.com')).toBe(false);
    expect(await mayHold(importId)).toBe(false);
    expect(await mayHold(randomUUID(), 'nobody@example.com')).toBe(true);
  });

  it('plans nothing whose rows were lost, so that such an import is never finished', async () => {
    const importId = randomUUID();
    await registrarAt(position(9));
    expect(await table.savePlan(importId, position(1), everyRow)).toBe(false);
    expect(await table.undone(importId, 10)).toBeUndefined();
  });

  it('sweeps files that nobody imports, and no plan', async () => {
    await database.pool.query('truncate imports cascade');
    const [unused, planned, waiting] = [await givenFile(), await givenFile(), await givenFile()];
    await registrarAt(position(9));
    await table.savePlan(planned, position(1), everyRow);
    const log = memoryEventStore();
    const counts = { imported: 3, skipped: 0, refused: 1 };
    await record(log, [
      { stream: MERGES, type: 'ImportStarted', data: { importId: planned, rows: 4 } },
      { stream: MERGES, type: 'ImportFinished', data: { importId: planned, ...counts } },
      { stream: MERGES, type: 'ImportStarted', data: { importId: waiting, rows: 4 } },
    ]);
    const files = createImportFiles({ pool: database.pool, keys });
    const folder = await mkdtemp(join(tmpdir(), 'import-table-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'file.csv'), 'Name,Email\nAnn,ann@example.com\n');
    const { id: file } = await files.keep(join(folder, 'file.csv'));

    let now = new Date();
    const sweep = composeImportSweep({ log, keys, pool: database.pool, now: () => now });
    const rowsOf = async (importId: string) => (await table.unplanned(importId)).length;
    async function leftAfter(hours: number) {
      now = new Date(Date.now() + hours * 3_600_000);
      await sweep();
      const streams = [`import-file-${file}`, `import-${unused}`, `import-${waiting}`];
      const found = await keys.keysOf(streams);
      return {
        file: await files.read(file, async () => true).catch(() => false),
        unused: await rowsOf(unused),
        waiting: await rowsOf(waiting),
        keys: streams.filter((stream) => found.get(stream) !== 'shredded').length,
      };
    }
    expect(await leftAfter(0.9)).toEqual({ file: true, unused: 3, waiting: 3, keys: 3 });
    expect(await leftAfter(1.1)).toEqual({ file: false, unused: 3, waiting: 3, keys: 2 });
    expect(await leftAfter(23.9)).toEqual({ file: false, unused: 3, waiting: 3, keys: 2 });
    expect(await leftAfter(24.1)).toEqual({ file: false, unused: 0, waiting: 3, keys: 1 });
    expect(await leftAfter(10_000)).toEqual({ file: false, unused: 0, waiting: 3, keys: 1 });
    expect((await database.pool.query('select id from import_files')).rows).toEqual([]);
    expect((await table.kept(null)).map(({ import_id }) => import_id).sort()).toEqual(
      [planned, waiting].sort(),
    );
    expect(await table.savePlan(waiting, position(1), everyRow)).toBe(true);
    expect(await table.undone(planned, 10)).toBeUndefined();
  });
});
