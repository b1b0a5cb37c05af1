import type { CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import { dayOfWeek, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { type Interval, without } from '../../../../src/salon/slots.ts';
import type { AfterChange } from '../../bookings/after-change.ts';

type ShownHours = CalendarDay['hours'][number];

/** Hours of one weekday, as the calendar shows them on each of its days that has none of its own. */
export type Hours = ShownHours & { readonly id: string };

/** Whether hours are those of every week, and not of one date alone. */
export const areWeekly = (hours: ShownHours): hours is Hours => hours.id !== null;

/** What staff can do with hours. */
export interface HoursActions {
  readonly add: (date: SalonDate) => void;
  readonly edit: (date: SalonDate, hours: Hours) => void;
  readonly switchHours: (date: SalonDate, hours: Hours, isAvailable: boolean) => void;
  readonly remove: (date: SalonDate, hours: Hours) => void;
  /** Edits the hours that a date has of its own. */
  readonly editOwn: (date: SalonDate) => void;
  /** Lets the weekly hours apply to a date again. */
  readonly backToWeekly: (date: SalonDate) => void;
}

export const ADD_FAILED = "Failed to add time slot. Make sure the time doesn't overlap with existing slots.";

/** What is left on the weekday of a date when its hours become others, or none. */
export const weeklyChange =
  (weekday: SalonDate, hours: Interval, changed?: Interval): AfterChange =>
  (date, windows) =>
    dayOfWeek(date) === dayOfWeek(weekday)
      ? { windows: [...without(windows, [hours]), ...(changed ? [changed] : [])], blocked: [] }
      : undefined;
