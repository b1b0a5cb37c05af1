import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';

/** Why a file can't be read as a table. */
export type CsvFault =
  | 'unreadable'
  | 'encoding'
  | 'line-too-long'
  | 'too-many-columns'
  | 'too-many-rows'
  | 'empty';

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
}

interface Limits {
  readonly rows: number;
  readonly columns: number;
}

/** No row of a list of customers is as long, in bytes, and a quotation mark that isn't closed ends here. */
const MOST_IN_A_ROW = 64_000;
const CHUNK = 65_536;
const HEAD = 8_192;
const DELIMITERS = [',', ';', '\t'] as const;

/** The encoding that the first bytes name; UTF-8 when they name none. */
function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** The character that divides the first line most often, outside of quotation marks. */
function delimiterOf(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n|\r/, 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return [...DELIMITERS].sort((one, other) => count(other) - count(one))[0] ?? ',';
}

/** Text in the file's own encoding. @throws UnreadableCsv for bytes that aren't text in it */
async function* textOf(path: string): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      const text = decoder.decode(chunk, { stream: true });
      if (text.includes('\0')) throw new UnreadableCsv('encoding');
      yield text;
    }
    // Fails if the file ends in the middle of a character.
    decoder?.decode();
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableCsv('encoding') : error;
  }
}

const faultOf = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error;
  return new UnreadableCsv(error.code === 'CSV_MAX_RECORD_SIZE' ? 'line-too-long' : 'unreadable');
};

/**
 * The rows of a CSV file, its headings first; empty lines are left out. The file is read piece by piece, so that neither its size nor a
 * row's decides how much memory that takes.
 *
 * @throws UnreadableCsv
 */
export async function* readCsv(path: string, { rows: mostRows, columns }: Limits): AsyncGenerator<CsvRow> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
  const head = buffer.subarray(0, bytesRead);
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(new TextDecoder(encodingOf(head)).decode(head)),
    info: true,
    max_record_size: MOST_IN_A_ROW,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
  // A failure destroys the parser with the same error, which the loop below gets.
  const feeding = pipeline(textOf(path), parser).catch(() => {});
  let count = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (record.length > columns) throw new UnreadableCsv('too-many-columns');
      // The headings are a row, too.
      if (count > mostRows) throw new UnreadableCsv('too-many-rows');
      count += 1;
      const within = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
      yield { line: info.lines - within, cells: record };
    }
  } catch (error) {
    throw faultOf(error);
  } finally {
    parser.destroy();
    await feeding;
  }
  if (count < 2) throw new UnreadableCsv('empty');
}
