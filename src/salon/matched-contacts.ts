import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Contacts, Phone } from './contacts.ts';
import { sameEmail } from './email.ts';

/**
 * The contacts by which people are recognised. Strangers must never become one person, so the made-up contacts of people who have no phone
 * or e-mail belong to nobody. Only the server needs this: the tables of the world's phone numbers are too large for the browser.
 *
 * Cards are matched by the text of their contacts: a change here needs another `MATCHING_VERSION`, and another version of the read model
 * `customers`.
 */

/** The registrar folds the log again if its tables were folded by the rules of another version. */
export const MATCHING_VERSION = 2;

/** Area codes of California that the package doesn't know yet. */
export const NEW_IN_US = /^\+1(?:357|837)[2-9]\d{6}$/;
/** One digit over and over: `888-888-8888` is a number of its area code, but what is meant is none. */
const ONE_DIGIT = /^\+1?(\d)\1{6,}$/;

/** Whether a number, as E.164, can be the phone of somebody. */
export const isSomebodysPhone = (e164: string): boolean =>
  !ONE_DIGIT.test(e164) && (NEW_IN_US.test(e164) || parsePhoneNumberFromString(e164)?.isValid() === true);

/** Mailboxes that are entered where there is none, in small letters without dots and dashes. */
const NO_MAILBOXES: ReadonlySet<string> = new Set(
  `no none na nil null noemail noemails noemailaddress nomail nomailaddress noaddress noone nobody nothing notavailable notapplicable
  notprovided notgiven unavailable unknown undisclosed refused declined donthave doesnthave hasnone noreply donotreply donotemail
  dontemail anonymous fake fakeemail test testing invalid blank empty asdf asdfasdf qwerty x xx xxx xxxx`.split(
    /\s+/,
  ),
);
/** Domains that nobody has a mailbox at. */
const NO_DOMAIN = /@(?:(?:none|no-?e?-?mail|no-?address|unknown|fake-?e?-?mail|fake)\.|.*\binvalid$)/;
/** `a@a.com`, `123@123.com` */
const TWICE = /^(.{1,4})@\1\./;

/** Whether an e-mail address can be the mailbox of somebody. */
function isSomebodysEmail(email: string): boolean {
  const [mailbox = ''] = email.split(/[@+]/);
  return !NO_MAILBOXES.has(mailbox.replace(/[._/-]/g, '')) && !NO_DOMAIN.test(email) && !TWICE.test(email);
}

/** The text by which an e-mail is matched; none if it is nobody's. */
export function emailContact(typed: string): readonly string[] {
  const email = sameEmail(typed);
  return isSomebodysEmail(email) ? [`email:${email}`] : [];
}
/** The text by which a phone number is matched; none if it can't be parsed, or is nobody's. */
export const phoneContact = ({ phoneE164 }: Phone): readonly string[] =>
  phoneE164 !== null && isSomebodysPhone(phoneE164) ? [`phone:${phoneE164}`] : [];
/** The texts by which all contacts are matched, e-mails first. */
export const contactsIn = ({ emails, phones }: Contacts): string[] => [
  ...emails.flatMap(emailContact),
  ...phones.flatMap(phoneContact),
];
