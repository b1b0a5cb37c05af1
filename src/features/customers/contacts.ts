import { createHmac, createSecretKey } from 'node:crypto';
import { ERASED } from '../../eventsourcing/event-types.ts';
import { derivedId } from '../../eventsourcing/identity.ts';
import { contactsIn, emailContact, phoneContact } from '../../salon/matched-contacts.ts';
import type { BookingEvent } from '../booking/appointment/events.ts';
import type { Card, CardContacts } from './events.ts';

/** Keyed hash of a contact. Without the key nobody can find out whose contact it is. */
export type ContactHash = string;
export type HashContact = (contact: string) => ContactHash;

/** @param key a key of 32 bytes that is used for nothing else */
export function contactHasher(key: Buffer): HashContact {
  const secret = createSecretKey(key);
  return (contact) => createHmac('sha256', secret).update(contact).digest('base64url');
}

type Person = Extract<BookingEvent, { type: 'BookingRequested' }>['data']['personal'];

/** Id of the customer who is registered for a booking if no known customer has made it. */
export const customerIdOf = (bookingId: string): string => derivedId('customer', bookingId);

/** The contacts that a booking was made with. */
export function contactsOf(
  person: Omit<Exclude<Person, typeof ERASED>, 'notes'> | typeof ERASED,
): CardContacts {
  if (person === ERASED) return { emails: [], phones: [] };
  const { email, phone, phoneE164 } = person;
  // A walk-in may have given none.
  return { emails: [email ?? []].flat(), phones: phone === '' ? [] : [{ phone, phoneE164 }] };
}

/** The card of a new customer, made from their first booking. */
export function firstCard(person: Omit<Exclude<Person, typeof ERASED>, 'notes'>): Card {
  return { name: person.name, ...contactsOf(person), birthdayMonth: null, birthdayDay: null, notes: null };
}

/** The hashes by which contacts are matched, those of e-mails first. */
export const hashesOf = (
  contacts: CardContacts | typeof ERASED,
  hash: HashContact,
): readonly ContactHash[] => (contacts === ERASED ? [] : contactsIn(contacts).map(hash));

/** Those of the contacts that have one of these hashes. */
export const contactsAmong = (
  { emails, phones }: CardContacts,
  hashes: readonly ContactHash[],
  hash: HashContact,
): CardContacts => ({
  emails: emails.filter((email) => emailContact(email).some((contact) => hashes.includes(hash(contact)))),
  phones: phones.filter((phone) => phoneContact(phone).some((contact) => hashes.includes(hash(contact)))),
});
