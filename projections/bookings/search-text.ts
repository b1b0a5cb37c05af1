/** Small letters without accents, on one line: so that `zoe` finds Zoë, whatever language the database sorts by. */
function plain(text: string): string {
  // Most texts are plain already, and a rebuild makes hundreds of thousands of them.
  if (!/[^\x20-\x7e]| {2}/.test(text)) return text.toLowerCase().trim();
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // Postgres takes no text with a zero character.
  return letters.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

const digits = (text: string): string => text.replace(/\D/g, '');

/** What a search looks through: the name, the e-mail, and the phone as typed, as its digits and with its country's. */
export function searchText({
  name,
  email,
  phone,
  phoneE164,
}: {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string;
  readonly phoneE164: string | null;
}): string {
  const parts = [plain(name), plain(email ?? ''), plain(phone), digits(phone), digits(phoneE164 ?? '')];
  return parts.join('\n');
}

const PHONE = /^[\d\s+().\-/\u2010-\u2015]+$/;

/** The texts of which a row must have one to be found; none for a blank search. */
export function searchedFor(typed: string): readonly string[] {
  const text = plain(typed);
  if (text === '') return [];
  const number = PHONE.test(typed) ? digits(typed) : '';
  return number === '' || number === text ? [text] : [text, number];
}
