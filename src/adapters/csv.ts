import { stringify } from 'csv-stringify/sync';

/** A column of a file for spreadsheets. */
export interface Column<Row> {
  readonly title: string;
  value(row: Row): string | number | null;
}

/** Lines as spreadsheets read them best (RFC 4180). A text that they would take for a formula gets an apostrophe in front. */
const OPTIONS = { record_delimiter: 'windows', escape_formulas: true } as const;

/** The file, one piece for each page: as little of it is in memory as the pages are long. */
export async function* csvOf<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  // Without the mark at the start, spreadsheets don't take it for UTF-8.
  yield stringify([columns.map(({ title }) => title)], { ...OPTIONS, bom: true });
  for await (const rows of pages) {
    yield stringify(
      rows.map((row) => columns.map(({ value }) => value(row))),
      OPTIONS,
    );
  }
}
