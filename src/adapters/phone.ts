import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { isSomebodysPhone, NEW_IN_US } from '../salon/matched-contacts.ts';
import { numberIn } from '../salon/phone-number.ts';

/**
 * A phone number as E.164, `+19255550142`; null when it can't be parsed, or nobody has such a number.
 *
 * @param country ISO code of the country that a number without a prefix belongs to
 */
export function toE164(phone: string, country: CountryCode): string | null {
  const number = parsePhoneNumberFromString(numberIn(phone) ?? phone, country);
  return number && isSomebodysPhone(number.number) ? number.number : null;
}

/** True for the code of a country whose phone numbers can be parsed, such as `US`. */
export const isPhoneCountry = (code: unknown): code is CountryCode =>
  typeof code === 'string' && isSupportedCountry(code);

/** The calling code that the countries of North America share. A text message to some of these countries is expensive. */
const SHARED_CODE = '1';

/** North American numbers that aren't a person's phone: toll-free, premium-rate, and "personal numbers", which forward to any number. */
const NOBODYS = /^\+1(?:8(?:00|33|44|55|66|77|88)|900|\d{3}976|5(?:00|2[1-9]|33|44|66|77|88))/;

/**
 * Whether text messages are sent to a number: only to a person's phone in one of the countries. For North American numbers the
 * country must fit. Elsewhere only the calling code must, since the digits can't tell apart territories that share a code.
 */
export function isTexted(e164: string, countries: readonly CountryCode[]): boolean {
  const number = parsePhoneNumberFromString(e164);
  if (!number || NOBODYS.test(e164)) return false;
  const { country = NEW_IN_US.test(e164) ? 'US' : undefined, countryCallingCode } = number;
  if (country !== undefined && countries.includes(country)) return true;
  if (countryCallingCode === SHARED_CODE) return false;
  return countries.some((one) => getCountryCallingCode(one) === countryCallingCode);
}

/** The digits that numbers of the same region and exchange begin with: `+1925555`. */
export const numberPrefix = (e164: string): string => e164.slice(0, 8);
