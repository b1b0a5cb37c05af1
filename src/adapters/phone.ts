import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/**
 * A phone number as E.164, `+19255550142`; null when it can't be parsed or its length is impossible.
 *
 * @param country ISO code of the country that a number without a prefix belongs to
 */
export function toE164(phone: string, country: CountryCode): string | null {
  const number = parsePhoneNumberFromString(phone, country);
  return number?.isPossible() ? number.number : null;
}

/** True for the code of a country, `US`, whose phone numbers can be parsed. */
export const isPhoneCountry = (code: unknown): code is CountryCode =>
  typeof code === 'string' && isSupportedCountry(code);

/** The calling code that countries with agreements of their own share, some of them at a high price. */
const SHARED_CODE = '1';

/** Numbers of North America that nobody keeps for themselves: toll-free ones, those that callers pay for, and personal ones, which lead anywhere. */
const NOBODYS = /^\+1(?:8(?:00|33|44|55|66|77|88)|900|\d{3}976|5(?:00|2[1-9]|33|44|66|77|88))/;
/** Area codes of California that the package doesn't know yet. */
const NEW_IN_US = /^\+1(?:357|837)/;

/**
 * Whether a number is texted: a person's, of one of the countries. Numbers of North America are told apart; elsewhere the calling
 * code counts, since islands that share it can't be told apart by the digits alone.
 */
export function isTexted(e164: string, countries: readonly CountryCode[]): boolean {
  const number = parsePhoneNumberFromString(e164);
  if (!number || NOBODYS.test(e164)) return false;
  const { country = NEW_IN_US.test(e164) ? 'US' : undefined, countryCallingCode } = number;
  if (country !== undefined && countries.includes(country)) return true;
  if (countryCallingCode === SHARED_CODE) return false;
  return countries.some((one) => getCountryCallingCode(one) === countryCallingCode);
}

/** What numbers have in common that were given out together, by region and exchange: `+1925555`. */
export const numberPrefix = (e164: string): string => e164.slice(0, 8);
