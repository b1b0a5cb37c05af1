import { instantOf, isSalonDate, salonDate, salonMinutes } from '../../../../src/salon/salon-time.ts';
import { formatClock, parseClock } from '../../../../src/salon/time-text.ts';

const HOUR_MS = 3_600_000;

/** Converts the value of a `datetime-local` field, in the salon's time zone, to a UTC instant; null if it isn't valid. */
export function typedInstant(typed: string, timeZone: string): string | null {
  const [date = '', time = ''] = typed.split('T');
  const minutes = parseClock(time);
  if (minutes === null || !isSalonDate(date)) return null;
  return instantOf(date, minutes, timeZone)?.toISOString() ?? null;
}

/** The range of some hours around an instant, as values of such fields. They have whole minutes, so the end is rounded up. */
export function hoursAround(instant: string, hours: number, timeZone: string): { from: string; to: string } {
  const at = Date.parse(instant);
  const typed = (milliseconds: number) => {
    const edge = new Date(milliseconds);
    return `${salonDate(edge, timeZone)}T${formatClock(salonMinutes(edge, timeZone))}`;
  };
  return { from: typed(at - hours * HOUR_MS), to: typed(at + hours * HOUR_MS + 59_999) };
}
