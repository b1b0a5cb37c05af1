import type { CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import { dayOfWeek, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { type Interval, without } from '../../../../src/salon/slots.ts';
import type { AfterChange } from '../../bookings/after-change.ts';

export type ShownHours = CalendarDay['hours'][number];

/** Hours of one weekday, as the calendar shows them on each of its days that has none of its own. */
export type Hours = ShownHours & { readonly id: string };

const isOther = (one: Interval) => (other: Interval) => other.start !== one.start || other.end !== one.end;

/** The hours that a date has of its own, with some of them switched on or off, replaced, or without them. */
export function withOwnHours(
  { windows, off }: OwnHours,
  hours: Interval | null,
  changed?: Interval & { readonly is_available: boolean },
): OwnHours {
  const others = (all: readonly Interval[]) => (hours ? all.filter(isOther(hours)) : all);
  const and = (all: readonly Interval[], is_available: boolean) =>
    [...others(all), ...(changed?.is_available === is_available ? [changed] : [])].sort(
      (a, b) => a.start - b.start,
    );
  return { windows: and(windows, true), off: and(off, false) };
}

/** Finds a date's own hours as the calendar shows them. */
export const ownHoursOf = ({ hours }: Pick<CalendarDay, 'hours'>): OwnHours => ({
  windows: hours.filter(({ is_available }) => is_available),
  off: hours.filter(({ is_available }) => !is_available),
});

/** Whether a day has hours of its own: the salon's, or those of a stylist. */
export const hasOwnHours = ({ hours_from, own_hours }: CalendarDay, stylistId: string | undefined): boolean =>
  (stylistId === undefined
    ? hours_from
    : own_hours?.find(({ resource_id }) => resource_id === stylistId)?.from) === 'date';

/** Whether hours are those of every week, and not of one date alone. */
export const areWeekly = (hours: ShownHours): hours is Hours => hours.id !== null;

/** The hours of a date: those in which it is open, and those that are switched off. */
interface OwnHours {
  readonly windows: readonly Interval[];
  readonly off: readonly Interval[];
}

/** The actions of staff on hours. */
export interface HoursActions {
  readonly add: (date: SalonDate) => void;
  readonly edit: (date: SalonDate, hours: ShownHours) => void;
  readonly switchHours: (date: SalonDate, hours: Hours, isAvailable: boolean) => void;
  readonly remove: (date: SalonDate, hours: Hours) => void;
  /** Gives a date other hours of its own. @param version of the date as it is shown @param toasts if it is done, and if not */
  readonly setOwn: (
    date: SalonDate,
    hours: OwnHours,
    version: number | undefined,
    toasts: readonly [done: string, failed: string],
  ) => void;
  /** Edits all hours of a date in one dialog: the salon's, or those of a stylist. */
  readonly editOwn: (date: SalonDate, stylistId?: string) => void;
  /** Lets the weekly hours apply to a date again. */
  readonly backToWeekly: (day: CalendarDay, stylistId?: string) => void;
}

/** Toasts of a change of hours: if it is done, and if not. */
export const SWITCHED = ['Schedule updated successfully', 'Failed to update schedule'] as const;
export const DELETED = ['Time slot deleted successfully', 'Failed to delete time slot'] as const;
export const ADD_FAILED = "Failed to add time slot. Make sure the time doesn't overlap with existing slots.";

/** Finds the hours that stay on the weekday of a date when its own hours change or go. */
export const weeklyChange =
  (weekday: SalonDate, hours: Interval, changed?: Interval): AfterChange =>
  (date, windows) =>
    dayOfWeek(date) === dayOfWeek(weekday)
      ? { windows: [...without(windows, [hours]), ...(changed ? [changed] : [])], blocked: [] }
      : undefined;
