import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

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
