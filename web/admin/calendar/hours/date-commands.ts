import { clearDayHours, getDay, setHoursOfDays } from '../../../../src/contracts/salon/admin-days.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { clocksOf } from '../../../../src/salon/time-text.ts';
import { call } from '../../../api.ts';
import type { Acknowledged, ForDays } from '../../bookings/affected/use-acknowledged.tsx';
import { defineCommand } from '../../data/command.ts';
import { defineQuery } from '../../data/query.ts';
import { topicOf } from '../../data/topics.ts';

/** One date: its hours, and the version that a change of them must name. */
export const DAY = defineQuery({
  name: 'day',
  about: ({ date }: { readonly date: SalonDate }) => [topicOf('day', date), 'hours', 'settings'],
  load: ({ date }, { after, ...options }) => call(getDay, { ...options, params: { date }, query: { after } }),
});

interface OnDate {
  readonly date: SalonDate;
  /** Undefined for the salon. */
  readonly stylist_id?: string | undefined;
}

/** Hours that dates are to have of their own; none close them. */
export interface HoursOfDay {
  readonly date: SalonDate;
  readonly windows: readonly Interval[];
  /** Those that are switched off. */
  readonly off?: readonly Interval[] | undefined;
}

export const SET_HOURS_OF_DAYS = defineCommand({
  name: 'set-hours-of-days',
  thing: ({ days }: ForDays & Pick<OnDate, 'stylist_id'> & { days: readonly HoursOfDay[] }) => {
    const [first] = days;
    return days.length === 1 && first ? topicOf('day', first.date) : 'day';
  },
  send: ({ days, stylist_id, acknowledged }, options) =>
    call(setHoursOfDays, {
      ...options,
      query: { acknowledged },
      body: {
        stylist_id,
        days: days.map(({ date, windows, off }) => ({
          date,
          windows: windows.map(clocksOf),
          off: off?.map(clocksOf),
        })),
      },
    }),
});

/** The weekly hours apply to a date again. */
export const CLEAR_DAY_HOURS = defineCommand({
  name: 'clear-day-hours',
  thing: ({ date }: Acknowledged & OnDate) => topicOf('day', date),
  send: ({ date, stylist_id, acknowledged }, options) =>
    call(clearDayHours, { ...options, params: { date }, query: { stylist_id, acknowledged } }),
});
