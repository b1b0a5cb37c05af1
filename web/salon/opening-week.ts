import type { OpeningHours } from '../../src/contracts/salon/salon.ts';
import { weekdayName } from '../../src/salon/date-text.ts';
import { formatTime, parseClock } from '../../src/salon/time-text.ts';

/** `9 AM`, `9:30 AM`. */
export const shortTime = (clock: string) => formatTime(parseClock(clock) ?? 0).replace(':00', '');

/**
 * The opening hours as lines of text: from Monday on, with adjacent days of equal hours on one line, such as
 * `[{days: 'Tuesday – Thursday', hours: '9 AM – 9 PM'}, …]`.
 */
export function weekLines(hours: readonly OpeningHours[]): { days: string; hours: string }[] {
  const lines: { first: string; last: string; hours: string }[] = [];
  for (const day of [1, 2, 3, 4, 5, 6, 0]) {
    const name = weekdayName(day);
    const windows = hours
      .filter((window) => window.day_of_week === day)
      .map((window) => `${shortTime(window.start_time)} – ${shortTime(window.end_time)}`);
    const text = windows.join(', ') || 'Closed';
    const previous = lines.at(-1);
    if (previous?.hours === text) previous.last = name;
    else lines.push({ first: name, last: name, hours: text });
  }
  return lines.map(({ first, last, hours: text }) => ({
    days: first === last ? first : `${first} – ${last}`,
    hours: text,
  }));
}
