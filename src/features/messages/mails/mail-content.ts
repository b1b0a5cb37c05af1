import type { MailContent } from '../../../adapters/mail/layout.ts';
import type { UsualKind } from '../../../contracts/messages/message-words.ts';
import { formatLongDate } from '../../../salon/date-text.ts';
import { formatTime } from '../../../salon/salon-time.ts';
import type { Slot } from '../../booking/appointment/events.ts';
import type { MessageKind } from '../events.ts';

/** The parts of an appointment that mails mention. */
interface MailedAppointment {
  readonly slot: Pick<Slot, 'date' | 'start'>;
  /** Names of its services. */
  readonly services: readonly string[];
  readonly isCancelled: boolean;
}

interface Links {
  /** The customer's own page of the appointment. */
  readonly manage: string;
  readonly book: string;
}

const ENTRY_IS_REMOVED = 'The entry in your calendar goes with this mail, if you had added it.';
const ENTRY_IS_UPDATED =
  'The calendar entry that comes with this mail moves with the appointment. Answering it changes nothing here: please use the button, or call us.';
const LIST = new Intl.ListFormat('en');
const NOT_YOU =
  'If you know nothing of this appointment, somebody has used your address by mistake: please call us.';

/** Subject, heading and first paragraph of each kind. */
function usualContent(
  kind: UsualKind,
  salon: string,
  what: string,
  when: string,
): readonly [subject: string, heading: string, paragraph: string] {
  switch (kind) {
    case 'booked':
      return [
        `Your booking at ${salon}: ${when}`,
        'We have your booking',
        `Thank you for choosing ${salon}. You asked for ${what} on ${when}. We will confirm it soon.`,
      ];
    case 'confirmed':
      return [
        `Confirmed: ${when} at ${salon}`,
        'Your appointment is confirmed',
        `We look forward to seeing you on ${when} for ${what}.`,
      ];
    case 'rescheduled':
      return [
        `Moved: your appointment at ${salon} is on ${when}`,
        'Your appointment has moved',
        `Your appointment for ${what} is now on ${when}.`,
      ];
    case 'reinstated':
      return [
        `On again: ${when} at ${salon}`,
        'Your appointment is on again',
        `Your appointment for ${what} on ${when} takes place after all.`,
      ];
    case 'cancelled':
      return [
        `Cancelled: ${when} at ${salon}`,
        'Your appointment is cancelled',
        `Your appointment for ${what} on ${when} is cancelled. The time is free for others again.`,
      ];
    case 'reminder':
      return [
        `See you on ${when}`,
        'See you soon',
        `This is to remind you of your appointment for ${what} on ${when}. If something has come up, please move or cancel it in time.`,
      ];
  }
}

/**
 * What the mail says. It doesn't contain the customer's name: someone who books with a stranger's address could put any text there.
 *
 * @param customText that staff wrote, instead of the usual paragraph
 */
export function mailContent(
  kind: MessageKind,
  salon: string,
  { slot, services, isCancelled }: MailedAppointment,
  links: Links,
  customText?: string,
): MailContent {
  const when = `${formatLongDate(slot.date)} at ${formatTime(slot.start)}`;
  const what = LIST.format(services);
  const [subject, heading, paragraph] =
    kind === 'custom' || kind === 'answer'
      ? isCancelled
        ? [`Cancelled: your appointment at ${salon} on ${when}`, 'Your appointment is cancelled', '']
        : [`Your appointment at ${salon}: ${when}`, 'About your appointment', '']
      : usualContent(kind, salon, what, when);
  const paragraphs =
    customText === undefined
      ? [paragraph]
      : [...customText.split(/\n{2,}/), `${isCancelled ? 'Cancelled: ' : ''}${what}, ${when}`];
  return {
    subject,
    preview: `${what}, ${when}`,
    heading,
    paragraphs,
    button: isCancelled
      ? { label: 'Book another time', url: links.book }
      : { label: 'View, move or cancel', url: links.manage },
    notes: [...(kind === 'reminder' ? [] : [isCancelled ? ENTRY_IS_REMOVED : ENTRY_IS_UPDATED]), NOT_YOU],
  };
}
