import { z } from 'zod';
import type { EventOf } from '../../eventsourcing/event-types.ts';
import { MinutesField } from '../time-fields.ts';

/** The single stream `hours`, with the weekly schedule. */
export const HOURS = 'hours';

const newHours = {
  hoursId: z.guid(),
  /** 0 for Sunday to 6 for Saturday. */
  dayOfWeek: z.int().min(0).max(6),
  start: MinutesField,
  end: MinutesField,
};

export const hoursEventTypes = {
  HoursAdded: {
    schemaVersion: 1,
    data: z.strictObject(newHours),
  },
  HoursChanged: {
    schemaVersion: 1,
    data: z.strictObject({ hoursId: z.guid(), start: MinutesField, end: MinutesField }),
  },
  /** Bookings are offered in these hours from now on, or no longer are. */
  HoursSwitched: { schemaVersion: 1, data: z.strictObject({ hoursId: z.guid(), isAvailable: z.boolean() }) },
  HoursRemoved: { schemaVersion: 1, data: z.strictObject({ hoursId: z.guid() }) },
  /** Staff have undone the removal. The hours are again what they were. */
  HoursRestored: {
    schemaVersion: 1,
    data: z.strictObject({ ...newHours, isAvailable: z.boolean() }),
  },
};

export type HoursEvent = EventOf<typeof hoursEventTypes>;
