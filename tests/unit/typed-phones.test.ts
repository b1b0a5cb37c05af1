import { describe, expect, it } from 'vitest';
import { toE164 } from '../../src/adapters/phone.ts';
import { PhoneField, StaffPhoneField } from '../../src/contracts/fields.ts';
import { telHref } from '../../web/ui/form/phone-text.ts';

const FIELDS = Object.entries({ PhoneField, StaffPhoneField });

/** The number that the server understands, once the contract has taken the text; null if it takes it and understands none. */
function understood(field: typeof PhoneField | typeof StaffPhoneField, typed: string): string | null {
  return toE164(field.parse(typed), 'US');
}

describe.each(FIELDS)('%s', (_name, field) => {
  it.each([
    '(925) 555-0142 extension 12',
    '(925) 555-0142 Extension: 12',
    '(925) 555-0142 ext. 12',
    '(925) 555-0142 (ext 12)',
    '925-555-0142, ext 12',
    '(925) 555-0142 #12',
    '9255550142#1234567',
    '925.555.0142 x12',
    '925.555.0142,12',
    '925-555-0142 extn 7',
    '925•555•0142',
    '925·555·0142',
    '925‧555‧0142',
    '(925) 555-0142 (cell)',
    '(925) 555-0142 (mom’s)',
    '(cell) 925 555 0142',
    'Cell: (925) 555-0142',
    'mobile 925-555-0142',
    '(925) 555-0142 - work',
    '925-555-0142 ext 12 (office)',
    'Tel. 1 925 555 0142',
    '(925)\u00a0555\u20110142',
    '925\u2007555\u202f0142',
    '925‒555—0142',
    '925―555⁃0142',
    '९२५ ५५५ ०१४२',
    '๙๒๕-๕๕๕-๐๑๔๒',
    '９２５－５５５．０１４２',
    '[925] 555-0142',
    '(+1) 925 555 0142',
    '925_555_0142',
    '925~555~0142',
    '00 1 925 555 0142',
  ])('takes %j', (typed) => expect(understood(field, typed)).toBe('+19255550142'));

  it.each([
    ['+298 20 12 34', '+298201234'],
    ['+376 312 345', '+376312345'],
    ['+677 - 27 123', '+67727123'],
    ['+354 555 1234', '+3545551234'],
    ['+47 21 23 45 67', '+4721234567'],
    ['+45 32 12 34 56', '+4532123456'],
    ['+350 200 12345', '+35020012345'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+64 3 312 3456', '+6433123456'],
    ['011 44 20 7946 0018', '+442079460018'],
    ['+41 44 668 18 00', '+41446681800'],
    ['+500 2 12 34 (home)', '+50021234'],
  ])('takes the foreign number %j', (typed, number) => expect(understood(field, typed)).toBe(number));

  it.each([
    'call 9255550142',
    '9255550142 or 0143',
    '925 555 014a',
    'ask her mother',
    '#REF!#REF!#REF!',
    '9.26E+09 or so',
    '(925) 555-0142 (cell',
    '(925) 555-0142 ext',
    '925-555-0142 <b>',
    'extension 12345',
    '(((((((((((((',
    '+++++++++++',
    'cell cell cell',
  ])('refuses %j', (typed) => expect(field.safeParse(typed).success).toBe(false));
});

it('lets staff type what has ten characters, and the public only what has the digits of a number', () => {
  for (const typed of ['555-0142 x7', '925-555-01', '000-000-0000', '(123) 456-7890'])
    expect(StaffPhoneField.parse(typed)).toBe(typed);
  for (const typed of ['925-555-0', '123456789', '+683 4002', '         5']) {
    const { error } = StaffPhoneField.safeParse(typed);
    expect(error?.issues.map(({ message }) => message)).toEqual(['customer-phone-invalid']);
  }
  expect(understood(PhoneField, '+683 4002')).toBe('+6834002');
  for (const typed of ['555-0142 x7', '925-555-01', '+683 400', '683 4002'])
    expect(PhoneField.safeParse(typed).success).toBe(false);
});

it.each([
  '000-000-0000',
  '111-111-1111',
  '(123) 456-7890',
  '123-123-1234',
  '222 222 2222',
  '555-555-5555',
  '888-888-8888',
  '999.999.9999',
  '(925) 055-0142',
  '(925) 155-0142',
  '(555) 555-0142',
  '+1 000 555 0142',
  '+44 0000 000000',
  '+49 0000000000',
  '+999 123 456 7890',
  '(925) 555-01422',
  '9255550142 9255550143',
])('nobody has the number %j', (typed) => expect(understood(PhoneField, typed)).toBeNull());

it.each([
  ['(925) 555-0142 extension 12', 'tel:9255550142'],
  ['(925) 555-0142 x12', 'tel:9255550142'],
  ['+1 (925) 555-0142 #12', 'tel:+19255550142'],
  ['925•555•0142 (cell)', 'tel:9255550142'],
  ['+19255550142', 'tel:+19255550142'],
])('a press on %j dials %s', (shown, href) => expect(telHref(shown)).toBe(href));
