import type { z } from 'zod';
import { addCustomer } from '../../../../src/contracts/customers/add-customer.ts';
import type { Customer } from '../../../../src/contracts/customers/customers.ts';
import type { ComparedField } from '../../ui/conflict-callout.tsx';
import { changedFields } from '../../ui/form/changed-fields.ts';
import { birthdayText } from './birthday-text.ts';

/** The raw values of the fields of a new customer. */
export const NOBODY = { name: '', email: '', phone: '', birthday_month: '', birthday_day: '', notes: '' };

/** The raw values of the fields. */
export type TypedCard = Readonly<typeof NOBODY>;

/** The contract's rules; here a birthday needs both month and day, or neither. */
export const CustomerCard = addCustomer.body
  .refine(({ birthday_month: month, birthday_day: day }) => month === null || day !== null, {
    path: ['birthday_day'],
    error: 'Please enter the day, too.',
  })
  .refine(({ birthday_month: month, birthday_day: day }) => day === null || month !== null, {
    path: ['birthday_month'],
    error: 'Please select the month, too.',
  });

/** The fields as the server has them: null where there is nothing. */
export type Card = z.output<typeof CustomerCard>;

export const typedOf = (customer: Pick<Customer, keyof TypedCard>): TypedCard => ({
  name: customer.name,
  email: customer.email ?? '',
  phone: customer.phone ?? '',
  birthday_month: String(customer.birthday_month ?? ''),
  birthday_day: String(customer.birthday_day ?? ''),
  notes: customer.notes ?? '',
});

const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

/** Turns the fields into the server's form. */
export const cardOf = (typed: TypedCard) => ({
  ...typed,
  phone: typed.phone.trim() || null,
  birthday_month: numberOrNull(typed.birthday_month),
  birthday_day: numberOrNull(typed.birthday_day),
});

/** Finds the changed fields. Month and day of the birthday go together. */
export function changesOf(before: Customer, card: Card): Partial<Card> {
  const changed = changedFields<Card>(before, card);
  const { birthday_month, birthday_day } = card;
  const isBirthday = 'birthday_month' in changed || 'birthday_day' in changed;
  return isBirthday ? { ...changed, birthday_month, birthday_day } : changed;
}

/** The fields that are compared after somebody else has changed the customer. */
export const CUSTOMER_FIELDS: readonly ComparedField<Customer>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email ?? ''],
  ['Phone', ({ phone }) => phone ?? ''],
  ['Birthday', birthdayText],
  ['Notes', ({ notes }) => notes ?? ''],
];
