import { describe, expect, it } from 'vitest';
import { readPhones } from '../../../src/features/customers/imports/contact-cells.ts';
import { importOf } from '../../support/customers/import-file.ts';

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
    expect(readPhones(text, toE164)).toEqual([{ text, remark: 'phone-unreadable' }]);
    expect(parsed).toBe(0);
  });

  it('is found beside long blanks', async () => {
    const blank = ' '.repeat(5_000);
    const { rows } = await importOf(`Name,Email\nAnn Lee,a@x.example${blank}:::${blank}b@x.example\n`);
    expect(rows.map(({ card: { emails } }) => emails)).toEqual([['a@x.example', 'b@x.example']]);
  });
});
