import {
  adminCancelBooking,
  adminRescheduleBooking,
  changeSmsConsent,
  confirmBooking,
  correctContact,
  createAdminBooking,
  deleteBooking,
  recordArrival,
  reinstateBooking,
} from '../../../contracts/bookings/admin-bookings.ts';
import { type CreatedBooking, createBooking } from '../../../contracts/bookings/bookings.ts';
import { amountIn, completeBooking, type EnteredPaid } from '../../../contracts/bookings/complete-booking.ts';
import { changeLength, changeServices } from '../../../contracts/bookings/length.ts';
import { cancelBooking, rescheduleBooking } from '../../../contracts/bookings/manage.ts';
import { noteVisit } from '../../../contracts/bookings/visit-note.ts';
import type { MessageChannel } from '../../../contracts/messages/message-words.ts';
import type { ToldBy } from '../../../contracts/messages/telling.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { invalidField } from '../../../http/operation/parse.ts';
import { refuse } from '../../../http/refusal.ts';
import { endMinutesOf, formatTime, minutesOf, type SalonDate } from '../../../salon/salon-time.ts';
import { WALK_IN_NAME } from '../../../salon/walk-in.ts';
import { broken } from '../../rule-broken.ts';
import { type Notices, noticesOf } from '../notice/events.ts';
import { NOBODY, type Notice, noticeOf } from '../notice/notice.ts';
import type { BookingResult } from './claims.ts';
import { type BookingCommands, bookingIdOf, type NewBooking } from './commands.ts';
import type { BookingContact } from './decider.ts';
import type { Paid } from './events.ts';
import type { SecretLinks } from './secret-links.ts';

/** Converts a phone number to E.164; null for a number that nobody can have. */
type ToE164 = (phone: string) => string | null;

/** The fields that both customers and staff enter. Their contracts have checked them. */
interface Entered {
  /** Null for a walk-in of whom that isn't known, as is the phone. */
  readonly customer_name: string | null;
  readonly customer_email: string | null;
  readonly customer_phone: string | null;
  readonly appointment_date: SalonDate;
  readonly appointment_time: string;
  readonly stylist_id?: string | undefined;
  readonly services: readonly { readonly id: string }[];
  readonly notes: string | null;
  readonly sms_consent: boolean;
}

/** The entered contact. The E.164 form of a number that nobody can have is null. */
const enteredContact = (
  { customer_email: email, customer_phone }: Pick<Entered, 'customer_email' | 'customer_phone'>,
  toE164: ToE164,
): BookingContact => {
  const phone = customer_phone ?? '';
  return { email, phone, phoneE164: phone === '' ? null : toE164(phone) };
};

/** The part of a new booking that was entered. */
function enteredBooking(body: Entered, toE164: ToE164) {
  return {
    customer: { name: body.customer_name ?? WALK_IN_NAME, ...enteredContact(body, toE164) },
    date: body.appointment_date,
    start: minutesOf(body.appointment_time),
    stylistId: body.stylist_id,
    serviceIds: body.services.map(({ id }) => id),
    notes: body.notes,
    smsConsent: body.sms_consent,
  } satisfies Partial<NewBooking>;
}

type CreatedAnswer = (result: BookingResult) => CreatedBooking;

/** Names the stylist of a booking, and says how they do its services, where the salon is a team. */
type StylistOf = (result: BookingResult) => Promise<Pick<CreatedBooking, 'stylist' | 'services'>>;

/**
 * The answer to a new booking, with its private links.
 *
 * @param publicUrl without a trailing slash
 */
export const createdAnswers =
  (links: SecretLinks, publicUrl: string): CreatedAnswer =>
  ({ bookingId, status, position }) => {
    const management_token = links.tokenOf(bookingId);
    return {
      id: bookingId,
      status,
      management_token,
      short_code: links.shortCodeOf(bookingId),
      manage_url: `${publicUrl}/m/${management_token}`,
      position,
    };
  };

interface BookingRoutesDeps {
  readonly on: Mount;
  readonly commands: BookingCommands;
  readonly createdAnswer: CreatedAnswer;
  readonly stylistOf: StylistOf;
  readonly toE164: ToE164;
  /** By which of the ways that reach a customer messages leave that confirm a booking; undefined if that can't be said now. */
  confirmedBy(reached: Readonly<Record<MessageChannel, boolean>>): Promise<MessageChannel[] | undefined>;
}

/** Customers get the usual message about their own changes. */
const TEMPLATE = { kind: 'template' } as const;

/** Routes of the command that books, and of the two commands of the customer's private link. */
export function bookingRoutes(deps: BookingRoutesDeps): void {
  const { on, commands, createdAnswer, stylistOf, toE164, confirmedBy } = deps;
  on(createBooking, async ({ body, headers, from, key, run }) => {
    if (body.subject?.trim()) throw refuse('suspicious-booking');
    const entered = enteredBooking(body, toE164);
    // The contract has checked only that it looks like a number: the tables of the world's numbers are too large for the browser.
    if (entered.customer.phoneE164 === null) throw invalidField('customer_phone', 'invalid-phone');
    const request = {
      ...entered,
      holdId: body.hold_id,
      from,
      answers: { codeBy: headers['booking-code-by'], code: headers['booking-code'] },
    };
    const result = await commands.create(bookingIdOf(key), request, run);
    const confirmed_by = await confirmedBy({
      sms: entered.smsConsent,
      email: entered.customer.email !== null,
    });
    return {
      body: {
        ...createdAnswer(result),
        ...(confirmed_by && { confirmed_by }),
        ...(await stylistOf(result)),
      },
      version: result.version,
    };
  });

  const changed = ({ bookingId: id, status, position }: BookingResult) => ({
    body: { id, status, position },
  });

  on(cancelBooking, async ({ caller: { bookingId }, run }) => {
    const reason = 'customer_request';
    return changed(await commands.cancel(bookingId, { reason, notice: TEMPLATE }, run));
  });

  on(rescheduleBooking, async ({ caller: { bookingId }, body, run }) => {
    const to = { date: body.new_date, start: minutesOf(body.new_time), notice: TEMPLATE };
    return changed(await commands.reschedule(bookingId, to, run));
  });
}

interface AdminBookingCommandRoutesDeps {
  readonly on: Mount;
  readonly commands: BookingCommands;
  readonly createdAnswer: CreatedAnswer;
  readonly stylistOf: StylistOf;
  readonly toE164: ToE164;
  /** Why the customer of a booking gets no text messages about it; null if they do. */
  whyNoTexts(bookingId: string): Promise<string | null>;
  /** Which messages that were just asked for about a booking leave. */
  toldBy(bookingId: string, notices: Notices): Promise<ToldBy>;
}

/** The payment, as events have it: a single one as its method. */
function enteredPaid(body: EnteredPaid): Paid {
  const { tip_cents: tipCents, lines, payments } = body;
  const texts = lines?.map(({ text }) => text);
  return {
    amountCents: amountIn(body),
    method: payments?.length === 1 ? payments[0]?.method : body.method,
    tipCents,
    lines: lines?.map(({ service_id, cents }) => ({ ...(service_id && { serviceId: service_id }), cents })),
    payments: payments?.length === 2 ? payments : undefined,
    ...(texts?.some((text) => text !== null) && { personal: { texts } }),
  };
}

const UNTOLD = noticesOf({ notice: 'none' });

/** Routes of staff's commands on bookings. */
export function adminBookingCommandRoutes(deps: AdminBookingCommandRoutesDeps): void {
  const { on, commands, createdAnswer, stylistOf, toE164, whyNoTexts, toldBy } = deps;

  const changed = ({ bookingId: id, status, version, position }: BookingResult) => ({
    body: { id, status, version, position },
    version,
  });

  /** The answer to a change, with how the customer is told of it. */
  async function told(result: BookingResult) {
    const { body, version } = changed(result);
    return { body: { ...body, ...(await toldBy(result.bookingId, result.notices ?? UNTOLD)) }, version };
  }

  const toldOf = ({ bookingId }: BookingResult, { kind: notice, mail }: Partial<Notice>) =>
    toldBy(bookingId, noticesOf({ notice, mail }));

  on(createAdminBooking, async ({ body, caller, from, key, run }) => {
    const entered = enteredBooking(body, toE164);
    const { customer_name, customer_email, customer_phone, customer_id: customerId } = body;
    const isAnonymous = [customer_name, customer_email, customer_phone].every((said) => said === null);
    const isChosen = body.tell !== undefined || body.message !== null;
    const notice = isChosen && !body.walk_in ? noticeOf(body) : undefined;
    const request = {
      ...entered,
      customerId,
      notice,
      from,
      walkIn: body.walk_in ? { isAnonymous, finish: body.finish } : undefined,
    };
    const result = await commands.create(bookingIdOf(key), request, run);
    const { bookingId: id, status, position, version } = result;
    const created = caller.apiKey === undefined ? createdAnswer(result) : { id, status, position };
    // A walk-in is there, so no message is sent.
    const said = body.walk_in ? NOBODY : notice;
    const stylist = await stylistOf(result);
    return { body: { ...created, ...stylist, ...(await toldOf(result, said ?? {})) }, version };
  });

  on(confirmBooking, async ({ params: { id }, run }) => changed(await commands.confirm(id, run)));

  on(adminCancelBooking, async ({ params: { id }, body, run }) => {
    const notice = noticeOf(body);
    return told(await commands.cancel(id, { reason: body.reason, notice }, run));
  });

  on(adminRescheduleBooking, async ({ params: { id }, body, run }) => {
    const { new_date: date, new_time, stylist_id: stylistId } = body;
    const to = { date, start: minutesOf(new_time), stylistId, notice: noticeOf(body) };
    return told(await commands.reschedule(id, to, run));
  });

  on(changeServices, async ({ params: { id }, body, run }) => {
    const services = body.services.map(({ id, price_cents: priceCents, duration }) => ({
      id,
      priceCents,
      duration,
    }));
    return told(await commands.changeServices(id, { services, notice: noticeOf(body) }, run));
  });

  on(changeLength, async ({ params: { id }, body, run }) => {
    const change = { end: endMinutesOf(body.end_time), notice: noticeOf(body) };
    return told(await commands.changeLength(id, change, run));
  });

  on(completeBooking, async ({ params: { id }, body, run }) => {
    const result = await commands.complete(id, enteredPaid(body), run);
    const { body: booking, version } = changed(result);
    const freeFrom = result.hasClaimed && result.end !== null && { free_from: formatTime(result.end) };
    return { body: { ...booking, ...freeFrom }, version };
  });

  on(reinstateBooking, async ({ params: { id }, body, run }) => {
    const isChosen = body.message !== null || body.notify !== undefined || body.tell !== undefined;
    return told(await commands.reinstate(id, run, isChosen ? noticeOf(body) : undefined));
  });

  on(changeSmsConsent, async ({ params: { id }, body, run }) => {
    const check = async () => {
      if (body.sms_consent && (await whyNoTexts(id)) === 'number-opted-out') throw broken('number-opted-out');
    };
    return changed(await commands.changeSmsConsent(id, body.sms_consent, run, check));
  });

  on(correctContact, async ({ params: { id }, body, run }) => {
    const { customer_name: name } = body;
    const contact = { ...enteredContact(body, toE164), ...(name !== undefined && { name }) };
    return changed(await commands.correctContact(id, contact, run));
  });

  on(recordArrival, async ({ params: { id }, body, run }) =>
    changed(await commands.recordArrival(id, body.here, run)),
  );

  on(noteVisit, async ({ params: { id }, body, run }) =>
    changed(await commands.noteVisit(id, body.visit_note, run)),
  );

  on(deleteBooking, async ({ params: { id }, run }) => {
    const { position } = await commands.remove(id, run);
    return { body: { id, position } };
  });
}
