import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A typed phone number as E.164, `+19255550142`; null when it can't be understood.
 *
 * @param country ISO code whose national numbers are written without a prefix
 */
export function toE164(phone: string, country: CountryCode): string | null {
  const number = parsePhoneNumberFromString(phone, country);
  return number?.isPossible() ? number.number : null;
}

/** A country, `US`, whose way of writing phone numbers is known. */
export const isPhoneCountry = (code: unknown): code is CountryCode =>
  typeof code === 'string' && isSupportedCountry(code);
