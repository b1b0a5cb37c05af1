import { lightFormat } from 'date-fns/lightFormat';
import type { SalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import {
  addSalonDays,
  calendarDay,
  dayOfWeek,
  instantOf,
  intervalOf,
  type SalonDate,
  salonDate,
  salonDays,
  salonMinutes,
  startOfDay,
} from '../../src/salon/salon-time.ts';
import type { Interval } from '../../src/salon/slots.ts';
import { BLOCK_REASONS } from './texts.ts';

/** Days of the past two years and how the salon was open on them. */
export interface Week {
  readonly beginning: SalonDate;
  readonly today: SalonDate;
  readonly now: Date;
  /** Weekdays that the profile leaves closed, with the day they were first open on. */
  readonly added: readonly (Interval & { readonly dayOfWeek: number; readonly from: SalonDate })[];
  readonly blocked: ReadonlyMap<SalonDate, string>;
  windowsOn(date: SalonDate): readonly Interval[];
  /** The instant of a time on a day. */
  at(date: SalonDate, minutes: number): Date;
  /** The same instant, or the next at which somebody works at the desk. */
  atDesk(moment: Date): Date;
}

/** The salon began to open on the days that its profile leaves closed so many days ago: on Sundays, and on the others. */
const SUNDAYS_SINCE = 60;
const OTHERS_SINCE = 150;
const SHORT_DAY = { start: 600, end: 960 };
const DESK = { start: 510, end: 1_170 };
const HOLIDAYS = ['01-01', '07-04', '12-24', '12-25'];
const VACATION = ['08-10', '08-11', '08-12', '08-13', '08-14'];
const TRAINING_EVERY = 97;
/** Nothing is closed by chance around the day on which somebody looks at the demo. */
const NEVER_BLOCKED = { before: 1, after: 6 };
/** The latest day that is planned. */
export const DAYS_AHEAD = 60;

const MINUTE_MS = 60_000;

export function createWeek({ hours, time_zone: zone }: SalonProfile, now: Date, days: number): Week {
  const today = salonDate(now, zone);
  const beginning = addSalonDays(today, -days);

  const closedDays = [0, 1, 2, 3, 4, 5, 6].filter((day) =>
    hours.every(({ day_of_week }) => day_of_week !== day),
  );
  const added = closedDays.map((day) => {
    const ago = day === 0 ? SUNDAYS_SINCE : OTHERS_SINCE;
    return { ...SHORT_DAY, dayOfWeek: day, from: addSalonDays(today, -Math.min(ago, days)) };
  });

  const blocked = new Map<SalonDate, string>();
  for (const [index, date] of salonDays(
    addSalonDays(beginning, 1),
    addSalonDays(today, DAYS_AHEAD),
  ).entries()) {
    const day = lightFormat(calendarDay(date), 'MM-dd');
    const isThanksgiving = day >= '11-22' && day <= '11-28' && dayOfWeek(date) === 4;
    if (HOLIDAYS.includes(day) || isThanksgiving) blocked.set(date, BLOCK_REASONS.holiday);
    else if (VACATION.includes(day)) blocked.set(date, BLOCK_REASONS.vacation);
    else if (index % TRAINING_EVERY === TRAINING_EVERY - 1) blocked.set(date, BLOCK_REASONS.training);
  }
  for (const date of salonDays(
    addSalonDays(today, -NEVER_BLOCKED.before),
    addSalonDays(today, NEVER_BLOCKED.after),
  )) {
    blocked.delete(date);
  }
  blocked.set(addSalonDays(today, NEVER_BLOCKED.after + 5), BLOCK_REASONS.training);

  const week: Week = {
    beginning,
    today,
    now,
    added,
    blocked,
    windowsOn(date) {
      if (blocked.has(date)) return [];
      const day = dayOfWeek(date);
      const own = hours.filter(({ day_of_week }) => day_of_week === day).map(intervalOf);
      return [...own, ...added.filter((extra) => extra.dayOfWeek === day && date >= extra.from)];
    },
    at: (date, minutes) =>
      instantOf(date, minutes, zone) ?? new Date(startOfDay(date, zone).getTime() + minutes * MINUTE_MS),
    atDesk(moment) {
      const minutes = salonMinutes(moment, zone);
      if (minutes >= DESK.start && minutes < DESK.end) return moment;
      const date = salonDate(moment, zone);
      // A few minutes into the day, other ones for each moment.
      const start = DESK.start + (Math.floor(moment.getTime() / MINUTE_MS) % 45);
      return week.at(minutes < DESK.start ? date : addSalonDays(date, 1), start);
    },
  };
  return week;
}
