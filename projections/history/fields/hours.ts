import type { HoursEvent } from '../../../src/features/hours/events.ts';
import { clocksOf } from '../../../src/salon/salon-time.ts';
import type { Tell } from './fields.ts';

/** The weekly hours, each by its id. */
export const tellHours: Tell<HoursEvent> = (event, before) => {
  const { hoursId: key } = event.data;
  const { day_of_week = null, start_time = null, end_time = null } = before(key);
  switch (event.type) {
    case 'HoursAdded':
      return {
        key,
        fields: { day_of_week: event.data.dayOfWeek, ...clocksOf(event.data), is_available: true },
      };
    case 'HoursRestored':
      return { key, named: { day_of_week, start_time, end_time } };
    case 'HoursChanged':
      return {
        key,
        fields: { ...before(key), ...clocksOf(event.data) },
        // People recognize the hours by both times, so the one that didn't change is named too.
        named: {
          day_of_week,
          ...Object.fromEntries(
            Object.entries(clocksOf(event.data)).filter(([field, time]) => before(key)[field] === time),
          ),
        },
      };
    case 'HoursSwitched':
      return {
        key,
        fields: { ...before(key), is_available: event.data.isAvailable },
        named: { day_of_week, start_time, end_time },
      };
    case 'HoursRemoved':
      return { key, named: { day_of_week, start_time, end_time } };
  }
};
