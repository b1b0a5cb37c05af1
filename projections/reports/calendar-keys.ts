import { dayAs, weekdayName } from '../../src/salon/date-text.ts';
import {
  addSalonDays,
  dayOfWeek,
  formatTime,
  type SalonDate,
  salonDays,
} from '../../src/salon/salon-time.ts';
import type { Grouping } from './report.ts';

/** A unit of the calendar by which rows are grouped. */
interface CalendarUnit {
  readonly label: string;
  /** SQL whose text is the key, from expressions of a date and of a minute of the day. Numbers and dates are counted faster than texts. */
  key(date: string, minute: string): string;
  /** The keys of a period, complete and in order. */
  keys(from: SalonDate, to: SalonDate): readonly string[];
  labelOf(key: string): string;
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const distinct = (keys: readonly string[]): readonly string[] => [...new Set(keys)];
const hourLabel = (hour: number) => formatTime(hour * 60).replace(':00', '');

/** 0 for Sunday, counted from the first one that Postgres knows. `extract` takes several times as long. */
const weekday = (date: string) => `((${date} - date 'J6') % 7)`;

const UNITS: Readonly<Record<string, CalendarUnit>> = {
  day: {
    label: 'Day',
    key: (date) => date,
    keys: salonDays,
    labelOf: (key) => dayAs(key, 'EEE, MMM d, yyyy'),
  },
  week: {
    label: 'Week',
    key: (date) => `(${date} - ${weekday(date)})`,
    keys: (from, to) => distinct(salonDays(from, to).map((day) => addSalonDays(day, -dayOfWeek(day)))),
    labelOf: (key) => `Week of ${dayAs(key, 'MMM d, yyyy')}`,
  },
  month: {
    label: 'Month',
    key: (date) => `left(${date}::text, 7)`,
    keys: (from, to) => distinct(salonDays(from, to).map((day) => day.slice(0, 7))),
    labelOf: (key) => dayAs(`${key}-01`, 'MMMM yyyy'),
  },
  year: {
    label: 'Year',
    key: (date) => `left(${date}::text, 4)`,
    keys: (from, to) => distinct(salonDays(from, to).map((day) => day.slice(0, 4))),
    labelOf: (key) => key,
  },
  weekday: {
    label: 'Day of the week',
    key: weekday,
    keys: () => upTo(7).map(String),
    labelOf: (key) => weekdayName(Number(key)),
  },
  hour: {
    label: 'Hour',
    key: (_date, minute) => `(${minute} / 60)`,
    keys: () => upTo(24).map(String),
    labelOf: (key) => hourLabel(Number(key)),
  },
  'weekday-hour': {
    label: 'Day of the week and hour',
    key: (date, minute) => `${weekday(date)} || '-' || ${minute} / 60`,
    keys: () => upTo(7).flatMap((day) => upTo(24).map((hour) => `${day}-${hour}`)),
    labelOf(key) {
      const [day = 0, hour = 0] = key.split('-').map(Number);
      return `${weekdayName(day)}, ${hourLabel(hour)}`;
    },
  },
};

/** The unit of the calendar with this key; undefined if the key is of another kind. */
export const calendarUnit = (key: string): CalendarUnit | undefined =>
  Object.hasOwn(UNITS, key) ? UNITS[key] : undefined;

/** Units that follow each other, whose keys begin with the year: in a file they sort and are read as dates. */
export const isDated = (key: string): boolean => ['day', 'week', 'month', 'year'].includes(key);

/** Groupings by units of the calendar. */
export const byCalendar = (...keys: readonly string[]): readonly Grouping[] =>
  keys.map((key) => ({ key, label: UNITS[key]?.label ?? key }));
