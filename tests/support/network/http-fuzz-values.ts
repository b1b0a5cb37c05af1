import fc from 'fast-check';
import type { WireRequest } from './http-client.ts';

/** Values that no route should accept, and a few that are good elsewhere. */

const LONE_SURROGATE = '\ud800x';

export const notText: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer(),
  // JSON knows no infinity: it would be null, which some fields may be.
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
);

export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    LONE_SURROGATE,
    '__proto__',
    '../../etc/passwd',
    "' or 1=1 --",
    '<script>',
    '💇',
  ),
);

export const badDate = fc.oneof(
  anyText.filter((text) => !/^\d{4}-\d{2}-\d{2}$/.test(text)),
  fc.constantFrom(
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '0000-00-00',
    '2027-02-29',
    '2026-11-24T10:00:00Z',
    ' 2026-11-24',
    '2026-11-24\u0000',
    '+002026-11-24',
    '٢٠٢٦-١١-٢٤',
    '26-11-24',
    '2026-11-24,2026-11-25',
  ),
);

/** Dates that exist, and can't be booked. */
export const hopelessDate = fc.constantFrom(
  '0001-01-01',
  '1970-01-01',
  '2026-11-19',
  '2027-05-21',
  '9999-12-31',
);

export const badTime = fc.oneof(
  anyText.filter((text) => !/^\d{1,2}:\d\d [AP]M$/.test(text)),
  fc.constantFrom(
    '0:30 AM',
    '13:00 PM',
    '9:60 AM',
    '9:30',
    '9:30 am',
    '09:30:00',
    '9:30 AM ',
    '9:30AM',
    '٩:٣٠ AM',
  ),
);

export const badServiceId = fc.oneof(
  anyText.filter((text) => !/^[a-z0-9][a-z0-9-]*$/.test(text)),
  fc.constantFrom('no-such-service', 'constructor', 'x'.repeat(65), 'Womens-Haircut', '-perm'),
);

const control = fc.constantFrom('\u0000', '\u0007', '\u001b', '\u007f', LONE_SURROGATE);

/** Invalid values for each field of a booking. */
export const BROKEN_FIELD: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  customer_name: fc.oneof(
    notText,
    fc.constantFrom('', ' ', 'x', ' x ', 'x'.repeat(101)),
    control.map((bad) => `Ada ${bad} Lovelace`),
  ),
  customer_email: fc.oneof(
    notText,
    anyText.filter((text) => !text.includes('@')),
    fc.constantFrom('a@', '@b.com', 'a b@c.com', 'a@b..com', 'a\u0000@b.com', `${'x'.repeat(250)}@b.com`),
  ),
  customer_phone: fc.oneof(
    notText,
    anyText.filter((text) => text.replace(/\D/g, '').length < 10),
    fc.constantFrom('925555014', '9'.repeat(41), '(925) 555-014a', '٩٢٥٥٥٥٠١٤', '925\u0000555 01422'),
  ),
  appointment_date: fc.oneof(notText, badDate, hopelessDate),
  appointment_time: fc.oneof(notText, badTime, fc.constantFrom('12:00 AM', '9:15 AM', '9:00 PM', '11:59 PM')),
  services: fc.oneof(
    anyText,
    fc.constantFrom<unknown>(null, 7, {}, [], [null], [[]], [{}], [{ id: null }]),
    badServiceId.map((id) => [id]),
    badServiceId.map((id) => [{ id: 'perm' }, { id }]),
    fc.constant(['perm', 'perm']),
    fc.constant(Array.from({ length: 21 }, (_, index) => `service-${index}`)),
  ),
  notes: fc.oneof(
    notText.filter((value) => value !== null),
    fc.constant('x'.repeat(2001)),
    control.map((bad) => `a ${bad} b`),
  ),
  sms_consent: fc.constantFrom(false, null, 0, 1, 'true', 'yes', [], {}),
  total_amount: fc.oneof(notText, fc.constant('x'.repeat(201))),
  hold_id: fc.oneof(notText, anyText, fc.constant('00000000-0000-0000-0000-00000000000g')),
  subject: fc.oneof(notText, fc.constantFrom('x'.repeat(201), 'Cheap watches')),
};
export const REQUIRED = Object.keys(BROKEN_FIELD).filter(
  (field) => !/notes|total_amount|hold_id|subject/.test(field),
);

/** Bodies that no route can read: not JSON, too long, or in another encoding. */
export const unreadable = (json: string): fc.Arbitrary<Pick<WireRequest, 'raw' | 'headers'>> => {
  const dressed = (headers: Record<string, string>) => ({ raw: json, headers });
  return fc.oneof(
    fc.integer({ min: 1, max: json.length - 1 }).map((length) => ({ raw: json.slice(0, length) })),
    fc
      .constantFrom('null', '7', '"text"', '{,}', '{"a":1', "{'a':1}", 'undefined', '\u0000', '\ufeff')
      .map((raw) => ({ raw })),
    fc.constantFrom('[', '{"a":', '[{"a":[').map((open) => ({ raw: open.repeat(3_000) })),
    fc
      .integer({ min: 33_000, max: 120_000 })
      .map((length) => ({ raw: JSON.stringify({ notes: 'x'.repeat(length) }) })),
    fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => ({ raw: Buffer.from([0xff, ...bytes]) })),
    fc
      .constantFrom(
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/xml',
        'json',
        '',
      )
      .map((type) => dressed({ 'Content-Type': type })),
    fc
      .constantFrom('application/json; charset=latin1', 'application/json; charset=utf-7')
      .map((type) => dressed({ 'Content-Type': type })),
    fc
      .constantFrom('gzip', 'br', 'deflate', 'compress', 'x-unknown')
      .map((coding) => dressed({ 'Content-Encoding': coding })),
  );
};

export const badKey = fc.oneof(
  fc.constantFrom('', 'short', 'x'.repeat(15), 'x'.repeat(201), 'has a space in the middle', 'ä'.repeat(20)),
  fc.stringMatching(/^[a-z]{1,15}$/),
);
export const badEtag = fc.constantFrom(
  '3',
  '"three"',
  '"',
  '"1", "2"',
  'W/3',
  '"-1"',
  '"9999999999"',
  '""',
  'null',
);

/** Tokens that we never issue: cut, stretched, changed in one place, or something else altogether. */
const badToken = (token: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.integer({ min: 0, max: token.length - 1 }).map((length) => token.slice(0, length)),
    fc.stringMatching(/^[\w-]{1,40}$/).map((more) => token + more),
    fc.integer({ min: 0, max: token.length - 1 }).map((at) => {
      const other = token[at] === 'A' ? 'B' : 'A';
      return token.slice(0, at) + other + token.slice(at + 1);
    }),
    fc.stringMatching(/^[\w-]{64}$/).filter((text) => text !== token),
    fc.constantFrom('null', 'undefined', '..', '%00', `${token}=`, `${token} ${token}`),
  );
export const badAuthorization = (token: string): fc.Arbitrary<string> =>
  fc.oneof(
    badToken(token).map((bad) => `Bearer ${bad}`),
    fc.constantFrom('', 'Bearer', 'Bearer ', `Basic ${token}`, token, `Bearer, ${token}`, `Token ${token}`),
  );

/** The text with every byte but plain letters percent-encoded. */
export const encoded = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[\w-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

export const badValue = (bad: fc.Arbitrary<string>, good: string) => (name: string) =>
  fc.oneof(
    bad.map((text) => `${name}=${encoded(text)}`),
    fc.constantFrom(
      '',
      name,
      `${name}=`,
      `${name}=${good}&${name}=${good}`,
      `${name}[]=${good}`,
      `${name}[a]=${good}`,
      `${name}=%`,
      `${name}=%zz`,
      `${name}=%ff%fe`,
      `__proto__[${name}]=${good}`,
    ),
  );

/** One character of each kind that a pattern, a fold of case or a count of characters may be slow at or wrong about. */
export const characterClass = fc.constantFrom(
  ' ',
  '1',
  'a',
  'A',
  '.',
  '-',
  '@',
  '\\',
  '"',
  '\t',
  '\u00a0',
  'ß',
  'İ',
  'e\u0301',
  '\u202e',
  '\u200b',
  '\uff11',
  '٣',
  '漢',
  '💇',
  '👩‍👩‍👧',
);
