import {
  adminCancelBooking,
  adminRescheduleBooking,
  changeSmsConsent,
  completeBooking,
  confirmBooking,
  correctContact,
  createAdminBooking,
  deleteBooking,
  reinstateBooking,
} from '../../../contracts/bookings/admin-bookings.ts';
import { noteVisit } from '../../../contracts/bookings/visit-note.ts';
import type { TextDeparture } from '../../../contracts/messages/messages.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { minutesOf } from '../../../salon/salon-time.ts';
import { broken } from '../../rule-broken.ts';
import { type BookingCommands, type BookingResult, bookingIdOf } from './commands.ts';
import type { CreatedAnswer } from './created-answer.ts';
import type { Notice } from './decider.ts';
import { enteredBooking, enteredContact, type ToE164 } from './entered-booking.ts';

interface AdminBookingCommandRoutesDeps {
  readonly on: Mount;
  readonly commands: BookingCommands;
  readonly createdAnswer: CreatedAnswer;
  readonly toE164: ToE164;
  /** Why the customer of a booking gets no text messages about it; null if they do. */
  whyNoTexts(bookingId: string): Promise<string | null>;
  /** When the text message that was last asked for about a booking will be sent; null if that isn't known. */
  departureOf(bookingId: string): Promise<TextDeparture | null>;
}

/** What staff say that the customer is told. */
interface Told {
  readonly message: string | null;
  readonly notify?: boolean | undefined;
}

/** The notice that the customer gets: the text by staff, the usual one, or none. */
function noticeOf({ message, notify = false }: Told): Notice {
  if (message !== null) return { kind: 'custom', message };
  return { kind: notify ? 'template' : 'none' };
}

const changed = ({ bookingId: id, status, version, position }: BookingResult) => ({
  body: { id, status, version, position },
  version,
});

/** Routes of staff's commands on appointments. */
export function adminBookingCommandRoutes(deps: AdminBookingCommandRoutesDeps): void {
  const { on, commands, createdAnswer, toE164, whyNoTexts, departureOf } = deps;

  /** The answer to a change. The change is already made, so the request doesn't fail if it can't find out whether a text is sent. */
  async function told(result: BookingResult, notice: Notice) {
    const { body, version } = changed(result);
    const getsTexts = () =>
      whyNoTexts(result.bookingId).then(
        (why) => why === null,
        () => false,
      );
    const notified = notice.kind !== 'none' && (await getsTexts());
    const departure = notified ? await departureOf(result.bookingId).catch(() => null) : null;
    return { body: { ...body, notified, departure }, version };
  }

  on(createAdminBooking, async ({ body, caller, from, key, run }) => {
    const entered = enteredBooking(body, toE164);
    const request = { ...entered, customerId: body.customer_id, from };
    const result = await commands.create(bookingIdOf(key), request, run);
    const { bookingId: id, status, position, version } = result;
    return { body: caller.apiKey === undefined ? createdAnswer(result) : { id, status, position }, version };
  });

  on(confirmBooking, async ({ params: { id }, run }) => changed(await commands.confirm(id, run)));

  on(adminCancelBooking, async ({ params: { id }, body, run }) => {
    const notice = noticeOf(body);
    return told(await commands.cancel(id, { reason: body.reason, notice }, run), notice);
  });

  on(adminRescheduleBooking, async ({ params: { id }, body, run }) => {
    const { new_date: date, new_time } = body;
    const to = { date, start: minutesOf(new_time), notice: noticeOf(body) };
    return told(await commands.reschedule(id, to, run), to.notice);
  });

  on(completeBooking, async ({ params: { id }, body: { amount_cents, method, tip_cents }, run }) =>
    changed(await commands.complete(id, { amountCents: amount_cents, method, tipCents: tip_cents }, run)),
  );

  on(reinstateBooking, async ({ params: { id }, run }) => changed(await commands.reinstate(id, run)));

  on(changeSmsConsent, async ({ params: { id }, body, run }) => {
    const check = async () => {
      if (body.sms_consent && (await whyNoTexts(id)) === 'number-opted-out') throw broken('number-opted-out');
    };
    return changed(await commands.changeSmsConsent(id, body.sms_consent, run, check));
  });

  on(correctContact, async ({ params: { id }, body, run }) => {
    const contact = enteredContact(body, toE164);
    return changed(await commands.correctContact(id, contact, run));
  });

  on(noteVisit, async ({ params: { id }, body, run }) =>
    changed(await commands.noteVisit(id, body.visit_note, run)),
  );

  on(deleteBooking, async ({ params: { id }, run }) => {
    const { position } = await commands.remove(id, run);
    return { body: { id, position } };
  });
}
