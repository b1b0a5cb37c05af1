import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CsvRow, readCsv, UnreadableCsv } from '../../../src/adapters/csv-reader.ts';
import { toE164 } from '../../../src/adapters/phone.ts';
import { columnsOf } from '../../../src/features/customers/imports/columns.ts';
import { readRows } from '../../../src/features/customers/imports/read-rows.ts';

async function fileOf(content: string | Buffer | Iterable<string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'salon-import-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'file.csv');
  await writeFile(path, content);
  return path;
}
async function read(content: Parameters<typeof fileOf>[0], rows = 20_000) {
  const all: CsvRow[] = [];
  for await (const row of readCsv(await fileOf(content), { rows, columns: 200 })) all.push(row);
  return all;
}
const faultOf = (content: Parameters<typeof fileOf>[0], rows?: number) =>
  read(content, rows).then(
    () => undefined,
    (error: unknown) => (error instanceof UnreadableCsv ? error.fault : error),
  );
const us = (phone: string) => toE164(phone, 'US');

/** The cards and refused lines of a file whose columns are recognized by its headings. */
async function imported(content: string) {
  const path = await fileOf(content);
  const [first] = await read(content);
  return readRows(readCsv(path, { rows: 20_000, columns: 200 }), columnsOf(first?.cells ?? []), us);
}

describe('a CSV file', () => {
  it('is read with the line on which each row begins', async () => {
    expect(await read('Name,Notes\n"Lee, Ann","two\nlines"\n\nBob,\n')).toEqual([
      { line: 1, cells: ['Name', 'Notes'] },
      { line: 2, cells: ['Lee, Ann', 'two\nlines'] },
      { line: 5, cells: ['Bob', ''] },
    ]);
  });

  it.each([
    ['semicolons', 'Name;Email\nAnn;a@example.com\n'],
    ['tabs', 'Name\tEmail\nAnn\ta@example.com\n'],
    ['a byte order mark', '\ufeffName,Email\r\nAnn,a@example.com\r\n'],
    ['UTF-16', Buffer.from('\ufeffName,Email\nAnn,a@example.com', 'utf16le')],
  ])('is read with %s', async (_, content) => {
    expect((await read(content)).map(({ cells }) => cells)).toEqual([
      ['Name', 'Email'],
      ['Ann', 'a@example.com'],
    ]);
  });

  it.each([
    ['that is empty', '', 'empty'],
    ['without rows', 'Name,Email\n', 'empty'],
    ['in another encoding', Buffer.from('Name\nJos\xe9\n', 'latin1'), 'encoding'],
    ['with zero bytes', Buffer.from('Name\nAnn\0\n'), 'encoding'],
    ['that is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'encoding'],
    ['with a quotation mark that is never closed', `Name\n"${'a'.repeat(1_000)}`, 'unreadable'],
    ['with a million columns', `${'a,'.repeat(1_000_000)}\nAnn\n`, 'line-too-long'],
    ['with 201 columns', `${'a,'.repeat(200)}a\nAnn\n`, 'too-many-columns'],
    ['with a line of 10 MB', `Name\n${'a'.repeat(10_000_000)}\n`, 'line-too-long'],
  ])('%s is refused', async (_, content, fault) => {
    expect(await faultOf(content)).toBe(fault);
  });

  it('with too many rows is refused', async () => {
    expect(await faultOf('Name\nAnn\nBob\n', 2)).toBeUndefined();
    expect(await faultOf('Name\nAnn\nBob\nCat\n', 2)).toBe('too-many-rows');
  });
});

describe('the columns', () => {
  it.each([
    [
      'Square',
      ['Reference ID', 'First Name', 'Last Name', 'Email Address', 'Phone Number', 'Birthday', 'Memo'],
      { first_name: 1, last_name: 2, email: 3, phone: 4, birthday: 5, notes: 6 },
    ],
    [
      'Fresha',
      [
        'Client ID',
        'First Name',
        'Last Name',
        'Full Name',
        'Mobile Number',
        'Telephone',
        'Email',
        'Date of Birth',
        'Note',
      ],
      { first_name: 1, last_name: 2, phone: 4, other_phone: 5, email: 6, birthday: 7, notes: 8 },
    ],
    [
      'Vagaro',
      ['First Name', 'Last Name', 'Email Address', 'Cell Phone', 'Day Phone', 'Birth Date', 'Customer Notes'],
      { first_name: 0, last_name: 1, email: 2, phone: 3, other_phone: 4, birthday: 5, notes: 6 },
    ],
    ['a spreadsheet', ['name', 'E-Mail', 'PHONE'], { name: 0, email: 1, phone: 2 }],
    [
      'our own export',
      ['Name', 'Email', 'Phone', 'Birthday month', 'Birthday day', 'Notes'],
      { name: 0, email: 1, phone: 2, birthday_month: 3, birthday_day: 4, notes: 5 },
    ],
    ['none that we know', ['Foo', 'Bar'], {}],
  ])('of %s are recognized', (_, headings, columns) => {
    expect(columnsOf(headings)).toEqual(columns);
  });
});

describe('the rows', () => {
  it('become cards', async () => {
    const { rows, refused } = await imported(
      'First Name,Last Name,Mobile Number,Telephone,Email,Date of Birth,Note\nAnn,Lee,(925) 555-0100,925 555 0199,Ann@Example.com,1980-02-29,Tea\n',
    );
    expect(refused).toEqual([]);
    expect(rows).toEqual([
      {
        row: 1,
        line: 2,
        card: {
          name: 'Ann Lee',
          emails: ['Ann@Example.com'],
          phones: [
            { phone: '(925) 555-0100', phoneE164: '+19255550100' },
            { phone: '925 555 0199', phoneE164: '+19255550199' },
          ],
          birthdayMonth: 2,
          birthdayDay: 29,
          notes: 'Tea',
        },
      },
    ]);
  });

  it('that cannot be imported are refused by line', async () => {
    const { rows, refused } = await imported(
      [
        'Name,Email,Phone,Birthday,Notes',
        ',a@example.com,,,',
        'A,a@example.com,,,',
        'Ann,,,,',
        'Ann,,12,,',
        'Ann,nonsense,925 555 0100,,',
        'Ann,a@example.com,,yesterday,',
        '"=HYPERLINK(""http://evil.example"")",a@example.com,,,',
        'Ann,a@example.com,,,=1+1',
        `Ann,a@example.com,,,${'x'.repeat(2_001)}`,
        'Bob,b@example.com,ask him,,- likes tea',
      ].join('\n'),
    );
    expect(refused.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
      '2 name-missing',
      '3 name-invalid',
      '4 contact-missing',
      '5 contact-missing',
      '6 email-invalid',
      '7 birthday-unclear',
      '8 formula',
      '9 formula',
      '10 notes-invalid',
    ]);
    expect(rows.map(({ row, line, card: { name, phones } }) => [row, line, name, phones])).toEqual([
      [10, 11, 'Bob', [{ phone: 'ask him', phoneE164: null }]],
    ]);
  });

  it('lose what turns their direction, and hide no formula behind it', async () => {
    const { rows, refused } = await imported(
      [
        'Name,Email,Phone,Notes',
        '\u202eAnn\u202c Lee,\u200eann@example.com,\u202d(925) 555-0100\u202c,No \u2067tea\u2069',
        '\u200e=1+1,b@example.com,,',
        'Bob,b@example.com,,\u2066=1+1\u2069',
      ].join('\n'),
    );
    expect(rows.map(({ card: { name, emails, phones, notes } }) => [name, emails, phones, notes])).toEqual([
      ['Ann Lee', ['ann@example.com'], [{ phone: '(925) 555-0100', phoneE164: '+19255550100' }], 'No tea'],
    ]);
    expect(refused).toEqual([
      { line: 3, problem: 'formula' },
      { line: 4, problem: 'formula' },
    ]);
  });

  it.each([
    ['2/29/1980', 2, 29],
    ['29/2/1980', 2, 29],
    ['29.2.1980', 2, 29],
    ['02-29', 2, 29],
    ['1980-02-29T00:00:00Z', 2, 29],
    ['Feb 29, 1980', 2, 29],
    ['29 February', 2, 29],
  ])('have a birthday such as %s', async (birthday, birthdayMonth, birthdayDay) => {
    const { rows } = await imported(`Name,Email,Birthday\nAnn,a@example.com,"${birthday}"\n`);
    expect(rows[0]?.card).toMatchObject({ birthdayMonth, birthdayDay });
  });

  it('that our own export has made are read again', async () => {
    const { rows } = await imported(
      'Name,Email,Phone,Birthday month,Birthday day\n"Ann","a@example.com","\'+1 925 555 0100","2",""\n',
    );
    expect(rows[0]?.card).toMatchObject({
      phones: [{ phoneE164: '+19255550100' }],
      birthdayMonth: 2,
      birthdayDay: null,
    });
  });
});
