/** The words in braces that the texts of settings may contain, such as `{phone}`, so that each fact is written once. */

/** Words about the salon, each with its greatest length. */
const OF_SALON = {
  name: 60,
  tagline: 100,
  phone: 30,
  address: 180,
  city: 40,
  region: 40,
  clients: 12,
  policy_notice_hours: 6,
  self_service_cutoff_hours: 6,
  service_concern_days: 6,
  patch_test_hours: 6,
  private_link_days: 6,
} as const;
type OfSalon = keyof typeof OF_SALON;

/** Words about a booking: in texts, and in mails. The services and the site's address may be longer, which hardly any are. */
const OF_TEXT = { ...OF_SALON, stylist: 65, weekday: 3, date: 12, time: 8, end: 8, link: 80 } as const;
const OF_MAIL = { ...OF_SALON, stylist: 65, when: 60, end: 8, services: 400 } as const;

export const VARIABLES = {
  page: Object.keys(OF_SALON) as readonly OfSalon[],
  text: Object.keys(OF_TEXT) as readonly (keyof typeof OF_TEXT)[],
  mail: Object.keys(OF_MAIL) as readonly (keyof typeof OF_MAIL)[],
} as const;

/** The use of a text: on the website's pages, or in a text message or mail about a booking. */
export type TextUse = keyof typeof VARIABLES;

const LENGTHS: Readonly<Record<TextUse, Readonly<Record<string, number>>>> = {
  page: OF_SALON,
  text: OF_TEXT,
  mail: OF_MAIL,
};

const IN_BRACES = /\{([^{}]*)\}/g;

/** The first word in braces that such a text can't contain. */
export const unknownVariable = (text: string, use: TextUse): string | undefined =>
  [...text.matchAll(IN_BRACES)]
    .map(([, name = '']) => name)
    .find((name) => !Object.hasOwn(LENGTHS[use], name));

/** The greatest length of a text once its words in braces are replaced. */
export const longestFilled = (text: string, use: TextUse): number =>
  [...text.matchAll(IN_BRACES)].reduce(
    (length, [word, name = '']) => length - word.length + (LENGTHS[use][name] ?? word.length),
    text.length,
  );

type Values = Readonly<Record<string, string>>;

/** Replaces words in braces by their values; others stay. */
export const fillIn = (text: string, values: Values): string =>
  (values.stylist === '' ? text.replace(/ ?\{stylist\}/g, '') : text).replace(
    IN_BRACES,
    (word, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : word),
  );

/** The first time in a text, with the end where it names both. */
const TIME = /\{(?:time|when)\}(?:(?: to | until | ?[–-] ?)\{end\})?/;

/** The same for a text about a booking. A team names its stylist behind the time, unless the text does so elsewhere. */
export const fillInBooking = (text: string, values: Values): string =>
  fillIn(text.includes('{stylist}') ? text : text.replace(TIME, '$& {stylist}'), values);
