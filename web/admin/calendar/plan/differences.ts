import {
  type Calendar,
  type CalendarBooking,
  type CalendarDay,
  openHours,
} from '../../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { withStylist } from '../../../../src/salon/stylist-words.ts';
import { shortRange } from '../../ui/time-range.ts';
import { startText } from './calendar-text.ts';
import { doneBy } from './of-stylist.ts';

/** The difference between an appointment of the past and now, or the mark that it is new since. */
export interface Mark {
  readonly kind: 'new' | 'moved' | 'cancelled' | 'deleted' | 'status';
  /** Such as `moved since, now Fri, Nov 20 · 3:00 PM`. */
  readonly words: string;
}

/** The calendar as it was, with what is different now. */
interface Differences {
  /** Appointments that are new since are among the others. */
  readonly calendar: Calendar;
  /** By the ids of appointments. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** The differences of whole days, such as `Hours now 9 AM – 7 PM`. */
  readonly ofDays: ReadonlyMap<SalonDate, string>;
}

/** A moment of the past, where nothing can be changed, and what is different now. */
export interface PastView extends Pick<Differences, 'marks' | 'ofDays'> {
  /** The moment as the address has it. */
  readonly at: string;
}

/** The calendar as it was, without what is different now. */
export const unmarked = (calendar: Calendar): Differences => ({
  calendar,
  marks: new Map(),
  ofDays: new Map(),
});

/** An appointment, and the day that it is on. */
interface Placed {
  readonly date: SalonDate;
  readonly booking: CalendarBooking;
}

const placedIn = ({ days }: Calendar): ReadonlyMap<string, Placed> =>
  new Map(days.flatMap(({ date, bookings }) => bookings.map((booking) => [booking.id, { date, booking }])));

function markOf(then: Placed, now: Placed | undefined, today: SalonDate): Mark | undefined {
  if (then.booking.is_deleted) return { kind: 'deleted', words: 'deleted since' };
  if (!now) return { kind: 'moved', words: 'moved to another day since' };
  const [was, is] = [then.booking.status, now.booking.status];
  if (is === 'cancelled' && was !== 'cancelled') return { kind: 'cancelled', words: 'cancelled since' };
  const isMoved = then.date !== now.date || then.booking.start !== now.booking.start;
  if (isMoved) {
    return { kind: 'moved', words: `moved since, now ${startText(now.date, now.booking.start, today)}` };
  }
  if (doneBy(then.booking) !== doneBy(now.booking)) {
    return { kind: 'moved', words: `handed over since, now ${withStylist(now.booking.stylist)}` };
  }
  // Every appointment comes to be completed: marked, it would hide what is really different.
  if (was === is || is === 'completed') return undefined;
  return { kind: 'status', words: was === 'cancelled' ? 'restored since' : `${is} since` };
}

const hoursText = (day: CalendarDay): string => openHours(day).map(shortRange).join(', ') || 'closed';

/** The blocked parts of a day. The block of the whole date comes first. */
const blockedTimesText = ({ blocked, blocks }: CalendarDay): string =>
  blocks
    .slice(blocked ? 1 : 0)
    .map(shortRange)
    .join(', ');

function dayWords(then: CalendarDay, now: CalendarDay): string {
  const hours = hoursText(then) === hoursText(now) ? '' : `Hours now ${hoursText(now)}`;
  const blocked = then.blocked === now.blocked ? '' : now.blocked ? 'Blocked now' : 'Not blocked now';
  const times = blockedTimesText(then) === blockedTimesText(now) ? '' : 'Blocked times changed';
  const [ownThen, ownNow] = [then, now].map(({ own_hours = [] }) => JSON.stringify(own_hours));
  const ownHours = hours || ownThen === ownNow ? '' : 'Hours of a stylist changed';
  return [blocked, times, hours, ownHours].filter(Boolean).join('. ');
}

const inOrder = (bookings: readonly CalendarBooking[]) => bookings.toSorted((a, b) => a.start - b.start);

/** Compares the calendar as it was with that of now, of the same days and with all appointments. */
export function differencesOf(then: Calendar, now: Calendar, today: SalonDate): Differences {
  const [before, after] = [placedIn(then), placedIn(now)];
  const marks = new Map<string, Mark>();
  for (const [id, placed] of before) {
    const mark = markOf(placed, after.get(id), today);
    if (mark) marks.set(id, mark);
  }
  const isNew = ({ id, status }: CalendarBooking) => !before.has(id) && status !== 'cancelled';
  const ofDays = new Map<SalonDate, string>();
  const days = then.days.map((day, index) => {
    const current = now.days[index];
    if (!current) return day;
    const words = dayWords(day, current);
    if (words) ofDays.set(day.date, words);
    const added = current.bookings.filter(isNew);
    for (const { id } of added) marks.set(id, { kind: 'new', words: 'new here since' });
    return added.length === 0 ? day : { ...day, bookings: inOrder([...day.bookings, ...added]) };
  });
  return { calendar: { ...then, days }, marks, ofDays };
}
