import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableCsv } from '../../../src/adapters/csv-reader.ts';
import { type Content, importOf, rowsOf } from '../../support/customers/import-file.ts';

const cellsOf = async (content: Content) => (await rowsOf(content)).map(({ cells }) => cells);
/** The rows as lines of text, each with its number. */
const shown = async (content: Content) =>
  (await rowsOf(content)).map(({ line, cells }) => `${line}: ${cells.join(' | ')}`);
const faultOf = (content: Content, mostRows?: number) =>
  rowsOf(content, mostRows).then(
    () => undefined,
    (error: unknown) => (error instanceof UnreadableCsv ? error.fault : error),
  );

const LETTERS = [...'ab é@,;|\t"\'\\=-ł0\n'];
const textOf = (letters: readonly string[]) =>
  fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }).map((text) => text.trim());
// Lines of one cell that have as many parts as a row has cells, and a contact, are taken for rows.
const cell = fc.oneof(
  textOf(LETTERS.filter((letter) => letter !== '\n')),
  textOf(LETTERS.filter((letter) => !',;|\t'.includes(letter))),
);
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }));
const HEADINGS = ['Name', 'Email', 'Phone', 'Birthday', 'Notes'];

describe('the lines of a file', () => {
  it.each<[string, Content]>([
    ['semicolons', 'Name;Email\nAnn;a@example.com\n'],
    ['tabs', 'Name\tEmail\nAnn\ta@example.com\n'],
    ['upright lines', 'Name|Email\nAnn|a@example.com\n'],
    ['a byte order mark', '\ufeffName,Email\r\nAnn,a@example.com\r\n'],
    ['UTF-16', Buffer.from('\ufeffName,Email\nAnn,a@example.com', 'utf16le')],
    ['UTF-16, the other way round', Buffer.from('\ufeffName,Email\nAnn,a@example.com', 'utf16le').swap16()],
    ['CR only', 'Name,Email\rAnn,a@example.com\r'],
    ['a CRLF heading and LF rows', 'Name,Email\r\nAnn,a@example.com\n'],
    ['an LF heading and CRLF rows', 'Name,Email\nAnn,a@example.com\r\n'],
    ['no end of the last line', 'Name,Email\r\nAnn,a@example.com'],
    ['quotation marks around all', '"Name","Email"\n"Ann","a@example.com"\n'],
    ['spaces around quotation marks', '"Name" , "Email"\n "Ann" , "a@example.com" \n'],
    ['a line that says what divides its cells', 'sep=;\r\nName;Email\r\nAnn;a@example.com'],
    ['such a line in quotation marks', '"sep=,"\nName,Email\nAnn,a@example.com'],
    ['such a line for tabs', 'SEP=\t\nName\tEmail\nAnn\ta@example.com'],
    ['such a line that is wrong', 'sep=;\nName,Email\nAnn,a@example.com'],
    ['empty lines', '\n\nName,Email\n\n,\n  ,\t\nAnn,a@example.com\n\n\n\r\n'],
  ])('are read with %s', async (_, content) => {
    expect(await cellsOf(content)).toEqual([
      ['Name', 'Email'],
      ['Ann', 'a@example.com'],
    ]);
  });

  it('keep their numbers after cells of several lines, with any line ending', async () => {
    const content = 'sep=,\r\nName,Notes\r"Lee, Ann","two\r\nlines\rand\n\nmore"\n\nBob,"a ""b"""\r\nCat,';
    expect(await shown(content)).toEqual([
      '2: Name | Notes',
      '3: Lee, Ann | two\r\nlines\rand\n\nmore',
      '9: Bob | a "b"',
      '10: Cat | ',
    ]);
  });

  it.each([
    ['in a note', 'Ann,a@x.example,Trim 2" off'],
    ['in a note, in pairs', 'Ann,a@x.example,Say "hi" to her'],
    ['that opens a cell', 'Ann,a@x.example,"Fine hair'],
    ['that opens the first cell', '"Ann,a@x.example,Fine hair'],
    ['that ends a cell', 'Ann,a@x.example,2"'],
    ['after a quoted cell', '"Ann" Lee,a@x.example,x'],
    ['inside of a quoted cell', 'Ann,a@x.example,"the "wet" look"'],
    ['inside of a quoted cell, before a comma', 'Ann,a@x.example,"the "wet", really"'],
    ['after a backslash', 'Ann,a@x.example,"Wants \\"beach waves\\", no heat"'],
    ['after a backslash, at both ends', 'Ann,a@x.example,"\\"beach waves\\""'],
    ['alone', '"'],
    ['three times', '"""'],
    ['in each cell', '",",",'],
    ['that is another sign', 'Ann,a@x.example,“Fine” hair'],
  ])('are no others than before because of a quotation mark %s', async (_, broken) => {
    const before = ['Name,Email,Notes', 'Eve,e@x.example,"Two', 'lines"'];
    const after = ['Fay,f@x.example,"Fine, long"', 'Gus,g@x.example,2"', 'Hal,h@x.example,"a ""b"""'];
    const read = await shown([...before, broken, ...after].join('\n'));
    expect(read.filter((line) => !line.startsWith('4:'))).toEqual([
      '1: Name | Email | Notes',
      '2: Eve | e@x.example | Two\nlines',
      '5: Fay | f@x.example | Fine, long',
      '6: Gus | g@x.example | 2"',
      '7: Hal | h@x.example | a "b"',
    ]);
    expect(read.some((line) => line.startsWith('4:'))).toBe(true);
  });

  it('with escapes as PHP writes them are read as they were meant', async () => {
    expect(
      await cellsOf('Name,Notes\n"Ann","\\"a\\", ""b"""\n"Bob","C:\\"\n"Cat","x \\"y\nz\\" w"\n'),
    ).toEqual([
      ['Name', 'Notes'],
      ['Ann', '"a", "b"'],
      ['Bob', 'C:\\'],
      ['Cat', 'x "y\nz" w'],
    ]);
  });

  it('are not taken for rows that a quotation mark has swallowed if they are a long note', async () => {
    const note = 'Call her mother:\n925 555 0142, or 925 555 0143\ntea, milk, sugar';
    expect(
      await cellsOf(stringify([HEADINGS, ['Ann', '', '', '', note], [note, 'a@x.example', '', '', '']])),
    ).toEqual([HEADINGS, ['Ann', '', '', '', note], [note, 'a@x.example', '', '', '']]);
  });

  it('come back as they were written, with any content, separator and line ending', async () => {
    const format = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      quoted: fc.boolean(),
      bom: fc.boolean(),
      // The package leaves a lone line break without quotation marks.
      quoted_match: fc.constant(/[\r\n]/),
    });
    const ends = fc.infiniteStream(fc.constantFrom('\n', '\r\n', '\r'));
    await fc.assert(
      fc.asyncProperty(table, format, ends, async (rows, options, breaks) => {
        const all = [HEADINGS.slice(0, rows[0]?.length ?? 2), ...rows];
        let line = 1;
        const written = all.map((row) => {
          const text = stringify([row], {
            ...options,
            bom: options.bom && line === 1,
            record_delimiter: breaks.next().value,
          });
          const at = line;
          line += text.match(/\r\n|\r|\n/g)?.length ?? 0;
          return { text, line: at, cells: row };
        });
        const filled = written.filter(({ cells }) => cells.some((one) => one !== ''));
        expect(
          (await rowsOf(written.map(({ text }) => text).join(''))).map(({ line: at, cells }) => [at, cells]),
        ).toEqual(filled.map(({ line: at, cells }) => [at, cells]));
      }),
    );
  });

  it('lose no letter of any text', async () => {
    const letters = (text: string) => text.replace(/[^\p{L}\d@=]/gu, '');
    const text = fc.string({ unit: fc.constantFrom(...LETTERS, '\r', '"', '"', ','), maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const rows = await rowsOf(`Name,Email\n${content}`);
        expect(
          letters(
            rows
              .slice(1)
              .flatMap(({ cells }) => cells)
              .join(''),
          ),
        ).toBe(letters(content));
      }),
    );
  });

  it('lose no row to a quotation mark anywhere', async () => {
    const row = fc.tuple(fc.nat(99), cell).map(([n, note]) => [`Ann ${n}`, `a${n}@x.example`, '', '', note]);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), fc.nat(), async (rows, at) => {
        const lines = [HEADINGS, ...rows].map((one) =>
          stringify([one.map((text) => text.replaceAll(/["\n]/g, '.'))]),
        );
        const victim = 1 + (at % rows.length);
        const text = lines[victim] ?? '';
        const within = at % text.length;
        lines[victim] = `${text.slice(0, within)}"${text.slice(within)}`;
        const read = new Map((await rowsOf(lines.join(''))).map(({ line, cells }) => [line, cells[1]]));
        expect([...read.keys()]).toEqual(lines.map((_, index) => index + 1));
        for (const [index, [, email]] of [HEADINGS, ...rows].entries())
          if (index !== victim) expect(read.get(index + 1)).toBe(email);
      }),
    );
  });

  it('are read as Windows-1252, with a remark, where they are no UTF-8', async () => {
    const content = Buffer.concat([
      Buffer.from('Name,Email\nZoë,zoe@x.example\n'),
      Buffer.from('José,jose@x.example\n', 'latin1'),
      Buffer.from('Đặng,dang@x.example\n'),
    ]);
    const { rows, remarks } = await importOf(content);
    expect(rows.map(({ card: { name } }) => name)).toEqual(['Zoë', 'José', 'Đặng']);
    expect(remarks).toEqual([{ line: 3, remark: 'letters-guessed', text: '' }]);
  });

  it.each<[string, Content, string]>([
    ['with zero bytes', Buffer.from('Name\nAnn\0\n'), 'encoding'],
    ['that is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'encoding'],
    ['with half a letter of UTF-16', Buffer.from('fffe41004200d8', 'hex'), 'encoding'],
    ['with a million columns', `${'a,'.repeat(1_000_000)}\nAnn\n`, 'line-too-long'],
    ['with a line of 10 MB', `Name\n${'a'.repeat(10_000_000)}\n`, 'line-too-long'],
    ['with a quotation mark before 10 MB', `Name\n"${'a'.repeat(10_000_000)}\n`, 'line-too-long'],
  ])('of a file %s are refused', async (_, content, fault) => {
    expect(await faultOf(content)).toBe(fault);
  });

  it('are refused if they are too many', async () => {
    expect(await faultOf('Name\nAnn\nBob\n', 2)).toBeUndefined();
    expect(await faultOf('Name\nAnn\nBob\nCat\n', 2)).toBe('too-many-rows');
  });

  it('are rows of their own where each opens a quotation mark', async () => {
    expect(await rowsOf(`Name,Email\n${'"a,b@x.example\n'.repeat(2_000)}`)).toHaveLength(2_001);
  });
});
