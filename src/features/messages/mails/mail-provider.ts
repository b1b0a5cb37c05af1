import { htmlOf, type MailBrand, textOf } from '../../../adapters/mail/layout.ts';
import type { Mail, Mailer, Sender } from '../../../adapters/mail/mail.ts';
import type { SendOutcome } from '../../../adapters/sms/provider.ts';
import { appointmentEntry } from '../../../salon/appointment-entry.ts';
import { calendarFile } from '../../../salon/calendar-file.ts';
import type { BookingView } from '../booking-view.ts';
import type { MessageKind } from '../events.ts';
import type { MessageProvider } from '../worker/worker.ts';
import { mailContent } from './mail-content.ts';

/** Nobody waits for the answer, and a mail server may be slow. */
const SEND_WITHIN_MS = 20_000;

export interface MailingDeps {
  readonly mailer: Pick<Mailer, 'send'>;
  /** Whether mails become files here, since there is no mail server. */
  readonly isOutbox?: boolean;
  /** Who mails, and the entries in calendars, come from. */
  readonly sender: Sender;
  readonly brand: MailBrand;
  readonly timeZone: string;
  /** The short private link of a booking. */
  linkOf(bookingId: string): string;
  now(): Date;
}

type Writing = Pick<MailingDeps, 'brand' | 'linkOf'>;

/** What a mail about a booking says; `words` are those of staff. */
export function contentOf(
  kind: MessageKind,
  { brand, linkOf }: Writing,
  bookingId: string,
  { slot, services, status }: Pick<BookingView, 'slot' | 'services' | 'status'>,
  words?: string,
) {
  if (slot === null) throw new Error('nobody is told of a booking without a time');
  const told = { slot, services, isCancelled: status === 'cancelled' };
  const links = { manage: linkOf(bookingId), book: `${brand.publicUrl}/book` };
  return mailContent(kind, brand.name, told, links, words);
}

/** The entry of the appointment, which a calendar adds, moves or removes; none where its day skips that time. */
function entryOf(
  { sender, brand, timeZone, linkOf, now }: MailingDeps,
  bookingId: string,
  { slot, services, status, version }: BookingView,
  to: string,
): Mail['calendar'] {
  if (slot === null || status === 'gone' || status === 'none') return undefined;
  const { date, start, end } = slot;
  const appointment = { bookingId, version, status, date, start, minutes: end - start, services };
  const salon = { ...brand, timeZone };
  const entry = appointmentEntry({ ...appointment, link: linkOf(bookingId) }, salon, now());
  if (!entry) return undefined;
  const method = status === 'cancelled' ? 'CANCEL' : 'REQUEST';
  return { method, content: calendarFile(entry, { method, organizer: sender, attendee: to }) };
}

/**
 * Sends mails about bookings the way texts are sent. What the mail server has taken is all that anybody hears of a mail, and an
 * answer that got lost can't be asked for again.
 */
export function mailProvider(deps: MailingDeps): MessageProvider {
  return {
    async send({ to, text, bookingId, attemptId, kind, booking }): Promise<SendOutcome> {
      const words = kind === 'custom' ? text : undefined;
      const content = contentOf(kind, deps, bookingId, booking, words);
      // What was recorded is what is sent; of a mail in the words of staff these alone were recorded.
      const body = words === undefined ? text : textOf(content, deps.brand);
      const calendar = kind === 'reminder' ? undefined : entryOf(deps, bookingId, booking, to);
      const { outcome, code } = {
        code: '',
        ...(await deps.mailer.send(
          {
            id: attemptId,
            to,
            subject: content.subject,
            text: body,
            html: htmlOf(content, deps.brand),
            ...(calendar && { calendar }),
          },
          AbortSignal.timeout(SEND_WITHIN_MS),
        )),
      };
      switch (outcome) {
        case 'sent':
          return { outcome: 'accepted', sid: `${deps.isOutbox ? 'outbox' : 'mail'}-${attemptId}` };
        case 'passing':
          return { outcome: 'not-sent', why: 'unreachable' };
        case 'refused':
          return { outcome: 'refused', code: /^\d+$/.test(code) ? Number(code) : null };
        case 'unknown':
          return { outcome: 'unknown' };
      }
    },
    find: async () => [],
    receiptOf: async () => ({ status: 'delivered' }),
  };
}
