import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { toE164 } from '../../src/adapters/phone.ts';
import * as fields from '../../src/contracts/fields.ts';
import { queriesOf } from '../../src/contracts/operation-rules.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';

const { CustomerNameField, EmailField, NotesField, PhoneField } = fields;
const { StaffNameField, ChangedNotesField, MessageField, AnswerField, BlockReasonField } = fields;

const accepted = <Schema extends z.ZodType>(schema: Schema, value: unknown) => schema.safeParse(value).data;
const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const ZERO_WIDTH_SPACE = '\u200b';

describe('a name', () => {
  it.each([
    ['a line break', 'Ann\r\nLee'],
    ['a tab', 'Ann\tLee'],
    ['a line separator', 'Ann\u2028Lee'],
    ['a direction override', `${RIGHT_TO_LEFT_OVERRIDE}Ann Lee\u202c`],
    ['a direction isolate', '\u2066Ann\u2069 Lee'],
    ['a zero-width space', `Ann${ZERO_WIDTH_SPACE} Lee`],
    ['a byte order mark', '\ufeffAnn Lee'],
    ['a soft hyphen', 'A\u00adnn Lee'],
    ['a Hangul filler', 'Ann\u3164 Lee'],
    ['an invisible tag', 'Ann\u{e0041} Lee'],
    ['a blank of Braille', 'Ann\u2800Lee'],
    ['a no-break space', ' Ann\u00a0\u00a0Lee '],
  ])('is kept without %s', (_what, typed) => {
    expect(accepted(CustomerNameField, typed)).toBe('Ann Lee');
  });

  it('keeps four marks on a letter, and no pile of them', () => {
    expect(CustomerNameField.parse(`Z${'\u030d'.repeat(80)}oe\u0308`)).toBe(`Z${'\u030d'.repeat(4)}oe\u0308`);
    expect(NotesField.parse(`Z${'\u030d'.repeat(80)}`)).toBe(`Z${'\u030d'.repeat(4)}`);
  });

  it.each(['Zoë Müller-Lüdenscheidt', "Siobhán O'Neill", '李小龍', 'علی رضایی', 'नरेंद्र', 'Bo 💇'])(
    'is kept as it is: %s',
    (name) => {
      expect(accepted(CustomerNameField, name)).toBe(name);
    },
  );

  it.each([
    ['controls', 'Ann\u0007Lee'],
    ['half a character', 'Ann \ud800'],
    ['nothing visible', ZERO_WIDTH_SPACE.repeat(5)],
    ['one letter and something invisible', `A${ZERO_WIDTH_SPACE}`],
    ['101 letters', 'x'.repeat(101)],
  ])('is refused with %s, and told so once', (_what, typed) => {
    expect(messages(CustomerNameField, typed)).toEqual(['invalid-name']);
  });
});

it.each(
  Object.entries({
    CustomerNameField,
    StaffNameField,
    NotesField,
    ChangedNotesField,
    MessageField,
    AnswerField,
    BlockReasonField,
  }),
)('a text loses every character that turns its direction: %s', (_name, field) => {
  const turning = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
  expect(accepted<z.ZodType>(field, `${turning.join('a')}a`)).toBe('a'.repeat(turning.length));
});

describe('an e-mail address', () => {
  it('is kept without what a copy from a page brings along', () => {
    expect(accepted(EmailField, `\u200e ada@example.com${ZERO_WIDTH_SPACE}\n`)).toBe('ada@example.com');
  });
  it.each(['ada@', 'ada', '', 'a b@example.com', `${'x'.repeat(250)}@b.com`, 'ada\u0000@example.com'])(
    'is refused once: %j',
    (typed) => {
      expect(messages(EmailField, typed)).toEqual(['invalid-email']);
    },
  );
});

describe('a phone number', () => {
  it.each([
    ['as it is', '(925) 555-0142', '(925) 555-0142'],
    ['with no-break hyphens', '925\u2011555\u20110142', '925-555-0142'],
    ['with en-dashes', '925\u2013555\u20130142', '925-555-0142'],
    ['with minus signs', '925\u2212555\u22120142', '925-555-0142'],
    ['with direction marks', '\u202d(925) 555-0142\u202c\u200e', '(925) 555-0142'],
    ['from a link', 'tel:+1-925-555-0142', '+1-925-555-0142'],
    ['from a link with an extension', 'TEL:+1-925-555-0142;ext=12', '+1-925-555-0142;ext=12'],
    ['in full width', '＋１（９２５）５５５－０１４２', '+1(925)555-0142'],
    ['in Arabic digits', '٩٢٥٥٥٥٠١٤٢', '9255550142'],
    ['in Persian digits', '۹۲۵ ۵۵۵ ۰۱۴۲', '925 555 0142'],
    ['over two lines', '925 555\r\n0142', '925 555 0142'],
    ['with spaces of a typesetter', '925\u202f555\u20090142', '925 555 0142'],
    ['with an extension', '925.555.0142 ext. 12', '925.555.0142 ext. 12'],
  ])('is understood %s', (_how, pasted, kept) => {
    const phone = accepted(PhoneField, pasted);
    expect(phone).toBe(kept);
    expect(toE164(kept, 'US')).toBe('+19255550142');
  });

  it.each([
    '',
    '925-555-01',
    '925-555-01 x12',
    '925 555 014a',
    'call 9255550142',
    '925\u0000555 01422',
    '9'.repeat(41),
    '+',
    'tel:',
  ])('is refused once: %j', (typed) => {
    expect(messages(PhoneField, typed)).toEqual(['invalid-phone']);
  });
});

describe('notes', () => {
  it('keep their line breaks and the characters of an emoji, and lose what turns their direction', () => {
    expect(accepted(NotesField, ' First\r\nsecond\n\tthird 💇🏽‍♀️ ')).toBe('First\r\nsecond\n\tthird 💇🏽‍♀️');
    expect(accepted(NotesField, `a${RIGHT_TO_LEFT_OVERRIDE}b\u2066c\u200f`)).toBe('abc');
  });
  it('are none when they are blank', () => {
    expect([undefined, null, '', ' \n '].map((typed) => accepted(NotesField, typed))).toEqual(
      Array.from({ length: 4 }, () => null),
    );
  });
  it('are refused once when they are too long or hold a control character', () => {
    for (const typed of ['x'.repeat(2001), 'x'.repeat(30_000), 'a\u001bb'])
      expect(messages(NotesField, typed)).toEqual(['Must be plain text of at most 2000 characters.']);
  });
});

/** Every field of every operation, by where it is taken. */
const TAKEN = OPERATIONS.flatMap((operation) =>
  [operation.params, ...queriesOf(operation), operation.body].flatMap((part) =>
    Object.entries((part as z.ZodObject | undefined)?.shape ?? {}).map(
      ([name, schema]): [string, z.ZodType] => [
        `${operation.method} ${operation.path} ${name}`,
        schema as z.ZodType,
      ],
    ),
  ),
);
const SHARED = Object.entries(fields).filter(([name]) => /^[A-Z]\w+Field$/.test(name)) as [
  string,
  z.ZodType,
][];
const ALL = [...SHARED, ...TAKEN];

/** One of each class of characters that a pattern could tell apart. */
const CHARACTERS = '1aZ -.@,\r\0\u200b٩１é\ud800';
const BODY_LIMIT = 32_000;

describe.each(ALL)('%s', (_name, field) => {
  it('never says what is wrong in the words of the validator', () => {
    for (const value of [undefined, null, 7, true, [], {}, '', 'x', '\u0000', 'x'.repeat(40)]) {
      const said = messages(field, value);
      expect(said.filter((message) => /^(?:Invalid|Too|Unrecognized)\b|\bexpected\b/.test(message))).toEqual(
        [],
      );
    }
  });

  it('lets the length of a text decide before a pattern has to read it', () => {
    for (const character of CHARACTERS) {
      const many = character.repeat(BODY_LIMIT);
      for (const value of [many, `1${many}x!`]) {
        const codes = field.safeParse(value).error?.issues.map(({ code }) => code);
        expect(codes?.[0]).toMatch(/^(?:too_big|invalid_type|invalid_value)$/);
        expect(codes).not.toContain('invalid_format');
      }
    }
  });
});
