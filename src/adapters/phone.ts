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

/**
 * Whether a number is of one of the countries. Numbers of North America are told apart; elsewhere the calling code counts,
 * since islands that share it can't be told apart by the digits alone.
 */
export function isOfCountries(e164: string, countries: readonly CountryCode[]): boolean {
  const number = parsePhoneNumberFromString(e164);
  if (!number) return false;
  const { country, countryCallingCode } = number;
  if (country !== undefined && countries.includes(country)) return true;
  if (countryCallingCode === SHARED_CODE) return false;
  return countries.some((one) => getCountryCallingCode(one) === countryCallingCode);
}

/** What numbers have in common that were given out together, by region and exchange: `+1925555`. */
export const numberPrefix = (e164: string): string => e164.slice(0, 8);
