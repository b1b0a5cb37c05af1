import type { MailContent } from '../../../adapters/mail/layout.ts';
import { isUsual, type MessageWords, type UsualWords } from '../../../contracts/messages/message-words.ts';
import type { Sections } from '../../../contracts/settings/sections.ts';
import { fillIn, fillInBooking } from '../../../contracts/settings/variables.ts';
import { formatLongDate } from '../../../salon/date-text.ts';
import { formatTime } from '../../../salon/salon-time.ts';
import type { Slot } from '../../booking/appointment/events.ts';

/** The parts of a booking that mails mention. */
interface MailedBooking {
  readonly slot: Pick<Slot, 'date' | 'start' | 'end'>;
  /** Names of its services. */
  readonly services: readonly string[];
  readonly isCancelled: boolean;
  /** Such as `with Ann`, in a team. */
  readonly stylist?: string | undefined;
}

interface Links {
  /** The customer's own page of the booking. */
  readonly manage: string;
  readonly book: string;
}

const ENTRY_IS_REMOVED = 'The entry in your calendar goes with this mail, if you had added it.';
const ENTRY_IS_UPDATED =
  'The calendar entry that comes with this mail moves with the appointment. Answering it changes nothing here: please use the button, or call us.';
const LIST = new Intl.ListFormat('en');
const NOT_YOU =
  'If you know nothing of this appointment, somebody has used your address by mistake: please call us.';

/** Kinds of mails that leave the entry in the customer's calendar as it is. */
export const KEEPS_ENTRY: readonly MessageWords[] = ['reminder', 'late'];

/** Subject, heading and text of each usual mail, with the words `{when}`, `{end}`, `{services}` and `{stylist}`. */
export type UsualMails = Readonly<Record<UsualWords, Sections['messages']['mails']['booked']>>;

/** Paragraphs are separated by blank lines. */
const paragraphsOf = (text: string) => text.replace(/\r\n?/g, '\n').split(/\n(?:[^\S\n]*\n)+/);

const customWords = (salon: string, isCancelled: boolean) =>
  isCancelled
    ? {
        subject: `Cancelled: your appointment at ${salon} on {when}`,
        heading: 'Your appointment is cancelled',
        text: '',
      }
    : { subject: `Your appointment at ${salon}: {when}`, heading: 'About your appointment', text: '' };

/**
 * Writes the mail. It doesn't contain the customer's name: someone who books with a stranger's address could put any text there.
 *
 * @param customText that staff wrote, instead of the usual paragraph
 */
export function mailContent(
  words: MessageWords,
  { salon, usual }: { readonly salon: string; readonly usual: UsualMails },
  { slot, services, isCancelled, stylist = '' }: MailedBooking,
  links: Links,
  customText?: string,
): MailContent {
  const when = `${formatLongDate(slot.date)} at ${formatTime(slot.start)}`;
  const what = LIST.format(services);
  const values = { when, end: formatTime(slot.end), services: what, stylist };
  const filled = (text: string) => fillIn(text, values);
  const summary = [`${what}, ${when}`, stylist].filter(Boolean).join(' ');
  const { subject, heading, text } = isUsual(words) ? usual[words] : customWords(salon, isCancelled);
  const paragraphs =
    customText === undefined
      ? paragraphsOf(fillInBooking(text, values))
      : [...paragraphsOf(customText), `${isCancelled ? 'Cancelled: ' : ''}${summary}`];
  return {
    subject: filled(subject),
    preview: summary,
    heading: filled(heading),
    paragraphs,
    button: isCancelled
      ? { label: 'Book another time', url: links.book }
      : { label: 'View, move or cancel', url: links.manage },
    notes: [
      ...(KEEPS_ENTRY.includes(words) ? [] : [isCancelled ? ENTRY_IS_REMOVED : ENTRY_IS_UPDATED]),
      NOT_YOU,
    ],
  };
}
