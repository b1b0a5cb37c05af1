import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPhones } from '../../../src/features/customers/imports/contact-cells.ts';
import { readRows } from '../../../src/features/customers/imports/read-rows.ts';
import { importOf, rowsOf } from '../../support/customers/import-file.ts';

describe('a contact', () => {
  it('is not looked for in a heading that is too long to be one', async () => {
    const { headings, rows } = await importOf(
      `Name,Email,${'@'.repeat(400)}a@x.example\nAnn Lee,ann@x.example,\n`,
    );
    expect(headings.slice(0, 2)).toEqual(['Name', 'Email']);
    expect(rows.map(({ line }) => line)).toEqual([2]);
  });

  it('is not looked for in the parts of a text that is too long to be one', () => {
    let parsed = 0;
    const toE164 = () => {
      parsed += 1;
      return null;
    };
    const text = 'x,'.repeat(400);
    expect([...readPhones(text, toE164)]).toEqual([{ text, remark: 'phone-unreadable' }]);
    expect(parsed).toBe(0);
  });

  it('is found beside long blanks', async () => {
    const blank = ' '.repeat(5_000);
    const { rows } = await importOf(`Name,Email\nAnn Lee,a@x.example${blank}:::${blank}b@x.example\n`);
    expect(rows.map(({ card: { emails } }) => emails)).toEqual([['a@x.example', 'b@x.example']]);
  });
});

describe('a cell', () => {
  it('with more than 20,000 characters has its line refused, and no other', async () => {
    const { rows, refused } = await importOf(
      `Name,Email,Notes\nAnn Lee,ann@x.example,${'x'.repeat(20_001)}\nBob Lee,bob@x.example,tea\n`,
    );
    expect(refused).toMatchObject([{ line: 2, problem: 'cell-too-long' }]);
    expect(rows.map(({ line }) => line)).toEqual([3]);
  });

  it('that is too long is refused where its line has nothing else', async () => {
    const { refused } = await importOf(`Name,Email\n${'x'.repeat(20_001)}\nBob Lee,bob@x.example\n`);
    expect(refused).toMatchObject([{ line: 2, problem: 'cell-too-long' }]);
  });

  it('beyond the 200th of a heading makes the reader refuse the file', async () => {
    const widest = Array.from({ length: 200 }, (_, index) => `c${index}`).join(',');
    await expect(rowsOf(`Our clients\n${widest}\nAnn\n`)).resolves.toHaveLength(3);
    await expect(rowsOf(`Our clients\n${widest},more\nAnn\n`)).rejects.toMatchObject({
      fault: 'too-many-columns',
    });
  });

  it('with a note of one letter and 30,000 marks costs its own note, and not the file', async () => {
    const cells = (name: string, notes: string) => [name, `${name}@x.example`, notes];
    async function* lines() {
      const rest = { isGuessed: false, isTooLong: false };
      yield { line: 2, cells: cells('Ann', `a${'\u0301'.repeat(30_000)}`), ...rest };
      yield { line: 3, cells: cells('Bob', `tea${'😀'.repeat(30_000)}`), ...rest };
      yield { line: 4, cells: cells('Cat', 'tea'), ...rest };
    }
    const { rows, remarks } = await readRows(
      { headings: ['Name', 'Email', 'Notes'], rows: lines() },
      { columns: { name: 0, email: 1, notes: 2 }, order: null, toE164: () => null, today: '2026-11-28' },
    );
    expect(rows.map(({ card: { notes } }) => notes)).toEqual([
      `a${'\u0301'.repeat(4)}`,
      `tea${'😀'.repeat(1_997)}`,
      'tea',
    ]);
    expect(remarks.map(({ line, remark }) => `${line} ${remark}`)).toEqual([
      '2 notes-shortened',
      '3 notes-shortened',
    ]);
  });
});

describe('a row', () => {
  it('brings 20 emails and 20 phones, and says once that it has more', async () => {
    const emails = Array.from({ length: 1_000 }, (_, index) => `a${index}@x.example`).join(' ::: ');
    const phones = Array.from({ length: 1_000 }, (_, index) => `(925) 555-${1_000 + index}`).join(' ::: ');
    const { rows, remarks } = await importOf(
      `Name,Email,Phone\nAnn Lee,${emails.slice(0, 19_000)},${phones.slice(0, 19_000)}\n`,
    );
    expect(rows[0]?.card.emails).toHaveLength(20);
    expect(rows[0]?.card.phones).toHaveLength(20);
    expect(remarks).toEqual([{ line: 2, remark: 'contacts-left-out', text: 'a20@x.example' }]);
  });

  it('has one remark of a kind', async () => {
    const { remarks } = await importOf('Name,Email,Phone\nAnn Lee,a@x.example;x;y,1 ::: 2 ::: 3\n');
    expect(remarks.map(({ remark, text }) => `${remark} ${text}`)).toEqual([
      'email-unreadable x',
      'phone-unreadable 1',
    ]);
  });
});

it('a file has its first 1,000 remarks', async () => {
  const lines = Array.from({ length: 1_200 }, (_, index) => `Ann Lee,a${index}@x.example,12\n`);
  const { rows, remarks } = await importOf(`Name,Email,Phone\n${lines.join('')}`);
  expect(rows).toHaveLength(1_200);
  expect([remarks.length, remarks.at(-1)?.line]).toEqual([1_000, 1_001]);
});

it('others get their turn while many empty lines are read', async () => {
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += 10;
    return clock;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  let turns = 0;
  let isRead = false;
  const others = (async () => {
    for (; !isRead; turns += 1) await setImmediate();
  })();
  expect(await rowsOf(`Name\n${'\n'.repeat(10_000)}Ann\n`)).toHaveLength(2);
  isRead = true;
  await others;
  expect(turns).toBeGreaterThan(2_000);
});
