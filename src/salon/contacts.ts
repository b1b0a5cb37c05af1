/** A phone number as it was typed, and as E.164. The latter is null if it can't be parsed: such a number is shown, but never matched. */
export interface Phone {
  readonly phone: string;
  readonly phoneE164: string | null;
}

export interface Contacts {
  readonly emails: readonly string[];
  readonly phones: readonly Phone[];
}

const sameEmail = (email: string): string => email.trim().toLowerCase();

/** Keeps only the first of all items with the same key. */
function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!first.has(key)) first.set(key, item);
  }
  return [...first.values()];
}

/** Each e-mail once. Of several spellings, the first one is kept. */
export const distinctEmails = (emails: readonly string[]): string[] => distinct(emails, sameEmail);
/** Each phone number once. Of several spellings, the first one is kept. */
export const distinctPhones = (phones: readonly Phone[]): Phone[] =>
  distinct(phones, ({ phone, phoneE164 }) => phoneE164 ?? phone);

/** The text by which an e-mail is matched. */
export const emailContact = (email: string): string => `email:${sameEmail(email)}`;
/** The text by which a phone number is matched; none if the number can't be parsed. */
export const phoneContact = ({ phoneE164 }: Phone): readonly string[] =>
  phoneE164 === null ? [] : [`phone:${phoneE164}`];
/** The texts by which all contacts are matched, e-mails first. */
export const contactsIn = ({ emails, phones }: Contacts): string[] => [
  ...emails.map(emailContact),
  ...phones.flatMap(phoneContact),
];
