import type { Schedule, ScheduleSlot } from '../../../src/contracts/salon/admin-hours.ts';
import { weekdayName } from '../../../src/salon/date-text.ts';
import { intervalOf } from '../../../src/salon/time-text.ts';
import { shortRange } from '../ui/time-range.ts';

/** A weekday, 0 for Sunday, and the hours that it has. */
interface Weekday {
  readonly day: number;
  readonly name: string;
  readonly hours: readonly ScheduleSlot[];
}

/** The days of the week, Monday first. */
export const weekdaysOf = ({ hours }: Pick<Schedule, 'hours'>): readonly Weekday[] =>
  [1, 2, 3, 4, 5, 6, 0].map((day) => ({
    day,
    name: weekdayName(day),
    hours: hours.filter(({ day_of_week }) => day_of_week === day),
  }));

/** Hours in which bookings are offered. */
export const openIn = (hours: readonly ScheduleSlot[]) =>
  hours.filter(({ is_available }) => is_available).map(intervalOf);

/** `9 AM – 1 PM, 2 – 7 PM`, or that the salon is closed. */
export const hoursText = (hours: readonly ScheduleSlot[]): string =>
  openIn(hours).map(shortRange).join(', ') || 'Closed';
