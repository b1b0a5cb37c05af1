import {
  type AffectedAppointment,
  type AffectedAppointments,
  MOST_AFFECTED_NAMED,
} from '../../../src/contracts/bookings/affected-appointments.ts';
import type { Calendar, CalendarBooking, CalendarDay } from '../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../src/salon/salon-time.ts';
import { formatTime } from '../../../src/salon/time-text.ts';
import { ApiError } from '../../api.ts';
import { dayText } from '../ui/moment-text.ts';
import type { Acknowledged, useAcknowledged } from './affected/use-acknowledged.tsx';

/** How many days were blocked, and the day that could not be, if there was one. */
export interface BlockedDays {
  readonly count: number;
  readonly failed: { readonly date: SalonDate; readonly error: unknown } | null;
}

const NONE: BlockedDays = { count: 0, failed: null };

const isAffected = ({ status }: CalendarBooking) => status === 'pending' || status === 'confirmed';

/** The affected appointments on these days, in the form in which the server lists those of one day. */
function affectedOn(days: readonly CalendarDay[]): AffectedAppointments {
  const appointments = days.flatMap(({ date, bookings }) =>
    bookings.flatMap((booking): AffectedAppointment[] => {
      const { id, customer_name, start, end, status } = booking;
      if (status !== 'pending' && status !== 'confirmed') return [];
      const appointment_time = formatTime(start);
      return [{ id, customer_name, appointment_date: date, appointment_time, duration: end - start, status }];
    }),
  );
  return { total: appointments.length, appointments: appointments.slice(0, MOST_AFFECTED_NAMED) };
}

/**
 * Blocks several days in order, each with its own command. Staff are asked once, before the first, about all appointments on them.
 * Days that are already blocked are skipped. After a failure, the remaining days are not blocked.
 */
export async function blockDays({
  calendar: { days },
  today,
  ask,
  run,
  send,
}: Pick<ReturnType<typeof useAcknowledged>, 'ask' | 'run'> & {
  /** Must have exactly the days to block. */
  calendar: Calendar;
  today: SalonDate;
  send: (date: SalonDate, acknowledged: Acknowledged) => Promise<unknown>;
}): Promise<BlockedDays> {
  const open = days.filter(({ blocked }) => !blocked);
  const [first, last] = [days.at(0), days.at(-1)];
  if (!first || !last) return NONE;
  const affected = affectedOn(open);
  const question = `Block ${dayText(first.date, today)} – ${dayText(last.date, today)}?`;
  if (affected.total > 0 && !(await ask({ question, verb: 'Block' }, affected))) return NONE;
  let count = 0;
  for (const { date, bookings } of open) {
    const seen: Acknowledged = bookings.some(isAffected) ? { acknowledged: 'true' } : {};
    try {
      // If somebody has booked in the meantime, `run` asks about that day.
      const change = { question: `Block ${dayText(date, today)}?`, verb: 'Block' };
      const answer = await run(change, (acknowledged) => send(date, { ...seen, ...acknowledged }));
      if (answer) count += 1;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already-blocked') continue;
      return { count, failed: { date, error } };
    }
  }
  return { count, failed: null };
}
