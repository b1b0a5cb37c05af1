import { type CsvRow, UnreadableCsv } from '../../../adapters/csv-reader.ts';
import { oneLine } from '../../../contracts/plain-text.ts';
import { columnsOf } from './columns.ts';
import { LONGEST_CONTACT } from './contact-cells.ts';

/** A file's headings, and the rows below them. */
export interface ImportedTable {
  /** Empty texts if the file has no headings. */
  readonly headings: readonly string[];
  readonly rows: AsyncIterable<CsvRow>;
}

/** Headings stand in one of so many rows; above them, there may be a title. */
const HEAD = 10;

const isContact = (cell: string): boolean =>
  cell.length <= LONGEST_CONTACT &&
  (/\S@\S+\.\S/.test(cell) || (/^\+?[\d ().-]+$/.test(cell) && cell.replace(/\D/g, '').length >= 10));
const filled = ({ cells }: CsvRow): number => cells.filter((cell) => cell !== '').length;

/** Finds the headings: in the row with the most known names, or else in the first row with several cells. */
function headingsIn(head: readonly CsvRow[]): number {
  const known = head.map(({ cells }) => Object.keys(columnsOf(cells)).length);
  const most = Math.max(...known);
  if (most > 0) return known.indexOf(most);
  return Math.max(
    0,
    head.findIndex((row) => filled(row) > 1),
  );
}

/** @throws UnreadableCsv */
export async function tableIn(rows: AsyncIterable<CsvRow>): Promise<ImportedTable> {
  const all = rows[Symbol.asyncIterator]();
  const head: CsvRow[] = [];
  while (head.length < HEAD) {
    const next = await all.next();
    if (next.done) break;
    head.push(next.value);
  }
  const at = headingsIn(head);
  const cells = head[at]?.cells ?? [];
  // A row with a contact is a customer.
  const hasHeadings = !cells.some(isContact);
  const below = hasHeadings ? head.slice(at + 1) : head;
  if (below.length === 0) throw new UnreadableCsv('empty');
  async function* rest() {
    yield* below;
    yield* { [Symbol.asyncIterator]: () => all };
  }
  return { headings: cells.map((cell) => (hasHeadings ? oneLine(cell) : '')), rows: rest() };
}
