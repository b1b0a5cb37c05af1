import type { RecentBooking } from '../../../contracts/bookings/booking-records.ts';
import type { BookingStatus } from '../../../contracts/bookings/bookings.ts';
import { countedEmail } from '../../../salon/counted-email.ts';
import type { Minutes } from '../../../salon/salon-time.ts';

/**
 * Which visitors may take time from the calendar, as pure functions without a clock or a store: the three rules of the decision "Admit
 * public bookings by three rules".
 */

/** In seconds. */
export const HOUR = 3_600;
/** Upcoming unconfirmed bookings and live holds of one sender: one salon day. */
export const MOST_MINUTES = 720;
export const MOST_UPCOMING = 12;
/** Unconfirmed minutes that all visitors take in an hour: above the first number they need a code. */
export const MINUTES_WITHOUT_CODE = 1_440;
export const MINUTES_WITHOUT_CALL = 14_400;
/** One sender counts for at most so many of these minutes. So four senders alone never make others enter a code. */
const MOST_OF_SENDER = 360;

/** An earlier booking that may count against a new one. */
export interface EarlierBooking {
  readonly minutes: Minutes;
  readonly status: BookingStatus;
  readonly isUpcoming: boolean;
  /** Whether it came from the sender of the new one. */
  readonly isOwn: boolean;
  /** Seconds since it was made online; undefined for one by staff. */
  readonly age: number | undefined;
  /** Undefined for one of the sender's that the read model doesn't know yet: it counts for every contact. */
  readonly contacts?: { readonly email: string | null; readonly phoneE164: string | null };
}

export const totalOf = (parts: readonly { readonly minutes: Minutes }[]): Minutes =>
  parts.reduce((sum, { minutes }) => sum + minutes, 0);

export const unconfirmedOfSender = (earlier: readonly EarlierBooking[]) =>
  totalOf(earlier.filter(({ isOwn, isUpcoming, status }) => isOwn && isUpcoming && status === 'pending'));

/** A phone as E.164, and a mailbox if there is one. */
interface Contacts {
  readonly email: string | null;
  readonly phoneE164: string;
}

/** The earlier bookings with the same phone, and those with the same mailbox, from any sender. */
function withContacts({ email, phoneE164 }: Contacts, earlier: readonly EarlierBooking[]) {
  const isSamePhone = ({ contacts }: EarlierBooking) => !contacts || contacts.phoneE164 === phoneE164;
  const isSameMailbox = ({ contacts }: EarlierBooking) =>
    !contacts || (contacts.email && countedEmail(contacts.email)) === (email && countedEmail(email));
  return [earlier.filter(isSamePhone), email === null ? [] : earlier.filter(isSameMailbox)];
}

/** `call`: neither waiting nor a code would help. */
type Refusal = { readonly kind: 'call' } | { readonly kind: 'wait'; readonly seconds: number };

/**
 * Rule 1, for the sender, and rule 2, for the phone and the mailbox. What others did with somebody's contacts never counts, unless staff
 * have confirmed it: strangers can't keep anybody out.
 *
 * @param earlier the bookings of the sender and those with the same contacts, without the new booking itself
 * @param held minutes of the sender's live holds
 * @param perHour bookings that a sender, a phone and a mailbox may make in an hour
 */
export function refusalOf(
  { minutes, contacts }: { readonly minutes: Minutes; readonly contacts: Contacts },
  earlier: readonly EarlierBooking[],
  held: Minutes,
  perHour: number,
): Refusal | null {
  const own = earlier.filter(({ isOwn }) => isOwn);
  const counting = earlier.filter(({ isOwn, status }) => isOwn || status === 'confirmed');
  const ofContacts = withContacts(contacts, counting);

  const isFull = minutes + unconfirmedOfSender(own) + held > MOST_MINUTES;
  const isUpcoming = (one: EarlierBooking) =>
    one.isUpcoming && (one.status === 'pending' || one.status === 'confirmed');
  if (isFull || ofContacts.some((bookings) => bookings.filter(isUpcoming).length >= MOST_UPCOMING))
    return { kind: 'call' };

  /** An hour is full until the oldest of its last bookings is older. */
  const waitFor = (bookings: readonly EarlierBooking[]) => {
    const ages = bookings.flatMap(({ age }) => age ?? []).sort((one, other) => one - other);
    return HOUR - (ages[perHour - 1] ?? HOUR);
  };
  const seconds = Math.max(...[own, ...ofContacts].map(waitFor));
  return seconds > 0 ? { kind: 'wait', seconds } : null;
}

/**
 * Rule 3, for all visitors together.
 *
 * @param minutes unconfirmed minutes of the last hour, this booking included
 * @param canSend whether a code can be sent to this booking's contacts
 */
export function demandOf(minutes: Minutes, canSend: boolean): 'nothing' | 'code' | 'call' {
  if (minutes <= MINUTES_WITHOUT_CODE) return 'nothing';
  if (canSend) return 'code';
  return minutes > MINUTES_WITHOUT_CALL ? 'call' : 'nothing';
}

/**
 * Unconfirmed minutes that all visitors have taken in the last hour.
 *
 * @param seen the hour's bookings in the read model
 * @param counted those that were counted in the hour; the read model may not know the latest of them
 */
export function minutesOnSite(
  seen: readonly RecentBooking[],
  counted: readonly Omit<RecentBooking, 'status'>[],
): Minutes {
  const ids = new Set(seen.map(({ id }) => id));
  const unseen = counted.filter(({ id }) => !ids.has(id));
  const unconfirmed = [...seen.filter(({ status }) => status === 'pending'), ...unseen];
  const senders = Map.groupBy(unconfirmed, ({ source }) => source).values();
  return [...senders].reduce((sum, bookings) => sum + Math.min(totalOf(bookings), MOST_OF_SENDER), 0);
}
