import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { type Options, parse } from 'csv-parse/sync';
import { linesOf, NoText, type TextLine } from './text-lines.ts';

export type CsvFault = 'encoding' | 'line-too-long' | 'too-many-columns' | 'too-many-rows' | 'empty';

export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv';
  readonly fault: CsvFault;
  constructor(fault: CsvFault) {
    super(fault);
    this.fault = fault;
  }
}

/** A row with the number of the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Some of its letters may be wrong: it isn't in UTF-8. */
  readonly isGuessed: boolean;
  /** One of its cells has more than 20,000 characters, and is left empty here. */
  readonly isTooLong: boolean;
}

/** No row of a list of customers is as long, in characters or in lines, and a quotation mark that isn't closed opens none. */
const MOST_IN_A_ROW = 64_000;
const MOST_LINES_IN_A_ROW = 1_000;
/** No cell of a list of customers has more characters. */
const LONGEST_CELL = 20_000;
const MOST_COLUMNS = 200;
/** So many lines show the character between the cells; the headings are among the rows there. */
const HEAD = 20;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Others get their answers after so long, whatever is read meanwhile. */
const YIELD_AFTER_MS = 20;

/** A cell in quotation marks, with what is around it. */
const QUOTED = /(^|[,;\t|]) *"(?:[^"]|"")*" *(?=[,;\t|]|[\r\n]|$)/gm;
/** Excel writes such a line, and reads it. */
const SEP = /^"?sep=([^\w\s"'\\]|\t)"?\s*$/i;

/** The character that divides most lines into the same number of cells. */
function delimiterOf(lines: readonly TextLine[]): string {
  const text = lines.map((line) => line.text).join('');
  const plain = text.replace(QUOTED, '$1').split(/\r\n|\r|\n/);
  const alike = (delimiter: string): readonly [lines: number, cells: number] => {
    const counts = new Map<number, number>();
    for (const line of plain) {
      const count = line.split(delimiter).length;
      if (count > 1) counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    const [cells = 0, found = 0] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
    return [found, cells];
  };
  const found = DELIMITERS.map((delimiter) => ({ delimiter, alike: alike(delimiter) }));
  found.sort(({ alike: one }, { alike: other }) => other[0] - one[0] || other[1] - one[1]);
  return found[0]?.delimiter ?? ',';
}

/** An e-mail or a phone number. */
const CONTACT = /@|\d{7}|\d{3}\D{1,2}\d{4}/;
/** Whether there is an odd number of quotation marks. */
const hasOpenQuote = (text: string): boolean => text.split('"').length % 2 === 0;

/** The rows of a file, also empty ones. Each line belongs to one row. */
function* rowsOf(lines: Iterator<TextLine>): Generator<CsvRow> {
  const ahead: TextLine[] = [];
  const lineAt = (index: number): TextLine | undefined => {
    while (ahead.length <= index) {
      const next = lines.next();
      if (next.done) return undefined;
      if (next.value.text.length > MOST_IN_A_ROW) throw new UnreadableCsv('line-too-long');
      ahead.push(next.value);
    }
    return ahead[index];
  };

  let line = 1;
  const said = SEP.exec(lineAt(0)?.text ?? '')?.[1];
  if (said !== undefined) {
    ahead.shift();
    line += 1;
  }
  lineAt(HEAD);
  const delimiter = said !== undefined && lineAt(0)?.text.includes(said) ? said : delimiterOf(ahead);
  let width = 0;

  /** The cells of one row; undefined if the text isn't one by the rules of CSV. */
  function parsed(text: string, options?: Options): readonly string[] | undefined {
    try {
      const rows: string[][] = parse(text, {
        delimiter,
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        trim: true,
        ...options,
      });
      return rows.length === 1 ? rows[0] : undefined;
    } catch {
      return undefined;
    }
  }

  const plainCells = (text: string): readonly string[] => text.split(delimiter);

  /**
   * Whether a line inside of a cell is a row of its own, which a stray quotation mark before it and another one after it have swallowed.
   * The last line of a long first cell is none.
   */
  function isSwallowed({ text }: TextLine, isLast: boolean): boolean {
    const cells = plainCells(text);
    const quotes = text.replaceAll('""', '').split('"').length - 1;
    if (cells.length !== width || quotes !== (isLast ? 1 : 0) || cells[0]?.includes('"')) return false;
    return CONTACT.test(text) || cells.filter((cell) => cell.trim() === '').length > 1;
  }

  /** The row that begins at the next line, by the rules of CSV: it ends where all of its quotation marks are in pairs. */
  function quotedRow(prepared: (text: string) => string) {
    let text = '';
    let isOpen = false;
    for (let count = 1; count <= MOST_LINES_IN_A_ROW; count += 1) {
      const next = lineAt(count - 1);
      if (!next || text.length > MOST_IN_A_ROW) return undefined;
      const part = prepared(next.text);
      text += part;
      if (hasOpenQuote(part)) isOpen = !isOpen;
      if (isOpen) continue;
      const inside = ahead.slice(1, count);
      if (inside.some((one, index) => isSwallowed(one, index === inside.length - 1))) return undefined;
      const cells = parsed(text);
      return cells && { cells, count };
    }
    return undefined;
  }

  function nextRow(text: string): { readonly cells: readonly string[]; readonly count: number } {
    const plain = { cells: plainCells(text), count: 1 };
    // The result is csv-parse's, in a fraction of the time.
    if (!text.includes('"')) return plain;
    const quoted = quotedRow((part) => part);
    if (quoted) return quoted;
    // PHP and MySQL write a quotation mark so.
    const escaped = text.includes('\\"') && quotedRow((part) => part.replaceAll('\\"', '""'));
    if (escaped) return escaped;
    const relaxed = parsed(text, { relax_quotes: true });
    return relaxed ? { cells: relaxed, count: 1 } : plain;
  }

  for (let rows = 1, first = lineAt(0); first; rows += 1, first = lineAt(0)) {
    const { cells, count } = nextRow(first.text);
    const isGuessed = ahead.splice(0, count).some((one) => one.isGuessed);
    if (rows <= HEAD) width = Math.max(width, cells.length);
    if (rows <= HEAD && cells.length > MOST_COLUMNS) throw new UnreadableCsv('too-many-columns');
    const isTooLong = cells.some((cell) => cell.length > LONGEST_CELL);
    const taken = cells.map((cell) => (cell.length > LONGEST_CELL ? '' : cell.trim()));
    yield { line, cells: taken, isGuessed, isTooLong };
    line += count;
  }
}

/**
 * The rows of a CSV file, its headings among them; empty ones are left out, as is a line that says what divides cells. Every other line
 * is part of a row: a quotation mark where none may be takes no more than its own line out of order.
 *
 * @param onEmpty called for each empty row
 * @throws UnreadableCsv
 */
export async function* readCsv(path: string, mostRows: number, onEmpty = () => {}): AsyncGenerator<CsvRow> {
  let count = 0;
  try {
    const bytes = await readFile(path);
    let since = performance.now();
    for (const row of rowsOf(linesOf(bytes))) {
      if (performance.now() - since >= YIELD_AFTER_MS) {
        await setImmediate();
        since = performance.now();
      }
      if (!row.isTooLong && row.cells.every((cell) => cell === '')) {
        onEmpty();
        continue;
      }
      // The headings are a row, too.
      if (count > mostRows) throw new UnreadableCsv('too-many-rows');
      count += 1;
      yield row;
    }
  } catch (error) {
    throw error instanceof NoText ? new UnreadableCsv('encoding') : error;
  }
}
