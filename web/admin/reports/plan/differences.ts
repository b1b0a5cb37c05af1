import type { AdminBookingDetails } from '../../../../src/contracts/bookings/admin-booking.ts';
import type { BookingStatus } from '../../../../src/contracts/bookings/bookings.ts';
import type { ReportedBooking, Unit } from '../../../../src/contracts/reports/reports.ts';
import { formatDate } from '../../../../src/salon/date-text.ts';
import { formatTime, minutesOf } from '../../../../src/salon/time-text.ts';
import { capital } from '../../ui/capital.ts';
import { shortAmount } from '../../ui/number-text.ts';
import { figureText } from './figures.ts';

/** How an appointment was at a moment. */
type CountedState = Pick<ReportedBooking, 'date' | 'start' | 'status' | 'total_amount'>;

/** An appointment that adds something else to a number now than it did then; undefined where it adds nothing. */
export interface Difference {
  readonly id: string;
  readonly before: ReportedBooking | undefined;
  readonly after: ReportedBooking | undefined;
}

/** The appointments that differ, in the order of their dates. */
export function differencesOf(
  before: readonly ReportedBooking[],
  after: readonly ReportedBooking[],
): readonly Difference[] {
  const then = new Map(before.map((appointment) => [appointment.id, appointment]));
  const now = new Map(after.map((appointment) => [appointment.id, appointment]));
  const when = (difference: Difference) => {
    const { date = '', start = 0 } = difference.before ?? difference.after ?? {};
    return `${date} ${String(start).padStart(4, '0')}`;
  };
  return [...new Set([...then.keys(), ...now.keys()])]
    .map((id): Difference => ({ id, before: then.get(id), after: now.get(id) }))
    .filter((difference) => whatHappened(difference, 'count').length > 0)
    .toSorted((one, other) => (when(one) < when(other) ? -1 : 1));
}

const timeOf = ({ date, start }: CountedState) => `${formatDate(date)} · ${formatTime(start)}`;

function statusWords(was: BookingStatus, is: BookingStatus): string {
  if (is === 'pending') return 'Pending again';
  if (was === 'cancelled') return 'Restored since';
  if (was === 'completed' && is === 'confirmed') return 'Reopened since';
  return `${capital(is)} since`;
}

function changesOf(then: CountedState, now: CountedState): string[] {
  return [
    ...(then.status === now.status ? [] : [statusWords(then.status, now.status)]),
    ...(timeOf(then) === timeOf(now) ? [] : [`Moved from ${timeOf(then)}`]),
    ...(then.total_amount === now.total_amount ? [] : [`Was ${shortAmount(then.total_amount)}`]),
  ];
}

/**
 * Describes the later changes of an appointment.
 *
 * @param unit of the number that it adds to
 * @param uncounted the appointment at the moment when it adds nothing; null if there was none, undefined if that isn't known
 */
export function whatHappened(
  { before, after }: Difference,
  unit: Unit,
  uncounted?: CountedState | null,
): readonly string[] {
  if (before && !after && (before.is_deleted || uncounted === null)) return ['Deleted since'];
  if (!before && uncounted === null) return ['Booked since'];
  const [then, now] = [before ?? uncounted, after ?? uncounted];
  const changes = then && now ? changesOf(then, now) : [];
  if (before && after) {
    const isSame = before.value === after.value;
    return isSame ? changes : [...changes, `Counted as ${figureText(unit, before.value)}`];
  }
  if (changes.length > 0) return changes;
  return [before ? 'Not counted any more' : 'Not counted then'];
}

/** The state of an appointment that was loaded by itself. */
export const stateOf = ({
  appointment_date,
  appointment_time,
  status,
  total_amount,
}: AdminBookingDetails): CountedState => ({
  date: appointment_date,
  start: minutesOf(appointment_time),
  status,
  total_amount,
});
