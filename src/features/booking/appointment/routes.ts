import { createBooking } from '../../../contracts/bookings.ts';
import { cancelBooking, rescheduleBooking } from '../../../contracts/manage.ts';
import type { linkGuard } from '../../../http/caller.ts';
import type { Mount } from '../../../http/operation.ts';
import { invalidField } from '../../../http/parse.ts';
import { refuse } from '../../../http/refusal.ts';
import { minutesOf } from '../../../salon/salon-time.ts';
import { type BookingCommands, type BookingResult, bookingIdOf } from './commands.ts';
import type { CreatedAnswer } from './created-answer.ts';

interface BookingRoutesDeps {
  readonly on: Mount<{ link: ReturnType<typeof linkGuard> }>;
  readonly commands: BookingCommands;
  readonly createdAnswer: CreatedAnswer;
  /** Null for a number that no phone can have. */
  toE164(phone: string): string | null;
}

/** Customers get the usual message about their own changes. */
const TEMPLATE = { kind: 'template' } as const;

/** Booking, and the two commands of the customer's private link. */
export function bookingRoutes({ on, commands, createdAnswer, toE164 }: BookingRoutesDeps): void {
  on(createBooking, async ({ body, headers, from, key, run }) => {
    if (body.subject?.trim()) throw refuse('suspicious-booking');
    const phoneE164 = toE164(body.customer_phone);
    // The contract knows what a phone number looks like; whether a country has such numbers takes tables that are too
    // large for the browser.
    if (phoneE164 === null) throw invalidField('customer_phone', 'invalid-phone');
    const request = {
      customer: {
        name: body.customer_name,
        email: body.customer_email,
        phone: body.customer_phone,
        phoneE164,
      },
      date: body.appointment_date,
      start: minutesOf(body.appointment_time),
      serviceIds: body.services.map(({ id }) => id),
      notes: body.notes,
      smsConsent: body.sms_consent,
      holdId: body.hold_id,
      from,
      proof: headers['booking-proof'],
    };
    const result = await commands.create(bookingIdOf(key), request, run);
    return { body: createdAnswer(result), version: result.version };
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
