import { minutesOf, type SalonDate } from '../../../salon/salon-time.ts';
import type { NewBooking } from './commands.ts';
import type { BookingContact } from './decider.ts';

/** Converts a phone number to E.164; null for a number that nobody can have. */
export type ToE164 = (phone: string) => string | null;

/** The fields that both customers and staff enter. Their contracts have checked them. */
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

/** The entered contact. The E.164 form of a number that nobody can have is null. */
export const enteredContact = (
  { customer_email: email, customer_phone: phone }: Pick<Entered, 'customer_email' | 'customer_phone'>,
  toE164: ToE164,
): BookingContact => ({ email, phone, phoneE164: toE164(phone) });

/** The part of a new booking that was entered. */
export function enteredBooking(body: Entered, toE164: ToE164) {
  return {
    customer: { name: body.customer_name, ...enteredContact(body, toE164) },
    date: body.appointment_date,
    start: minutesOf(body.appointment_time),
    serviceIds: body.services.map(({ id }) => id),
    notes: body.notes,
    smsConsent: body.sms_consent,
  } satisfies Partial<NewBooking>;
}
