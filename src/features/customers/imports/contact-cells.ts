import { StaffEmailField, StaffPhoneField } from '../../../contracts/fields.ts';
import { plainPhone } from '../../../contracts/plain-text.ts';
import type { Phone } from '../../../salon/contacts.ts';

/** A contact that is read from a cell, or why it isn't; a phone number may be taken with a remark. */
export interface Read<Contact> {
  readonly text: string;
  readonly contact?: Contact;
  readonly remark?: 'email-unreadable' | 'phone-unreadable' | 'phones-joined' | 'phone-unmatched';
}

/** No email or phone number has more characters, even with a name beside it. Longer cells aren't searched for one. */
export const LONGEST_CONTACT = 320;

/** Google and our own exports join several values by ` ::: `. */
function* partsOf(cell: string, joint: RegExp): Generator<string> {
  let from = 0;
  for (const { 0: found, index } of cell.matchAll(joint)) {
    const part = cell.slice(from, index).trim();
    if (part !== '') yield part;
    from = index + found.length;
  }
  const last = cell.slice(from).trim();
  if (last !== '') yield last;
}

function readEmail(text: string): Read<string> {
  if (text.length > LONGEST_CONTACT) return { text, remark: 'email-unreadable' };
  const address = /<([^<>]+)>$/.exec(text)?.[1] ?? text;
  const { data } = StaffEmailField.safeParse(address.replace(/^mailto:/i, ''));
  return data ? { text, contact: data } : { text, remark: 'email-unreadable' };
}

/** The e-mails of a cell, each read when it is asked for. */
export function* readEmails(cell: string): Generator<Read<string>> {
  for (const text of partsOf(cell, /:::|[;,\r\n]/g)) yield readEmail(text);
}

/** Digits of the longest phone number there is (E.164), and of the longest that may be one without its country. */
const LONGEST_NUMBER = 15;
const LONGEST_AT_HOME = 10;
const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

function readPhone(text: string, toE164: (phone: string) => string | null): Read<Phone> {
  if (text.length > LONGEST_CONTACT) return { text, remark: 'phone-unreadable' };
  const read = (phone: string): Phone | undefined => {
    const { success, data } = StaffPhoneField.safeParse(phone);
    return success ? { phone: data, phoneE164: toE164(data) } : undefined;
  };
  // Spreadsheets add decimals to what they take for a number.
  const typed = plainPhone(text).replace(/^(\+?[\d ]+)\.0+$/, '$1');
  const contact = read(typed);
  if (contact?.phoneE164) return { text, contact };
  const parts = typed.split(/[/;,&|]| (?:or|and) /);
  const isJoined =
    digitsIn(typed) > LONGEST_NUMBER || (parts.length > 1 && parts.some((part) => toE164(part) !== null));
  if (isJoined) return { text, remark: 'phones-joined' };
  // Programs leave out the plus of a number with its country, or write zeros for it.
  const abroad =
    digitsIn(typed) > LONGEST_AT_HOME ? read(typed.replace(/^(?:00)?(?=[1-9])/, '+')) : undefined;
  if (abroad?.phoneE164) return { text, contact: abroad };
  return contact ? { text, contact, remark: 'phone-unmatched' } : { text, remark: 'phone-unreadable' };
}

/** The phone numbers of a cell, each read when it is asked for. @param toE164 null for a number that can't be parsed */
export function* readPhones(cell: string, toE164: (phone: string) => string | null): Generator<Read<Phone>> {
  for (const text of partsOf(cell, /:::/g)) yield readPhone(text, toE164);
}
