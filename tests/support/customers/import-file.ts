import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CsvRow, readCsv } from '../../../src/adapters/csv-reader.ts';
import { toE164 } from '../../../src/adapters/phone.ts';
import type { DateOrder } from '../../../src/contracts/customers/imports.ts';
import { columnsOf } from '../../../src/features/customers/imports/columns.ts';
import { readRows } from '../../../src/features/customers/imports/read-rows.ts';
import { tableIn } from '../../../src/features/customers/imports/table.ts';

export type Content = string | Buffer;

async function withFile<Result>(content: Content, work: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'salon-import-test-'));
  try {
    const path = join(folder, 'file.csv');
    await writeFile(path, content);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** All rows of a file, its headings among them. */
export const rowsOf = (content: Content, mostRows = 20_000): Promise<CsvRow[]> =>
  withFile(content, async (path) => {
    const rows: CsvRow[] = [];
    for await (const row of readCsv(path, mostRows)) rows.push(row);
    return rows;
  });

/** Imports a file with the proposed columns, for a salon in the United States. */
export const importOf = (content: Content, order: DateOrder | null = null) =>
  withFile(content, async (path) => {
    const table = await tableIn(readCsv(path, 20_000));
    const { headings } = table;
    const columns = columnsOf(headings);
    const read = await readRows(table, {
      columns,
      order,
      toE164: (phone) => toE164(phone, 'US'),
      today: '2026-11-28',
    });
    return { headings, columns, ...read };
  });
