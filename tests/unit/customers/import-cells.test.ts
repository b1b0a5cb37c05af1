import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import { importOf } from '../../support/customers/import-file.ts';

/** A file with a customer for each text, who has a contact besides. */
const fileOf = (heading: string, texts: readonly string[]): string =>
  stringify([
    ['Name', 'E-mail 2 - Value', heading],
    ...texts.map((text, index) => ['Ann Lee', `ann-${index}@x.example`, text]),
  ]);
const remarksOn = async (heading: string, text: string) => {
  const { rows, refused, remarks } = await importOf(fileOf(heading, [text]));
  expect(refused).toEqual([]);
  expect(rows.map(({ line, card: { name } }) => [line, name])).toEqual([[2, 'Ann Lee']]);
  return {
    card: rows[0]?.card,
    remarks: remarks.map(({ line, remark, text: said }) => `${line} ${remark} ${said}`),
  };
};

describe('an email', () => {
  it.each([
    ...[
      'none',
      'N/A',
      'n/a',
      '-',
      '--',
      'no email',
      'unknown',
      'x',
      '.',
      '?',
      'null',
      '#REF!',
      '=1+1',
      '@',
      'ann@',
      '@example.com',
    ],
    ...['ann at example.com', 'ann@@example.com', 'http://example.com', 'declined'],
  ])('that is %s is left out with a remark', async (text) => {
    const { card, remarks } = await remarksOn('Email', text);
    expect(card?.emails).toEqual(['ann-0@x.example']);
    expect(remarks).toEqual([`2 email-unreadable ${text}`]);
  });

  it.each([
    ['a@y.example', ['a@y.example']],
    ['a@y.example ::: b@y.example', ['a@y.example', 'b@y.example']],
    ['a@y.example; b@y.example', ['a@y.example', 'b@y.example']],
    ['a@y.example, b@y.example', ['a@y.example', 'b@y.example']],
    ['a@y.example\nb@y.example', ['a@y.example', 'b@y.example']],
    ['A@y.example ::: a@Y.example', ['A@y.example']],
    ['mailto:a@y.example', ['a@y.example']],
    ['Ann Lee <a@y.example>', ['a@y.example']],
    ['\u200ea@y.example\u200e', ['a@y.example']],
  ])('in %j is taken', async (text, emails) => {
    const { card, remarks } = await remarksOn('Email', text);
    expect(card?.emails).toEqual([...emails, 'ann-0@x.example']);
    expect(remarks).toEqual([]);
  });

  it('is taken beside one that is left out', async () => {
    const { card, remarks } = await remarksOn('Email', 'a@y.example ::: none');
    expect(card?.emails).toEqual(['a@y.example', 'ann-0@x.example']);
    expect(remarks).toEqual(['2 email-unreadable none']);
  });
});

describe('a phone number', () => {
  it.each([
    ...[
      '9.26E+09',
      '9,26E+09',
      '9.25555E9',
      '#REF!',
      '#N/A',
      '#VALUE!',
      '#########',
      'ask him',
      'none',
      '-',
      '12',
      '555-0142',
    ],
    ...['=9255550142', '( ) -', 'TRUE', '1/1/1900'],
  ])('that is %s is left out with a remark', async (text) => {
    const { card, remarks } = await remarksOn('Phone', text);
    expect(card?.phones).toEqual([]);
    expect(remarks).toEqual([`2 phone-unreadable ${text}`]);
  });

  it.each([
    ...['(925) 555-0182 (925) 555-0183', '925-555-0182/925-555-0183', '925 555 0182 or 925 555 0183'],
    ...[
      '925-555-0182, 925-555-0183',
      '9255550182;9255550183',
      '925.555.0182 & 925.555.0183',
      '925 555 0182/0183',
    ],
    ...['(925) 555-0182\n(925) 555-0183', '+19255550182+19255550183', '925-555-0182 | 925-555-0183'],
    ...['92555501829255550183', '(925) 555-0182 and (925) 555-0183', '925-555-0182 / +44 7911 123456'],
  ])('beside another one in %j is left out with a remark', async (text) => {
    const { card, remarks } = await remarksOn('Phone', text);
    expect(card?.phones).toEqual([]);
    expect(remarks).toEqual([`2 phones-joined ${text.replace('\n', ' ')}`]);
  });

  it.each([
    ['(925) 555-0142', '+19255550142', '(925) 555-0142'],
    ["'+19255550142", '+19255550142', '+19255550142'],
    ['19255550142', '+19255550142', '19255550142'],
    ['9255550142.0', '+19255550142', '9255550142'],
    ['19255550142.00', '+19255550142', '19255550142'],
    ['447911123456', '+447911123456', '+447911123456'],
    ['447911123456.0', '+447911123456', '+447911123456'],
    ['44 7911 123456', '+447911123456', '+44 7911 123456'],
    ['011 44 7911 123456', '+447911123456', '011 44 7911 123456'],
    ['4915112345678', '+4915112345678', '+4915112345678'],
    ['33612345678', '+33612345678', '+33612345678'],
    ['525512345678', '+525512345678', '+525512345678'],
    ['tel:+1-925-555-0142', '+19255550142', '+1-925-555-0142'],
    ['(925) 555‑0142', '+19255550142', '(925) 555-0142'],
    ['(925) 555-0142 x12', '+19255550142', '(925) 555-0142 x12'],
  ])('in %j is taken', async (text, phoneE164, phone) => {
    const { card, remarks } = await remarksOn('Phone', text);
    expect(card?.phones).toEqual([{ phone, phoneE164 }]);
    expect(remarks).toEqual([]);
  });

  it('is taken with zeros for its plus', async () => {
    const { card, remarks } = await remarksOn('Phone', '00447911123456');
    expect(card?.phones.map(({ phoneE164 }) => phoneE164)).toEqual(['+447911123456']);
    expect(remarks).toEqual([]);
  });

  it('is taken from each part that is joined as Google joins them', async () => {
    const { card, remarks } = await remarksOn('Phone', '(925) 555-0182 ::: #REF! ::: 447911123456');
    expect(card?.phones.map(({ phoneE164 }) => phoneE164)).toEqual(['+19255550182', '+447911123456']);
    expect(remarks).toEqual(['2 phone-unreadable #REF!']);
  });

  it('that nobody can be called by is kept as it is, with a remark', async () => {
    const { card, remarks } = await remarksOn('Phone', '079 1112 34567 8');
    expect(card?.phones).toEqual([{ phone: '079 1112 34567 8', phoneE164: null }]);
    expect(remarks).toEqual(['2 phone-unmatched 079 1112 34567 8']);
  });

  it('that is left out is named where its line is refused, too', async () => {
    const { rows, refused, remarks } = await importOf('Name,Email,Phone\nEm,,9.26E+09\n');
    expect(rows).toEqual([]);
    expect(refused).toEqual([{ line: 2, problem: 'contact-missing', name: 'Em' }]);
    expect(remarks).toEqual([{ line: 2, remark: 'phone-unreadable', text: '9.26E+09' }]);
  });
});

describe('a note or a name', () => {
  it.each([
    ...[
      '@zed.cuts',
      '=) always late',
      '=1+1',
      '+ likes tea',
      '- no tea',
      '-',
      '@',
      '=HYPERLINK("http://x.example")',
    ],
    ...["'tis late", '| a', '"quoted"', "''", '\\"', '+1', 'a\nb'],
  ])('that is %j is taken as it is', async (text) => {
    const { card, remarks } = await remarksOn('Notes', text);
    expect(card?.notes).toBe(text);
    expect(remarks).toEqual([]);
  });

  it.each([
    ["'@zed.cuts", '@zed.cuts'],
    ["'=1+1", '=1+1'],
    ["'+1", '+1'],
    ["'-", '-'],
    ["''=1", "'=1"],
    ["'\uff1d1", '\uff1d1'],
  ])('that our own export has written as %j is %j', async (text, notes) => {
    expect((await remarksOn('Notes', text)).card?.notes).toBe(notes);
  });

  it('begins as a formula, also hidden behind what turns its direction, and is text for us', async () => {
    const { rows, refused } = await importOf(
      'Name,Email,Notes\n=Ann,ann@x.example,\u2066=1+1\u2069\n\u202e@Bob\u202c,bob@x.example,No \u2067tea\u2069\n',
    );
    expect(refused).toEqual([]);
    expect(rows.map(({ card: { name, notes } }) => [name, notes])).toEqual([
      ['=Ann', '=1+1'],
      ['@Bob', 'No tea'],
    ]);
  });

  it('loses control characters, and what is too long of a note, with a remark', async () => {
    expect((await remarksOn('Notes', 'a\vb\u0007c')).card?.notes).toBe('a\nbc');
    const longest = `${'x'.repeat(1_999)}👩‍🎤`;
    expect(await remarksOn('Notes', longest)).toMatchObject({ card: { notes: longest }, remarks: [] });
    const { card, remarks } = await remarksOn('Notes', `${longest}👩‍🎤`);
    expect(card?.notes).toBe(longest);
    expect(remarks).toEqual([`2 notes-shortened ${'x'.repeat(80)}`]);
  });

  it('is what its line has, and cells beyond the headings are named', async () => {
    const { rows, remarks } = await importOf(
      'Name,Email,Notes\nAnn,a@x.example,tea, no milk, sugar\nBob,b@x.example,,,\nCat,c@x.example\nDan\n',
    );
    expect(rows.map(({ line, card: { notes } }) => [line, notes])).toEqual([
      [2, 'tea'],
      [3, null],
      [4, null],
    ]);
    expect(remarks).toEqual([{ line: 2, remark: 'cells-left-out', text: 'no milk, sugar' }]);
  });
});

it('a line without a name or a contact is refused with its number', async () => {
  const { refused } = await importOf(
    [
      'Name,Email,Phone',
      ',a@x.example,',
      'A,a@x.example,',
      'Ann,,',
      'Ann,,12',
      'Ann,none,#N/A',
      `${'x'.repeat(101)},a@x.example,`,
    ].join('\n'),
  );
  expect(refused.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
    '2 name-missing',
    '3 name-invalid',
    '4 contact-missing',
    '5 contact-missing',
    '6 contact-missing',
    '7 name-invalid',
  ]);
});
