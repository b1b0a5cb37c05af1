import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type CsvFault, readCsv, UnreadableCsv } from '../../../adapters/csv-reader.ts';
import { temporaryFolder } from '../../../adapters/temporary-folders.ts';
import { MOST_IMPORTED_ROWS } from '../../../contracts/customers/imports.ts';
import { createKeyedMutex } from '../../../eventsourcing/async/keyed-mutex.ts';
import { openBox, sealBox } from '../../../eventsourcing/sealing/sealed-box.ts';
import { type SealingKeys, unshreddedKey } from '../../../eventsourcing/sealing/sealing-keys.ts';
import { refuse } from '../../../http/refusal.ts';
import { columnsOf } from './columns.ts';
import { type ImportedTable, tableIn } from './table.ts';

const WORDS: Readonly<Record<CsvFault, string>> = {
  encoding: 'The letters of this file cannot be read. Please save it as “CSV UTF-8” and choose it again.',
  empty: 'This file has no rows below its headings.',
  'line-too-long': 'A row of this file is far too long. Please choose the file that lists your customers.',
  'too-many-columns':
    'This file has more than 200 columns. Please choose the file that lists your customers.',
  'too-many-rows':
    'This file has more than 20,000 rows. Please split it and import the parts one after the other.',
};

const GONE = 'This file was chosen too long ago. Please choose it again.';

const KEPT_MS = 3_600_000;

const streamOf = (fileId: string): string => `import-file-${fileId}`;

/** The number of empty lines is known once all rows were read. */
type CountedTable = ImportedTable & { emptyLines(): number };

/** Reads a file as a table. @throws Refused with a sentence for staff */
async function readTable<Result>(
  path: string,
  work: (table: CountedTable) => Promise<Result>,
): Promise<Result> {
  let empty = 0;
  const count = () => {
    empty += 1;
  };
  try {
    const table = await tableIn(readCsv(path, MOST_IMPORTED_ROWS, count));
    return await work({ ...table, emptyLines: () => empty });
  } catch (error) {
    throw error instanceof UnreadableCsv
      ? refuse('import-file-unreadable', { detail: WORDS[error.fault] })
      : error;
  }
}

/** Files that staff have chosen and look at before they are imported. They are kept, sealed, until they are swept. */
export function createImportFiles({ pool, keys }: { readonly pool: Pool; readonly keys: SealingKeys }) {
  const mutex = createKeyedMutex();
  /** One file at a time is in the memory of a process. */
  const alone = <Result>(work: () => Promise<Result>) => mutex.runExclusive('file', work);

  return {
    /** Checks a file and keeps it. @param path where it has arrived */
    keep: (path: string) =>
      alone(async () => {
        const table = await readTable(path, async ({ headings, rows: all }) => {
          const filled = new Set<number>();
          let rows = 0;
          for await (const { cells } of all) {
            for (const [column, cell] of cells.entries()) if (cell !== '') filled.add(column);
            rows += 1;
          }
          return {
            headings: [...headings],
            rows,
            columns: columnsOf(headings, (column) => filled.has(column)),
          };
        });
        const id = randomUUID();
        const key = await unshreddedKey(keys, streamOf(id));
        const box = sealBox(key, streamOf(id), await readFile(path));
        await pool.query('insert into import_files (id, box) values ($1, $2)', [id, box]);
        return { id, ...table };
      }),

    /** Reads a file that is kept. @throws Refused `not-found` */
    read: <Result>(fileId: string, work: (table: CountedTable) => Promise<Result>): Promise<Result> =>
      alone(async () => {
        const found = await pool.query<{ box: Buffer }>('select box from import_files where id = $1', [
          fileId,
        ]);
        const key = (await keys.keysOf([streamOf(fileId)])).get(streamOf(fileId));
        const [file] = found.rows;
        if (!file || !key || key === 'shredded') throw refuse('not-found', { detail: GONE });
        const folder = await temporaryFolder();
        try {
          const path = join(folder, 'file');
          await writeFile(path, openBox(key, streamOf(fileId), file.box), { mode: 0o600 });
          return await readTable(path, work);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),

    /** Removes files that were sent more than an hour ago, with their keys. */
    async sweep(now: Date): Promise<void> {
      const { rows } = await pool.query<{ id: string }>('select id from import_files where created_at < $1', [
        new Date(now.getTime() - KEPT_MS),
      ]);
      for (const { id } of rows) {
        await keys.shred(streamOf(id));
        await pool.query('delete from import_files where id = $1', [id]);
      }
    },
  };
}

export type ImportFiles = ReturnType<typeof createImportFiles>;
