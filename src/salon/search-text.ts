import type { Phone } from './contacts.ts';

/** Small letters without accents, on one line: so that `zoe` finds Zoë, whatever language the database sorts by. */
export function plain(text: string): string {
  // Most texts are plain already, and a rebuild makes hundreds of thousands of them.
  if (!/[^\x20-\x7e]| {2}/.test(text)) return text.toLowerCase().trim();
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // Postgres takes no text with a zero character.
  return letters.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

const digits = (text: string): string => text.replace(/\D/g, '');

/** What a search looks through: names, e-mails, and phones as typed, as their digits and with their country's. */
export const searchTextOf = (words: readonly string[], phones: readonly Phone[]): string =>
  [
    ...words.map(plain),
    ...phones.flatMap(({ phone, phoneE164 }) => [plain(phone), digits(phone), digits(phoneE164 ?? '')]),
  ].join('\n');

/** The same of a booking. */
export const searchText = ({
  name,
  email,
  ...phone
}: Phone & { readonly name: string; readonly email: string | null }): string =>
  searchTextOf([name, email ?? ''], [phone]);

const PHONE = /^[\d\s+().\-/\u2010-\u2015]+$/;

/** As many words as one statement looks for; what follows counts as the last of them. */
const MOST_WORDS = 4;

/**
 * What a row must have to be found: all texts of one of these groups. Words may come in any order, so `moreau ada` finds Ada
 * Moreau; the parts of a number belong together. None for a blank search.
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
