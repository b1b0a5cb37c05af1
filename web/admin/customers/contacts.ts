import type { Customer } from '../../../src/contracts/customers/customers.ts';
import { distinctEmails } from '../../../src/salon/contacts.ts';

type Contacts = Pick<Customer, 'email' | 'phone' | 'other_emails' | 'other_phones'>;

/** Only the digits, without North America's prefix: the same number can be written in many ways. */
const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/** All e-mail addresses of one customer, or of several who are one person, without duplicates; current ones first. */
export const emailsOf = (...customers: readonly Contacts[]): string[] =>
  distinctEmails(
    customers.flatMap(({ email, other_emails }) => [...(email ? [email] : []), ...other_emails]),
  );

export const phonesOf = (...customers: readonly Contacts[]): string[] => {
  const all = customers.flatMap(({ phone, other_phones }) => [...(phone ? [phone] : []), ...other_phones]);
  const digits = all.map(digitsOf);
  return all.filter((phone, index) => digits.indexOf(digitsOf(phone)) === index);
};
