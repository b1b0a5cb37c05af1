import { createBooking } from '../../../contracts/bookings/bookings.ts';
import { cancelBooking, rescheduleBooking } from '../../../contracts/bookings/manage.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { invalidField } from '../../../http/operation/parse.ts';
import { refuse } from '../../../http/refusal.ts';
import { minutesOf } from '../../../salon/salon-time.ts';
import { type BookingCommands, type BookingResult, bookingIdOf } from './commands.ts';
import type { CreatedAnswer } from './created-answer.ts';
import { enteredBooking, type ToE164 } from './entered-booking.ts';

interface BookingRoutesDeps {
  readonly on: Mount;
  readonly commands: BookingCommands;
  readonly createdAnswer: CreatedAnswer;
  readonly toE164: ToE164;
}

/** Customers get the usual message about their own changes. */
const TEMPLATE = { kind: 'template' } as const;

/** Routes of the command that books, and of the two commands of the customer's private link. */
export function bookingRoutes({ on, commands, createdAnswer, toE164 }: BookingRoutesDeps): void {
  on(createBooking, async ({ body, headers, from, key, run }) => {
    if (body.subject?.trim()) throw refuse('suspicious-booking');
    const entered = enteredBooking(body, toE164);
    // The contract has checked only that it looks like a number: the tables of the world's numbers are too large for the browser.
    if (entered.customer.phoneE164 === null) throw invalidField('customer_phone', 'invalid-phone');
    const request = {
      ...entered,
      holdId: body.hold_id,
      from,
      answers: {
        proof: headers['booking-proof'],
        codeBy: headers['booking-code-by'],
        code: headers['booking-code'],
      },
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
