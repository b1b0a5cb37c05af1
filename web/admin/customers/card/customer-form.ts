import { ChangeCustomer, type Customer } from '../../../../src/contracts/customers/customers.ts';
import { ApiError } from '../../../api.ts';
import type { ComparedField } from '../../ui/conflict-notice.tsx';
import { changedFields } from '../../ui/form/changed-fields.ts';
import { problemText } from '../../ui/form/problem-text.ts';
import { birthdayText } from './birthday-text.ts';

/** The raw values of the fields of a new customer. */
export const NOBODY = { name: '', email: '', phone: '', birthday_month: '', birthday_day: '', notes: '' };

/** The raw values of the fields. */
export type TypedCard = Readonly<typeof NOBODY>;

/** The same as the server has it: null where there is nothing. */
export type Card = Pick<Customer, 'name' | 'email' | 'phone' | 'birthday_month' | 'birthday_day' | 'notes'>;

/** What is wrong with the fields, in words. */
export type CardErrors = Partial<Record<keyof TypedCard, string>>;

export const typedOf = (customer: Card): TypedCard => ({
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
export const cardOf = (typed: TypedCard): Card => ({
  name: typed.name.trim(),
  email: textOrNull(typed.email),
  phone: textOrNull(typed.phone),
  birthday_month: numberOrNull(typed.birthday_month),
  birthday_day: numberOrNull(typed.birthday_day),
  notes: textOrNull(typed.notes),
});

/** What somebody has changed. Month and day of the birthday go together. */
export function changesOf(before: Customer, typed: TypedCard): Partial<Card> {
  const card = cardOf(typed);
  const changed = changedFields<Card>(before, card);
  const { birthday_month, birthday_day } = card;
  const isBirthday = 'birthday_month' in changed || 'birthday_day' in changed;
  return isBirthday ? { ...changed, birthday_month, birthday_day } : changed;
}

/** Error texts by field. The rules are the contract's; a birthday needs both month and day, or neither. */
export function errorsOf(typed: TypedCard): CardErrors {
  const card = cardOf(typed);
  const { error } = ChangeCustomer.safeParse(card);
  const errors: CardErrors = {};
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

/** What the server found wrong with the fields; undefined if its refusal is about none of them. */
export function refusedFields(error: unknown): CardErrors | undefined {
  const fields = error instanceof ApiError ? error.fields.filter(({ path }) => path in NOBODY) : [];
  if (fields.length === 0) return undefined;
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]));
}

/** The fields that are compared after somebody else has changed the customer. */
export const CUSTOMER_FIELDS: readonly ComparedField<Customer>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email ?? ''],
  ['Phone', ({ phone }) => phone ?? ''],
  ['Birthday', birthdayText],
  ['Notes', ({ notes }) => notes ?? ''],
];
