import type { AdminBooking } from '../../../src/contracts/bookings/admin-booking.ts';
import type { CancellationReason } from '../../../src/contracts/bookings/bookings.ts';
import type { ToldBy } from '../../../src/contracts/messages/telling.ts';
import { dayAs, formatDate } from '../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { withStylist } from '../../../src/salon/stylist-words.ts';
import { formatDuration, formatTime, minutesOf } from '../../../src/salon/time-text.ts';
import { WALK_IN_NAME } from '../../../src/salon/walk-in.ts';
import { capital } from '../ui/capital.ts';
import type { ComparedField } from '../ui/conflict-callout.tsx';
import { dayText } from '../ui/instant-text.ts';
import { amountText } from '../ui/number-text.ts';
import { departureText } from './messages/message-text.ts';
import { callInstead, NOT_SET_UP } from './messages/no-texts.ts';
import { onePayment } from './payment-text.ts';

/** `is_deleted` says of an appointment as it was that it was deleted since. */
type Named = Pick<AdminBooking, 'customer_name'> & { readonly is_deleted?: true | undefined };
type Timed = Pick<AdminBooking, 'appointment_date' | 'appointment_time' | 'stylist'>;
type Served = { readonly services: readonly { readonly name: string }[] };

/** The fields that are compared after somebody else has changed the appointment. */
export type Compared = Named &
  Timed &
  Served &
  Pick<AdminBooking, 'total_amount' | 'sms_consent' | 'status'> &
  Partial<Pick<AdminBooking, 'payments'>>;

/** The customer's name; an erased one has none, and a deleted appointment names nobody. */
export const customerName = ({ customer_name, is_deleted }: Named): string =>
  customer_name ?? (is_deleted ? 'Deleted appointment' : 'Erased customer');

/** Whether nobody has said who a walk-in is. */
export const isUnnamed = ({ walk_in, customer_name }: Pick<AdminBooking, 'walk_in' | 'customer_name'>) =>
  walk_in && customer_name === WALK_IN_NAME;

export const servicesText = ({ services }: Served): string => services.map(({ name }) => name).join(', ');

/** `2:30 PM`, or in a team `2:30 PM with Ann`. */
const timeText = ({ appointment_time, stylist }: Timed): string =>
  [appointment_time, withStylist(stylist)].filter(Boolean).join(' ');

/** `Thu, Dec 3 · 2:30 PM`, or in a team `Thu, Dec 3 · 2:30 PM with Ann`. */
export const whenText = (booking: Timed, today: SalonDate): string =>
  `${dayText(booking.appointment_date, today)} · ${timeText(booking)}`;

/** `Dec 03, 2026 · 2:30 PM`, in lists of bookings by when they were made. */
export const listedWhen = (booking: Timed): string =>
  `${formatDate(booking.appointment_date)} · ${timeText(booking)}`;

/** `Thu 2:30 PM`, where the day is near or was just chosen. */
export const shortWhen = (date: SalonDate, time: string): string => `${dayAs(date, 'EEE')} ${time}`;

/** `outside the hours of Ann`, or where the salon is no team `outside opening hours`. @param stylist the name within a sentence */
export const outsideWords = (stylist: string | undefined): string =>
  stylist ? `outside the hours of ${stylist}` : 'outside opening hours';

/** `2:30 PM – 3:30 PM (1h)`. */
export const spanText = ({ appointment_time, duration }: AdminBooking): string =>
  `${appointment_time} – ${formatTime(minutesOf(appointment_time) + duration)} (${formatDuration(duration)})`;

export const REASON_WORDS: Readonly<Record<CancellationReason, string>> = {
  customer_request: 'Customer Request',
  scheduling_conflict: 'Scheduling Conflict',
  emergency: 'Emergency',
  no_show: 'No Show',
  other: 'Other',
};

/**
 * A last sentence for a toast: how the customer was notified, and if not yet, when. If no message leaves, whom to call. Empty if nobody
 * was to be told.
 */
export function toldText(
  { told, departure }: Pick<ToldBy, 'told' | 'departure'>,
  { isAsked, phone }: { readonly isAsked: boolean; readonly phone: string | null },
  instantText: (iso: string) => string,
): string {
  const isMailed = told.includes('email');
  if (told.includes('sms')) {
    const said = [
      ' Customer notified via SMS.',
      departureText(departure, instantText),
      isMailed && 'A mail goes out, too.',
    ];
    return said.filter(Boolean).join(' ');
  }
  if (isMailed) return ' A mail goes out to the customer.';
  if (!isAsked) return '';
  return ` ${callInstead(departure?.kept_here ? NOT_SET_UP : 'No message was sent', phone)}`;
}

/** The fields of an appointment in the callout about somebody else's change, with dates relative to today. */
export const bookingFields = (today: SalonDate): readonly ComparedField<Compared>[] => [
  ['Customer', customerName],
  ['Date and time', (booking) => whenText(booking, today)],
  ['Services', servicesText],
  ['Total', ({ total_amount }) => amountText(total_amount)],
  ['Payment', ({ payments = [] }) => payments.map(onePayment).join(', ')],
  ['Status', ({ status }) => capital(status)],
  ['Text messages', ({ sms_consent }) => (sms_consent ? 'agreed' : 'not agreed')],
];
