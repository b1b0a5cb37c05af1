import { htmlOf, type MailBrand, textOf } from '../../../adapters/mail/layout.ts';
import type { Mail, Mailer, Sender } from '../../../adapters/mail/mail.ts';
import { isUsual, type MessageWords } from '../../../contracts/messages/message-words.ts';
import { bookingEntry } from '../../../salon/booking-entry.ts';
import { calendarFile } from '../../../salon/calendar-file.ts';
import type { BookingView } from '../decision/booking-view.ts';
import { KEEPS_ENTRY, mailContent, type UsualMails } from './mail-content.ts';

/** Nobody waits for the answer, and a mail server may be slow. */
const SEND_WITHIN_MS = 20_000;

export interface MailingDeps {
  readonly mailer: Pick<Mailer, 'send'>;
  /** Whether mails become files here now, since there is no mail server. */
  isOutbox(): boolean;
  /** The sender of mails, and the organizer of their calendar entries. */
  readonly sender: Sender;
  readonly brand: MailBrand;
  /** The words of usual mails. */
  mails(): UsualMails;
  readonly timeZone: string;
  /** The short private link of a booking. */
  linkOf(bookingId: string): string;
  now(): Date;
}

type Writing = Pick<MailingDeps, 'brand' | 'linkOf' | 'mails'>;

/** Writes a mail about a booking. @param customText that staff wrote */
export function contentOf(
  words: MessageWords,
  { brand, linkOf, mails }: Writing,
  bookingId: string,
  { slot, services, status, stylist }: Pick<BookingView, 'slot' | 'services' | 'status' | 'stylist'>,
  customText?: string,
) {
  if (slot === null) throw new Error('a mail needs the time of its appointment');
  const appointment = { slot, services, stylist, isCancelled: status === 'cancelled' };
  const links = { manage: linkOf(bookingId), book: `${brand.publicUrl}/book` };
  return mailContent(words, { salon: brand.name, usual: mails() }, appointment, links, customText);
}

/** The calendar entry of the booking, to be added, moved or removed; none where the clocks skip that time. */
function entryOf(
  { sender, brand, timeZone, linkOf, now }: MailingDeps,
  bookingId: string,
  { slot, services, stylist, status, version }: BookingView,
  to: string,
): Mail['calendar'] {
  if (slot === null || status === 'gone' || status === 'none') return undefined;
  const { date, start, end } = slot;
  const appointment = { bookingId, version, status, date, start, minutes: end - start, services, stylist };
  const salon = { ...brand, timeZone };
  const entry = bookingEntry({ ...appointment, link: linkOf(bookingId) }, salon, now());
  if (!entry) return undefined;
  const method = status === 'cancelled' ? 'CANCEL' : 'REQUEST';
  return { method, content: calendarFile(entry, { method, organizer: sender, attendee: to }) };
}

/** A mail that is to leave. */
interface OutgoingMail {
  /** The left part of its Message-ID, the same at each try. */
  readonly mailId: string;
  readonly to: string;
  readonly text: string;
  readonly bookingId: string;
  readonly words: MessageWords;
  readonly booking: BookingView;
}

/**
 * How a try to send a mail ended. `isKept`: it became a file, as there is no mail server.
 * - `not-sent`: the mail server took nothing for now.
 * - `unknown`: it may have left. A mail server can't be asked about it, and gives no receipts.
 */
export type SendMail = (
  mail: OutgoingMail,
) => Promise<
  | { readonly outcome: 'accepted'; readonly isKept: boolean }
  | { readonly outcome: 'refused'; readonly code: number | null }
  | { readonly outcome: 'not-sent' | 'unknown' }
>;

/** Sends mails about bookings by the mail server. */
export const createSendMail =
  (deps: MailingDeps): SendMail =>
  async ({ mailId, to, text, bookingId, words, booking }) => {
    const customText = isUsual(words) ? undefined : text;
    const content = contentOf(words, deps, bookingId, booking, customText);
    // The recorded text is sent as it is; of a custom mail only the text that staff wrote is recorded.
    const body = customText === undefined ? text : textOf(content, deps.brand);
    const calendar = KEEPS_ENTRY.includes(words) ? undefined : entryOf(deps, bookingId, booking, to);
    const html = htmlOf(content, deps.brand);
    const mail = {
      id: mailId,
      to,
      subject: content.subject,
      text: body,
      html,
      ...(calendar && { calendar }),
    };
    const tried = await deps.mailer.send(mail, AbortSignal.timeout(SEND_WITHIN_MS));
    switch (tried.outcome) {
      case 'sent':
        return { outcome: 'accepted', isKept: deps.isOutbox() };
      case 'refused':
        return { outcome: 'refused', code: /^\d+$/.test(tried.code) ? Number(tried.code) : null };
      case 'passing':
        return { outcome: 'not-sent' };
      case 'unknown':
        return { outcome: 'unknown' };
    }
  };
