import type { ProblemCode } from '../../../contracts/problem.ts';
import { invalidField } from '../../../http/operation/parse.ts';
import { minutesOf, type SalonDate } from '../../../salon/salon-time.ts';
import type { NewBooking } from './commands.ts';
import type { BookingContact } from './decider.ts';

/** Null for a number that no phone can have. */
export type ToE164 = (phone: string) => string | null;

/** What customers and staff enter alike, as their contracts have checked it. */
interface Entered {
  readonly customer_name: string;
  readonly customer_email: string | null;
  readonly customer_phone: string;
  readonly appointment_date: SalonDate;
  readonly appointment_time: string;
  readonly services: readonly { readonly id: string }[];
  readonly notes: string | null;
  readonly sms_consent: boolean;
}

/**
 * A contract knows what a phone number looks like; whether a country has such numbers takes tables that are too large for the
 * browser, so that is checked here.
 *
 * @throws InvalidRequest with the code given, for a number that no phone can have
 */
export function enteredContact(
  { customer_email: email, customer_phone: phone }: Pick<Entered, 'customer_email' | 'customer_phone'>,
  toE164: ToE164,
  invalidPhone: ProblemCode,
): BookingContact {
  const phoneE164 = toE164(phone);
  if (phoneE164 === null) throw invalidField('customer_phone', invalidPhone);
  return { email, phone, phoneE164 };
}

/**
 * The part of a new booking that was entered.
 *
 * @throws InvalidRequest with the code given, for a number that no phone can have
 */
export function enteredBooking(body: Entered, toE164: ToE164, invalidPhone: ProblemCode) {
  return {
    customer: { name: body.customer_name, ...enteredContact(body, toE164, invalidPhone) },
    date: body.appointment_date,
    start: minutesOf(body.appointment_time),
    serviceIds: body.services.map(({ id }) => id),
    notes: body.notes,
    smsConsent: body.sms_consent,
  } satisfies Partial<NewBooking>;
}
