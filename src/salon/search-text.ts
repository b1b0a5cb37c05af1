import type { Phone } from './contacts.ts';

/** The text in small letters without accents, on one line. So `zoe` finds Zoë, whatever the language settings of the database are. */
export function plain(text: string): string {
  // Most texts need no conversion, and a rebuild of a read model calls this for hundreds of thousands of texts.
  if (!/[^\x20-\x7e]| {2}/.test(text)) return text.toLowerCase().trim();
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // Postgres can't store a text with a zero character, which is also replaced here.
  return letters.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

const digits = (text: string): string => text.replace(/\D/g, '');

/** The text in which a search looks: names, e-mails, and phone numbers as typed, as digits, and as digits with the country code. */
export const searchTextOf = (words: readonly string[], phones: readonly Phone[]): string =>
  [
    ...words.map(plain),
    ...phones.flatMap(({ phone, phoneE164 }) => [plain(phone), digits(phone), digits(phoneE164 ?? '')]),
  ].join('\n');

/** The text in which a search for a booking looks. */
export const searchText = ({
  name,
  email,
  ...phone
}: Phone & { readonly name: string; readonly email: string | null }): string =>
  searchTextOf([name, email ?? ''], [phone]);

const PHONE = /^[\d\s+().\-/\u2010-\u2015]+$/;

/** The most words that one statement looks for. Further words are part of the last one. */
const MOST_WORDS = 4;

/**
 * Groups of texts. A row is found if it contains all texts of one of the groups. Words may come in any order, so `moreau ada` finds
 * Ada Moreau. The parts of a phone number belong together. Empty for a blank search.
 */
export function searchedFor(typed: string): readonly (readonly string[])[] {
  const text = plain(typed);
  if (text === '') return [];
  const number = PHONE.test(typed) ? digits(typed) : '';
  if (number !== '') return number === text ? [[text]] : [[text], [number]];
  const words = text.split(' ');
  const last = words.slice(MOST_WORDS - 1).join(' ');
  return [[...words.slice(0, MOST_WORDS - 1), ...(last === '' ? [] : [last])]];
}
