import { z } from 'zod';
import { ChangeCustomer, type Customer } from '../../../../src/contracts/customers/customers.ts';
import type { ComparedField } from '../../ui/conflict-notice.tsx';
import { problemText } from '../../ui/form/problem-text.ts';
import { birthdayText } from './birthday-text.ts';

/** The raw values of the fields. */
export interface TypedCard {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly birthday_month: string;
  readonly birthday_day: string;
  readonly notes: string;
}

export const typedOf = (customer: Customer): TypedCard => ({
  name: customer.name,
  email: customer.email ?? '',
  phone: customer.phone ?? '',
  birthday_month: String(customer.birthday_month ?? ''),
  birthday_day: String(customer.birthday_day ?? ''),
  notes: customer.notes ?? '',
});

const textOrNull = (text: string) => text.trim() || null;
const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

/** What the fields say, for the server. */
export const cardOf = (typed: TypedCard) => ({
  name: typed.name.trim(),
  email: textOrNull(typed.email),
  phone: textOrNull(typed.phone),
  birthday_month: numberOrNull(typed.birthday_month),
  birthday_day: numberOrNull(typed.birthday_day),
  notes: textOrNull(typed.notes),
});
type Card = ReturnType<typeof cardOf>;

/** Only the fields that the person has changed: somebody else may have changed others in the meantime. Month and day of the birthday go together. */
export function changesOf(before: Customer, typed: TypedCard): Partial<Card> {
  const card = cardOf(typed);
  const changed = Object.entries(card).filter(([name, value]) => value !== before[name as keyof Card]);
  if (!changed.some(([name]) => name.startsWith('birthday'))) return Object.fromEntries(changed);
  const { birthday_month, birthday_day } = card;
  return { ...Object.fromEntries(changed), birthday_month, birthday_day };
}

/** Error texts by field. The rules are the contract's; a birthday needs both month and day, or neither. */
export function errorsOf(typed: TypedCard): Partial<Record<keyof TypedCard, string>> {
  const card = cardOf(typed);
  const { error } = ChangeCustomer.safeParse(card);
  const errors: Partial<Record<keyof TypedCard, string>> = {};
  for (const { path, message } of error?.issues ?? []) {
    const name = path[0] as keyof TypedCard;
    errors[name] ??= problemText(message);
  }
  if (card.birthday_month !== null && card.birthday_day === null) {
    errors.birthday_day ??= 'Please enter the day, too.';
  }
  if (card.birthday_month === null && card.birthday_day !== null) {
    errors.birthday_month ??= 'Please select the month, too.';
  }
  return errors;
}

/** Whether an error of the server belongs to a field. */
export const isField = (path: string): path is keyof TypedCard =>
  z.enum(['name', 'email', 'phone', 'birthday_month', 'birthday_day', 'notes']).safeParse(path).success;

/** The fields that are compared after somebody else has changed the customer. */
export const CUSTOMER_FIELDS: readonly ComparedField<Customer>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email ?? ''],
  ['Phone', ({ phone }) => phone ?? ''],
  ['Birthday', birthdayText],
  ['Notes', ({ notes }) => notes ?? ''],
];
