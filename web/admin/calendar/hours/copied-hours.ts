import type { Schedule, ScheduleSlot } from '../../../../src/contracts/salon/admin-hours.ts';
import { weekdayName } from '../../../../src/salon/date-text.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { intervalOf } from '../../../../src/salon/time-text.ts';
import { shortRange } from '../plan/calendar-text.ts';

/** A command by which hours of a weekday become those of another one. */
export type HoursStep =
  | (Interval & { readonly kind: 'add' })
  | (Interval & { readonly kind: 'change'; readonly id: string })
  | { readonly kind: 'switch-on' | 'remove'; readonly id: string };

/** A weekday, 0 for Sunday, and the hours that it has. */
export interface Weekday {
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

/** `9 AM – 1 PM, 2 – 7 PM`, or that the salon is closed. */
export const hoursText = (hours: readonly ScheduleSlot[]): string =>
  hours
    .filter(({ is_available }) => is_available)
    .map((slot) => shortRange(intervalOf(slot)))
    .join(', ') || 'Closed';

const isSame = (one: Interval, other: Interval) => one.start === other.start && one.end === other.end;

/** The commands after which a weekday is open at these times and no others; none if it is so already. No step overlaps what is there. */
export function stepsTo(present: readonly ScheduleSlot[], wanted: readonly Interval[]): readonly HoursStep[] {
  const kept = present.filter((slot) => wanted.some((time) => isSame(time, intervalOf(slot))));
  const others = present.filter((slot) => !kept.includes(slot));
  const missing = wanted.filter((time) => !kept.some((slot) => isSame(time, intervalOf(slot))));
  const on = kept
    .filter(({ is_available }) => !is_available)
    .map(({ id }) => ({ kind: 'switch-on' as const, id }));
  const [other, time] = [others[0], missing[0]];
  if (others.length === 1 && missing.length === 1 && other?.is_available && time)
    return [{ kind: 'change', id: other.id, start: time.start, end: time.end }, ...on];
  return [
    ...others.map(({ id }) => ({ kind: 'remove' as const, id })),
    ...missing.map(({ start, end }) => ({ kind: 'add' as const, start, end })),
    ...on,
  ];
}
