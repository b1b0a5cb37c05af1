import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DateOrder } from '../../../src/contracts/customers/imports.ts';
import { importOf } from '../../support/customers/import-file.ts';

/** Birthdays of a file as `month/day`, or a remark. */
async function birthdays(cells: readonly string[], order?: DateOrder) {
  const rows = cells.map((cell, index) => ['Ann Lee', `ann-${index}@x.example`, cell]);
  const read = await importOf(stringify([['Name', 'Email', 'Birthday'], ...rows]), order);
  expect(read.refused).toEqual([]);
  const remarks = new Map(read.remarks.map(({ line, remark, text }) => [line, { remark, text }]));
  const all = read.rows.map(({ line, card: { birthdayMonth, birthdayDay } }) =>
    birthdayMonth === null ? remarks.get(line)?.remark : `${birthdayMonth}/${birthdayDay}`,
  );
  return { all, unclear: read.unclearDate, remarks: read.remarks };
}

describe('a birthday', () => {
  it.each([
    ['2/29/1980', '2/29'],
    ['29/2/1980', '2/29'],
    ['2/29/80', '2/29'],
    ['29-2-80', '2/29'],
    ['29.2.1980', '2/29'],
    ['29. 2. 1980', '2/29'],
    ['29.02.', '2/29'],
    ['29 02 1980', '2/29'],
    ["2/29/'80", '2/29'],
    ['1980-02-29', '2/29'],
    ['1980/2/29', '2/29'],
    ['1980.02.29', '2/29'],
    ['80-02-29', '2/29'],
    ['19800229', '2/29'],
    ['29021980', '2/29'],
    ['02291980', '2/29'],
    ['02-29', '2/29'],
    ['0000-09-21', '9/21'],
    [' --09-21', '9/21'],
    ['--0921', '9/21'],
    ['1980-02-29T00:00:00Z', '2/29'],
    ['1980-02-29 00:00:00.000', '2/29'],
    ['2/29/1980 12:00:00 AM', '2/29'],
    ['Feb 29, 1980', '2/29'],
    ['29 February', '2/29'],
    ['29-Feb-80', '2/29'],
    ['February 29th, 1980', '2/29'],
    ['the 29th of February', '2/29'],
    ['Friday, February 29, 1980', '2/29'],
    ['Sept. 21', '9/21'],
    ['JUN 5', '6/5'],
    ['29 de febrero de 1980', '2/29'],
    ['29 févr. 1980', '2/29'],
    ['21. März 1980', '3/21'],
    ['29280', '2/29'],
    ['29280.0', '2/29'],
    ['29280.75', '2/29'],
    ['12/31/1899', 'birthday-unreadable'],
    ['31/12/1980', '12/31'],
    ['2‑29‑1980', '2/29'],
    ['\uff12/\uff12\uff19/1980', '2/29'],
    ['5/5/1980', '5/5'],
    ['1/1/2000', '1/1'],
    ['2/29/1990', '2/29'],
  ])('of %j is %s', async (cell, expected) => {
    expect((await birthdays([cell])).all).toEqual([expected]);
  });

  it.each(
    [
      ...[
        '0/0/00',
        '00/00/0000',
        '0000-00-00',
        '0',
        '-',
        '--',
        'unknown',
        'n/a',
        'none',
        'yesterday',
        '2/30/1980',
        '31/4/1980',
      ],
      ...[
        '1/1/1900',
        '01/01/1900',
        '1900-01-01',
        '12/30/1899',
        '30/12/1899',
        '30.12.1899',
        '1899-12-30',
        '1/0/1900',
        '0001-01-01',
      ],
      ...[
        '13/13/1980',
        '1980',
        '5/1980',
        'May',
        'Feb 1980',
        'Feb 30',
        'May or June 5',
        '#VALUE!',
        '########',
        '12/2',
        '1980-00-00',
      ],
      ...['1-2-3-4', '99999999', 'x'.repeat(1_000), '1/1/1/1', '0/21/1980', '2/29/19800'],
    ].filter((cell) => cell !== '12/2'),
  )('of %j is left out with a remark', async (cell) => {
    const { all, remarks } = await birthdays([cell]);
    expect(all).toEqual(['birthday-unreadable']);
    expect(remarks).toEqual([{ line: 2, remark: 'birthday-unreadable', text: cell.slice(0, 80) }]);
  });

  it('may be in two columns, with its month as a word', async () => {
    const { rows, remarks } = await importOf(
      'Name,Email,Birthday month,Birthday day\nAnn,a@x.example,2,29\nBob,b@x.example,March,\nCat,c@x.example,13,5\nDan,d@x.example,,0\nEve,e@x.example,2.0,31.0\n',
    );
    expect(rows.map(({ card: { birthdayMonth, birthdayDay } }) => [birthdayMonth, birthdayDay])).toEqual([
      [2, 29],
      [3, null],
      [null, 5],
      [null, null],
      [2, null],
    ]);
    expect(remarks.map(({ line, text }) => [line, text])).toEqual([
      [4, '13'],
      [5, '0'],
      [6, '31.0'],
    ]);
  });
});

describe('the order of a file', () => {
  it.each<[string, readonly string[], readonly (string | undefined)[]]>([
    ['days first, by one date', ['13/12/1980', '5/6/1980'], ['12/13', '6/5']],
    ['days first, by the last date', ['5/6/1980', '7.8.1980', '31/1/80'], ['6/5', '8/7', '1/31']],
    ['months first, by one date', ['12/13/1980', '5/6/1980'], ['12/13', '5/6']],
    ['months first, by one without a year', ['09-21', '5/6'], ['9/21', '5/6']],
    ['days first, by dots', ['5.6.1980', '7.8.1980'], ['6/5', '8/7']],
    ['months first, although with dots', ['5.6.1980', '2.29.1980'], ['5/6', '2/29']],
    [
      'days first, beside dates that are clear',
      ['1980-12-13', 'May 6', '13-1-1980', '5/6/80'],
      ['12/13', '5/6', '1/13', '6/5'],
    ],
    ['none that is needed', ['5/5/1980', '1980-05-06', '6 May'], ['5/5', '5/6', '5/6']],
  ])('is %s', async (_, cells, expected) => {
    for (const order of [undefined, 'month-first', 'day-first'] as const) {
      const { all, unclear, remarks } = await birthdays(cells, order);
      expect(all).toEqual(expected);
      expect(unclear).toBeNull();
      expect(remarks).toEqual([]);
    }
  });

  it.each<[string, readonly string[], readonly (string | undefined)[], readonly (string | undefined)[]]>([
    ['nothing decides', ['5/6/1980', '1980-12-13'], ['5/6', '12/13'], ['6/5', '12/13']],
    ['no year is there', ['5/6', '7-8'], ['5/6', '7/8'], ['6/5', '8/7']],
    ['years have two digits', ['1/2/03'], ['1/2'], ['2/1']],
    [
      'both orders are there',
      ['13/12/1980', '12/13/1980', '5/6/1980'],
      ['12/13', '12/13', '5/6'],
      ['12/13', '12/13', '6/5'],
    ],
    ['some have dots and some not', ['5.6.1980', '5/6/1980'], ['5/6', '5/6'], ['6/5', '6/5']],
    [
      'the others are unreadable',
      ['5/6/1980', '2/30/1980', '0/0/00'],
      ['5/6', 'birthday-unreadable', 'birthday-unreadable'],
      ['6/5', 'birthday-unreadable', 'birthday-unreadable'],
    ],
  ])('is asked for where %s', async (_, cells, monthFirst, dayFirst) => {
    const asked = await birthdays(cells);
    expect(asked.unclear).toBe(cells.find((cell) => /^[1-9][-/.][1-9]\b/.test(cell)));
    expect(asked.all.filter((one) => one === 'birthday-unclear').length).toBeGreaterThan(0);
    expect((await birthdays(cells, 'month-first')).all).toEqual(monthFirst);
    expect((await birthdays(cells, 'day-first')).all).toEqual(dayFirst);
    // The screen still asks for the order, so that the answer can be changed.
    expect((await birthdays(cells, 'day-first')).unclear).toBe(asked.unclear);
  });

  it('shows in a line that is refused, too', async () => {
    const { rows } = await importOf('Name,Email,Birthday\nAnn,a@x.example,5/6/1980\nBob,,13/12/1980\n');
    expect(rows[0]?.card).toMatchObject({ birthdayMonth: 6, birthdayDay: 5 });
  });

  it('never lets two dates of one file be read in two orders', async () => {
    const date = fc.date({ min: new Date('1920-01-01'), max: new Date('2020-12-31'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(
        fc.array(date, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (dates, isDayFirst) => {
          const parts = dates.map(
            (one) => [one.getUTCMonth() + 1, one.getUTCDate(), one.getUTCFullYear()] as const,
          );
          const cells = parts.map(([month, day, year]) =>
            isDayFirst ? `${day}/${month}/${year}` : `${month}/${day}/${year}`,
          );
          const { all } = await birthdays(cells, isDayFirst ? 'day-first' : 'month-first');
          expect(all).toEqual(parts.map(([month, day]) => `${month}/${day}`));
        },
      ),
    );
  });
});
