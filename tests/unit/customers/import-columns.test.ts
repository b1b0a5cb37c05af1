import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../src/features/customers/imports/columns.ts';
import { importOf } from '../../support/customers/import-file.ts';

const GOOGLE = [
  ...[
    'First Name',
    'Middle Name',
    'Last Name',
    'Nickname',
    'File As',
    'Organization Name',
    'Birthday',
    'Notes',
  ],
  ...['E-mail 1 - Label', 'E-mail 1 - Value', 'E-mail 2 - Label', 'E-mail 2 - Value'],
  ...['Phone 1 - Label', 'Phone 1 - Value', 'Phone 2 - Label', 'Phone 2 - Value'],
];
const OUTLOOK = [
  ...[
    'Title',
    'First Name',
    'Last Name',
    'Company',
    'Business Phone',
    'Home Phone',
    'Mobile Phone',
    'Anniversary',
  ],
  ...['Birthday', 'E-mail Address', 'E-mail Type', 'E-mail Display Name', 'E-mail 2 Address', 'Notes'],
];

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
    [
      'Google',
      GOOGLE,
      {
        ...{ first_name: 0, middle_name: 1, last_name: 2, birthday: 6, notes: 7 },
        ...{ email: 9, other_email: 11, phone: 13, other_phone: 15 },
      },
    ],
    [
      'Outlook',
      OUTLOOK,
      {
        ...{ first_name: 1, last_name: 2, birthday: 8, notes: 13 },
        ...{ email: 9, other_email: 12, phone: 6, other_phone: 5, third_phone: 4 },
      },
    ],
    [
      'Acuity',
      ['First Name', 'Last Name', 'Phone', 'Email', 'Notes', 'Days Since Last Appointment'],
      { first_name: 0, last_name: 1, phone: 2, email: 3, notes: 4, days_since_visit: 5 },
    ],
    [
      'a rival',
      ['Client Name', 'Client Email', 'Client Phone', 'Client Since'],
      { name: 0, email: 1, phone: 2 },
    ],
    [
      'another one',
      ['Customer First Name', 'Customer Surname', "Customer's E-mail", 'Customer Mobile No.'],
      { first_name: 0, last_name: 1, email: 2, phone: 3 },
    ],
    [
      'a salon',
      ['GUEST NAME', 'guest_mobile_phone', 'Guest Email Address', 'DOB'],
      { name: 0, phone: 1, email: 2, birthday: 3 },
    ],
    [
      'an address book',
      ['Display Name', 'Primary Email', 'Secondary Email', 'Primary Phone', 'Contact Number'],
      { name: 0, email: 1, other_email: 2, phone: 3, other_phone: 4 },
    ],
    [
      'a list of members',
      ['Member Name', 'Personal Email', 'Main Phone', 'Comments'],
      { name: 0, email: 1, phone: 2, notes: 3 },
    ],
    ['a spreadsheet', ['name', 'E-Mail', 'PHONE'], { name: 0, email: 1, phone: 2 }],
    [
      'two equal headings',
      ['Name', 'Phone', 'Phone', 'Email', 'Email'],
      { name: 0, phone: 1, other_phone: 2, email: 3, other_email: 4 },
    ],
    [
      'our own export',
      [
        'Name',
        'Email',
        'Other emails',
        'Phone',
        'Other phones',
        'Birthday month',
        'Birthday day',
        'Notes',
        'Last visit',
        'Visits',
        'Spent in dollars',
        'First visit ever',
        'Last visit ever',
        'Visits ever',
        'Spent ever in dollars',
        'Id',
      ],
      {
        ...{ name: 0, email: 1, other_email: 2, phone: 3, other_phone: 4 },
        ...{ birthday_month: 5, birthday_day: 6, notes: 7 },
        ...{ first_visit: 11, last_visit: 12, visits: 13, spent: 14 },
      },
    ],
    [
      'things that say nothing of a person',
      [
        'Client Since',
        'Email Subscription Status',
        'Phone Type',
        'Home Address',
        'Visit Type',
        'Customer No',
        'Address',
        'Number',
      ],
      {},
    ],
    ['none that we know', ['Foo', 'Bar'], {}],
  ])('of %s are recognized', (_, headings, columns) => {
    expect(columnsOf(headings)).toEqual(columns);
  });

  it('are those that have something', () => {
    expect(columnsOf(OUTLOOK, (column) => ![4, 6, 12].includes(column))).toMatchObject({
      phone: 5,
      email: 9,
    });
  });
});

const HEADINGS = 'Name,Email,Phone';
const ANN = 'Ann Lee,ann@x.example,(925) 555-0142';

describe('the headings', () => {
  it.each([
    ['in the first line', [HEADINGS, ANN], 2],
    ['below a title', ['Our clients', HEADINGS, ANN], 3],
    ['below a title in a row of cells', ['Clients,,', HEADINGS, ANN], 3],
    ['below a title with commas', ['Clients, exported on November 28, 2026', HEADINGS, ANN], 3],
    ['below a title and an empty line', ['Clients', '', HEADINGS, ANN], 4],
    ['below a title that is a heading elsewhere', ['Customer', HEADINGS, ANN], 3],
    ['below two lines', ['The Salon', 'Report: clients; all', HEADINGS, ANN], 4],
    ['below a line for Excel and a title', ['sep=,', 'Clients', HEADINGS, ANN], 4],
    ['after empty lines', ['', ',,', HEADINGS, ANN], 4],
    ['below a title in quotation marks', ['"Clients, all"', HEADINGS, ANN], 3],
    ['that we partly know, below a title', ['Clients', 'Foo,E-Mail,Bar', ANN], 3],
    ['that we do not know, below a title', ['Clients', 'Foo,Bar,Baz', ANN], 3],
  ])('are found %s', async (_, lines, line) => {
    const { headings, columns, ...read } = await importOf(lines.join('\n'));
    expect(headings).toHaveLength(3);
    const columnsToo = { name: 0, email: 1, phone: 2, ...columns };
    expect(columnsToo).toEqual({ name: 0, email: 1, phone: 2 });
    const taken = [...read.rows.map(({ line: at }) => at), ...read.refused.map(({ line: at }) => at)];
    expect(taken).toEqual([line]);
  });

  it.each([
    ['with an email', 'Ann Lee,ann@x.example,Tea\nBob Lee,bob@x.example,'],
    ['with a phone number', 'Ann Lee,(925) 555-0142\nBob Lee,(925) 555-0143'],
    ['below a title', 'Clients\nAnn Lee,925-555-0142\n'],
  ])('are missing where the first row is a customer %s, and no line is lost', async (_, content) => {
    const { headings, rows, refused } = await importOf(content);
    expect(new Set(headings)).toEqual(new Set(['']));
    expect([...rows, ...refused].length).toBe(2);
  });
});
