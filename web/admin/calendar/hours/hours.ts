import type { CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';

type ShownHours = CalendarDay['hours'][number];

/** Hours of one weekday, as the calendar shows them on each of its days that has none of its own. */
export type Hours = ShownHours & { readonly id: string };

/** Whether hours are those of every week, and not of one date alone. */
export const areWeekly = (hours: ShownHours): hours is Hours => hours.id !== null;

/** What staff can do with the hours of a weekday. */
export interface HoursActions {
  readonly add: (date: string) => void;
  readonly edit: (date: string, hours: Hours) => void;
  readonly turn: (date: string, hours: Hours, isAvailable: boolean) => void;
  readonly remove: (date: string, hours: Hours) => void;
}

export const ADD_FAILED = "Failed to add time slot. Make sure the time doesn't overlap with existing slots.";
