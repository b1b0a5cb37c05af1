import { z } from 'zod';
import { MOST_CENTS, sumOfCents } from '../../salon/money.ts';
import { MAX_SERVICES_PER_BOOKING } from '../../salon/slots.ts';
import { IdPath, lineField, ServiceIdField, TimeField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ChangedBooking } from './admin-bookings.ts';
import { PaymentMethod } from './bookings.ts';

const AMOUNT = 'The amount must be 0 or more, in cents.';
export const CentsField = z.int(AMOUNT).min(0, AMOUNT).max(MOST_CENTS, AMOUNT);
const MethodField = z.enum(PaymentMethod.options, 'Must be cash, card or other.');

/** The most lines besides those of services. */
export const MOST_OTHER_ITEMS = 10;
const MOST_LINES = MAX_SERVICES_PER_BOOKING + MOST_OTHER_ITEMS;

const LINE = 'The amount must be in cents; only a discount is below 0.';
const TEXT = 'Must have at most 100 characters.';
const Line = z
  .object({
    /** A service of the appointment; left out for anything else. */
    service_id: ServiceIdField.optional(),
    cents: z.int(LINE).min(-MOST_CENTS, LINE).max(MOST_CENTS, LINE),
    /** The words for anything else that was paid for, or for a discount. */
    text: lineField(100, TEXT)
      .transform((typed) => typed || null)
      .nullable()
      .default(null),
  })
  .refine(({ service_id, cents }) => service_id === undefined || cents >= 0, { path: ['cents'], error: LINE })
  .refine(({ service_id, text }) => service_id === undefined || text === null, {
    path: ['text'],
    error: 'A service has its own name.',
  });

const isEachOnce = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

const LinesField = z
  .array(Line, 'Must be a list of lines.')
  .min(1, 'Must have a line.')
  .max(MOST_LINES, `Must have at most ${MOST_LINES} lines.`)
  .refine((lines) => isEachOnce(lines.flatMap(({ service_id }) => service_id ?? [])), {
    error: 'Each service may be named once.',
  })
  .refine((lines) => lines.filter(({ service_id }) => service_id === undefined).length <= MOST_OTHER_ITEMS, {
    error: `Must have at most ${MOST_OTHER_ITEMS} other items.`,
  })
  .refine((lines) => sumOfCents(lines) >= 0 && sumOfCents(lines) <= MOST_CENTS, {
    error: 'The discounts are more than everything else.',
  });

const PAYMENTS = 'Must be one or two payments, by different methods.';
const PaymentsField = z
  .array(z.object({ method: MethodField, cents: CentsField }), PAYMENTS)
  .min(1, PAYMENTS)
  .max(2, PAYMENTS)
  .refine((payments) => isEachOnce(payments.map(({ method }) => method)), PAYMENTS);

/** The amount of a completion: the sum of its lines, if it names only them. */
export const amountIn = ({
  amount_cents,
  lines,
}: {
  readonly amount_cents: number | null;
  readonly lines?: readonly { readonly cents: number }[] | undefined;
}): number | null => amount_cents ?? (lines ? sumOfCents(lines) : null);

/**
 * The payment. Its way and the tip belong to a recorded amount. A correction keeps the values that it leaves out: lines and
 * payments only as long as they make the amount.
 */
const CompleteBody = z
  .object({
    /** The amount paid without the tip, if known; left out, it is the sum of the lines. It becomes the total amount. */
    amount_cents: CentsField.nullable().default(null),
    method: MethodField.optional(),
    /** The tip, which came with the first payment. 0 takes a recorded tip back. */
    tip_cents: CentsField.optional(),
    /** The parts of the amount. */
    lines: LinesField.optional(),
    /** How the amount was paid, instead of `method`. */
    payments: PaymentsField.optional(),
  })
  .refine((paid) => !paid.lines || sumOfCents(paid.lines) === amountIn(paid), {
    path: ['lines'],
    error: 'The lines must make the amount.',
  })
  .refine(({ method, payments }) => !method || !payments, {
    path: ['payments'],
    error: 'Name either the method or the payments.',
  })
  .refine((paid) => !paid.payments || [null, sumOfCents(paid.payments)].includes(amountIn(paid)), {
    path: ['payments'],
    error: 'The payments must make the amount.',
  })
  .refine((paid) => amountIn(paid) !== null || (!paid.method && !paid.tip_cents && !paid.payments), {
    path: ['amount_cents'],
    error: 'How it was paid, or a tip, needs the amount.',
  });
export type CompleteBooking = z.input<typeof CompleteBody>;
export type EnteredPaid = z.output<typeof CompleteBody>;

export const CompletedBooking = ChangedBooking.extend({
  /** Since when the rest of its time is free, if it was completed before its end. */
  free_from: TimeField.optional(),
});
export type CompletedBooking = z.infer<typeof CompletedBooking>;

export const completeBooking = defineOperation({
  caller: 'admin',
  roles: 'all',
  area: 'bookings',
  params: IdPath,
  method: 'post',
  path: '/api/admin/bookings/{id}/complete',
  summary: 'Record that it has taken place, and what was paid and how; again, correct what was paid',
  body: CompleteBody,
  answer: { status: 200, body: CompletedBooking },
  command: 'admin-complete-booking',
  problems: [
    'booking-not-found',
    'already-cancelled',
    'already-completed',
    'not-started',
    'unknown-service',
    'customer-not-found',
  ],
});
