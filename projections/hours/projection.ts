import { HOURS, hoursEventTypes } from '../../src/features/hours/events.ts';
import { defineTable, type Projection, sqlName } from '../engine/projection.ts';

export type HoursRow = {
  readonly id: string;
  readonly day_of_week: number;
  readonly start_minute: number;
  readonly end_minute: number;
  readonly is_available: boolean;
};

/** The hours of each weekday, with their earlier states. */
export const WEEKLY_HOURS = defineTable({
  name: 'hours',
  streams: HOURS,
  eventTypes: hoursEventTypes,
  key: 'id',
  columns: {
    id: 'uuid',
    day_of_week: 'smallint',
    start_minute: 'smallint',
    end_minute: 'smallint',
    is_available: 'boolean',
  },
  versioned: { indexes: [] },
  keyOf: (event) => event.data.hoursId,
  evolve(row: HoursRow | undefined, event): HoursRow | null {
    switch (event.type) {
      case 'HoursAdded': {
        // Hours are added once: the write side refuses another such event.
        if (row) return row;
        const { hoursId, dayOfWeek, start, end } = event.data;
        return {
          id: hoursId,
          day_of_week: dayOfWeek,
          start_minute: start,
          end_minute: end,
          is_available: true,
        };
      }
      case 'HoursRestored': {
        const { hoursId: id, dayOfWeek: day_of_week, start, end, isAvailable: is_available } = event.data;
        return { id, day_of_week, start_minute: start, end_minute: end, is_available };
      }
      case 'HoursChanged':
        return row ? { ...row, start_minute: event.data.start, end_minute: event.data.end } : null;
      case 'HoursSwitched':
        return row ? { ...row, is_available: event.data.isAvailable } : null;
      case 'HoursRemoved':
        return null;
    }
  },
});

const WEEK = 'week';

type WeekRow = {
  readonly id: typeof WEEK;
  readonly version: number;
};

/** A single row with the version of the whole schedule, which stays when hours are removed. */
const week = defineTable({
  name: 'hours_week',
  streams: HOURS,
  eventTypes: hoursEventTypes,
  key: 'id',
  columns: { id: 'text', version: 'integer' },
  keyOf: () => WEEK,
  evolve(row: WeekRow | undefined, { revision }): WeekRow {
    return { id: WEEK, version: Math.max(row?.version ?? 0, Number(revision) + 1) };
  },
});

/** The weekly schedule. */
export const hours: Projection = { name: 'hours', version: 3, tables: [WEEKLY_HOURS, week] };

/** Names of the live tables. */
export const HOURS_TABLE = sqlName(hours, WEEKLY_HOURS);
export const WEEK_TABLE = sqlName(hours, week);
