import { lightFormat } from 'date-fns/lightFormat';

const HOUR_MS = 3_600_000;
const TYPED = "yyyy-MM-dd'T'HH:mm";

/** The UTC instant of what a field of date and time says, by the browser's zone; null for what is none. */
export function instantOf(typed: string): string | null {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** So many hours before and after an instant, as such fields have it. The end is in a whole minute, so it is rounded up. */
export function hoursAround(instant: string, hours: number): { from: string; to: string } {
  const at = Date.parse(instant);
  return {
    from: lightFormat(at - hours * HOUR_MS, TYPED),
    to: lightFormat(at + hours * HOUR_MS + 59_999, TYPED),
  };
}
