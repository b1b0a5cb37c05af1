/** A phone number as typed, and as E.164; null for one that can't be understood, which is shown and never matched. */
export interface Phone {
  readonly phone: string;
  readonly phoneE164: string | null;
}

export interface Contacts {
  readonly emails: readonly string[];
  readonly phones: readonly Phone[];
}

const sameEmail = (email: string): string => email.trim().toLowerCase();

/** Each item once: of those with the same key, the first. */
function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const first = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!first.has(key)) first.set(key, item);
  }
  return [...first.values()];
}

/** Each e-mail once, the first as it was typed. */
export const distinctEmails = (emails: readonly string[]): string[] => distinct(emails, sameEmail);
/** Each phone once, the first as it was typed. */
export const distinctPhones = (phones: readonly Phone[]): Phone[] =>
  distinct(phones, ({ phone, phoneE164 }) => phoneE164 ?? phone);

/** What an e-mail is matched by. */
export const emailContact = (email: string): string => `email:${sameEmail(email)}`;
/** What a phone is matched by; nothing for a number that can't be understood. */
export const phoneContact = ({ phoneE164 }: Phone): readonly string[] =>
  phoneE164 === null ? [] : [`phone:${phoneE164}`];
/** What all of them are matched by, e-mails first. */
export const contactsIn = ({ emails, phones }: Contacts): string[] => [
  ...emails.map(emailContact),
  ...phones.flatMap(phoneContact),
];
