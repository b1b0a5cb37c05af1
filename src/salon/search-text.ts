import type { Phone } from './contacts.ts';
import { DASHES, europeanDigits } from './letters.ts';

/** Letters that Unicode doesn't take apart, by what people type for them. */
const TYPED_FOR = Object.entries({
  ae: 'æ',
  oe: 'œ',
  ss: 'ß',
  th: 'þ',
  b: 'ƀɓƃ',
  c: 'ƈȼ',
  d: 'đðɖɗƌ',
  e: 'ɇəǝɛ',
  f: 'ƒ',
  g: 'ǥɠ',
  h: 'ħ',
  i: 'ıɨ',
  j: 'ɉ',
  k: 'ƙĸ',
  l: 'łƚ',
  n: 'ŋɲƞ',
  o: 'øɵɔ',
  p: 'ƥ',
  r: 'ɍ',
  t: 'ŧƭʈ',
  u: 'ʉ',
  v: 'ʋ',
  y: 'ƴɏ',
  z: 'ƶȥ',
  σ: 'ς',
  ی: 'يى',
  ک: 'ك',
}).flatMap(([typed, letters]) => [...letters].map((letter) => [letter, typed] as const));
const LETTERS: ReadonlyMap<string, string> = new Map(TYPED_FOR);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/** Accents that stand alone, typed for an apostrophe. Unicode would take them apart into a space and a mark. */
const LONE_ACCENTS = /[\u00b4\u1fbd\u1fbf\u1ffd\u1ffe]/g;
/** Apostrophes, quotation marks and dots in the middle, which people leave out or type in many ways, and the Arabic line that stretches a word. */
const LEFT_OUT =
  /['"`\p{Pi}\p{Pf}\u201a\u201e\u2032-\u2037\u02b9-\u02bf\u02c8\u02ca\u02cb\ua78b\ua78c\u055a\u05f3\u05f4·•‧∙⋅ـ]/gu;

/**
 * The text as people type it who look for it: in small letters of the plain alphabet, on one line. So `zoe` finds Zoë, `lukasz` Łukasz,
 * and `o'brien` O’Brien, whatever the language settings of the database are. Names are sorted and compared in this form, too.
 *
 * A change needs other versions of the read models `customers` and `bookings`, which store it.
 */
export function plain(text: string): string {
  // Most texts need no conversion, and a rebuild of a read model calls this for hundreds of thousands of texts.
  if (!/[^\x20-\x7e]|['"`]| {2}/.test(text)) return text.toLowerCase().trim();
  const letters = text
    .replace(LONE_ACCENTS, "'")
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(LEFT_OUT, '')
    .replace(DASHES, '-')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter);
  // Postgres can't store a text with a zero character, which is also replaced here.
  return europeanDigits(letters)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

const digits = (text: string): string => text.replace(/\D/g, '');

/** The text in which a search looks: names, e-mails, and phone numbers as typed, as digits, and as digits with the country code. */
export const searchTextOf = (words: readonly string[], phones: readonly Phone[]): string =>
  [
    ...words.map(plain),
    ...phones.flatMap(({ phone, phoneE164 }) => [
      plain(phone),
      digits(plain(phone)),
      digits(phoneE164 ?? ''),
    ]),
  ].join('\n');

/** The text in which a search for a booking looks. */
export const searchText = ({
  name,
  email,
  ...phone
}: Phone & { readonly name: string; readonly email: string | null }): string =>
  searchTextOf([name, email ?? ''], [phone]);

const PHONE = /^[\d +().\-/]+$/;

/** The most words that one statement looks for. Further words are part of the last one. */
const MOST_WORDS = 4;

/**
 * Groups of texts. A row is found if it contains all texts of one of the groups. Words may come in any order, so `moreau ada` finds
 * Ada Moreau. The parts of a phone number belong together. Empty for a blank search.
 */
export function searchedFor(typed: string): readonly (readonly string[])[] {
  const text = plain(typed);
  if (text === '') return [];
  const number = PHONE.test(text) ? digits(text) : '';
  if (number !== '') return number === text ? [[text]] : [[text], [number]];
  const words = text.split(' ');
  const last = words.slice(MOST_WORDS - 1).join(' ');
  return [[...words.slice(0, MOST_WORDS - 1), ...(last === '' ? [] : [last])]];
}
