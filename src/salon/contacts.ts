import { sameEmail } from './email.ts';

/** A phone number as it was typed, and as E.164. The latter is null if there is no such number: it is shown, but never matched. */
export interface Phone {
  readonly phone: string;
  readonly phoneE164: string | null;
}

export interface Contacts {
  readonly emails: readonly string[];
  readonly phones: readonly Phone[];
}

/** Keeps only the first of all items with the same key. */
function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!first.has(key)) first.set(key, item);
  }
  return [...first.values()];
}

/** Keeps each e-mail once, in its first spelling. */
export const distinctEmails = (emails: readonly string[]): string[] => distinct(emails, sameEmail);
/** Keeps each phone number once, in its first spelling. */
export const distinctPhones = (phones: readonly Phone[]): Phone[] =>
  distinct(phones, ({ phone, phoneE164 }) => phoneE164 ?? phone);
