import { copyFile, cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { backupKeyOf } from '../../../src/backup/back-up.ts';
import { checkBackup } from '../../../src/backup/check.ts';
import type { StoredRow } from '../../../src/backup/format.ts';
import { backupsIn, noteBackup } from '../../../src/backup/known-backups.ts';
import { eraseKeys, eraseKeysIn } from '../../../src/erasure/erase-keys.ts';
import { unpackedAs } from '../../support/backup/bytes.ts';
import { backedUp, givenFolder } from '../../support/backup/installation.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { templateWithTables } from '../../support/server/filled-template.ts';
import { createTestDatabase } from '../../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';

const KEY = backupKeyOf(TEST_SECRET_KEY);
const AT = '2026-11-27T01:00:00+00:00';

let salon: TestSalon;
beforeAll(async () => {
  salon = await givenSalon();
  await salon.booked();
  await salon.booked({ appointment_time: '3:00 PM' });
  const customers = async () =>
    (await salon.database.pool.query("select from sealing.sealing_keys where stream like 'customer-%'"))
      .rowCount;
  await eventually(async () => expect(await customers()).toBeGreaterThan(0));
});
afterAll(() => salon.stop());

let folder: string;
beforeEach(async () => {
  folder = join(await givenFolder(), 'backup');
  await backedUp(salon, folder);
});

const filesOfKeys = async () => (await readdir(folder)).filter((name) => name.startsWith('keys'));

async function rowsOf(name: string): Promise<readonly StoredRow[]> {
  const text = unpackedAs(name, await readFile(join(folder, name))).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const keysOf = (rows: readonly StoredRow[]) => rows.filter(({ table }) => table === 'sealing.sealing_keys');

async function streamWith(prefix: string, name = 'keys.ndjson.br'): Promise<string> {
  const found = keysOf(await rowsOf(name)).find(({ row }) => String(row.stream).startsWith(prefix));
  return String(found?.row.stream);
}

it('an erasure writes the keys anew without those of the erased, keeps every other row, and the backup stays whole', async () => {
  const before = await rowsOf('keys.ndjson.br');
  const stream = await streamWith('customer-');
  expect(await eraseKeys(folder, new Map([[stream, AT]]), KEY)).toBe(1);
  expect(await filesOfKeys()).toEqual(['keys-1.ndjson.br']);
  expect(await rowsOf('keys-1.ndjson.br')).toEqual(
    before.map((line) =>
      line.row.stream === stream ? { ...line, row: { ...line.row, key: null, shredded_at: AT } } : line,
    ),
  );
  const checked = await checkBackup(folder, TEST_SECRET_KEY);
  expect(checked.keys).toBe(keysOf(before).length - 1);
  expect(checked.brokenKeys).toBe(0);

  const other = await streamWith('booking-', 'keys-1.ndjson.br');
  expect(
    await eraseKeys(
      folder,
      new Map([
        [stream, AT],
        [other, AT],
      ]),
      KEY,
    ),
  ).toBe(1);
  expect(await filesOfKeys()).toEqual(['keys-2.ndjson.br']);
  expect((await checkBackup(folder, TEST_SECRET_KEY)).keys).toBe(keysOf(before).length - 2);
});

it('a backup without a key of the erased is left as it is', async () => {
  const before = await readFile(join(folder, 'manifest.json'), 'utf8');
  expect(await eraseKeys(folder, new Map([['customer-unknown', AT]]), KEY)).toBe(0);
  expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(before);
  expect(await filesOfKeys()).toEqual(['keys.ndjson.br']);
});

it('a backup stays whole wherever the erasure is killed, and the next run finishes it', async () => {
  const erased = new Map([[await streamWith('customer-'), AT]]);
  const untouched = join(await givenFolder(), 'untouched');
  await cp(folder, untouched, { recursive: true });
  await eraseKeys(folder, erased, KEY);
  const done = folder;
  const from = (name: string) => join(done, name);
  const states: readonly (() => Promise<void>)[] = [
    // The new file is being written, or is written.
    () => writeFile(join(folder, 'keys-1.ndjson.br'), 'half'),
    () => copyFile(from('keys-1.ndjson.br'), join(folder, 'keys-1.ndjson.br')),
    // The new manifest is being written, or is written.
    async () => {
      await copyFile(from('keys-1.ndjson.br'), join(folder, 'keys-1.ndjson.br'));
      await writeFile(join(folder, 'manifest.json.new'), '{"format"');
    },
    async () => {
      await copyFile(from('keys-1.ndjson.br'), join(folder, 'keys-1.ndjson.br'));
      await copyFile(from('manifest.json'), join(folder, 'manifest.json.new'));
    },
    // The new manifest has its name, and the old file is still there.
    async () => {
      await copyFile(from('keys-1.ndjson.br'), join(folder, 'keys-1.ndjson.br'));
      await copyFile(from('manifest.json'), join(folder, 'manifest.json.new'));
      await rename(join(folder, 'manifest.json.new'), join(folder, 'manifest.json'));
    },
  ];
  for (const [index, leave] of states.entries()) {
    folder = join(await givenFolder(), 'killed');
    await cp(untouched, folder, { recursive: true });
    await leave();
    const { keys, brokenKeys } = await checkBackup(folder, TEST_SECRET_KEY);
    expect(brokenKeys, `state ${index}`).toBe(0);
    expect(keys).toBeGreaterThan(1);
    await eraseKeys(folder, erased, KEY);
    expect(await filesOfKeys()).toEqual(['keys-1.ndjson.br']);
    expect(
      keysOf(await rowsOf('keys-1.ndjson.br')).filter(({ row }) => erased.has(String(row.stream))),
    ).toMatchObject([{ row: { key: null, shredded_at: AT } }]);
    expect((await checkBackup(folder, TEST_SECRET_KEY)).brokenKeys).toBe(0);
  }
});

it('an erasure signs no file that was cut or altered, and none of another key', async () => {
  const erased = new Map([[await streamWith('customer-'), AT]]);
  await expect(eraseKeys(folder, erased, backupKeyOf(`another ${TEST_SECRET_KEY}`))).rejects.toThrow(
    /made with another SECRET_KEY/,
  );
  const path = join(folder, 'keys.ndjson.br');
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, bytes.length - 20));
  await expect(eraseKeys(folder, erased, KEY)).rejects.toThrow(/cut or altered/);
  expect(await filesOfKeys()).toEqual(['keys.ndjson.br']);
});

it('forgets a backup whose folder was deleted, and none whose folder is there', async () => {
  const { pool, drop } = await createTestDatabase(await templateWithTables());
  try {
    const inFolder = (name: string) => join(folder, '..', name);
    for (const name of ['backup', 'deleted', 'half-deleted']) await noteBackup(pool, inFolder(name), AT);
    await mkdir(inFolder('half-deleted'));
    await copyFile(join(folder, 'keys.ndjson.br'), join(inFolder('half-deleted'), 'keys.ndjson.br'));
    const report = () => {};
    const options = { pool, secretKey: TEST_SECRET_KEY, before: AT, report };
    await eraseKeysIn(inFolder('.'), new Map(), options);
    expect((await backupsIn(pool, inFolder('.'))).toSorted()).toEqual([
      inFolder('backup'),
      inFolder('half-deleted'),
    ]);
  } finally {
    await drop();
  }
});
