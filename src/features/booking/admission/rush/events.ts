import { z } from 'zod';
import type { EventOf } from '../../../../eventsourcing/event-types.ts';

/** The stream `rush`, with the times when staff ended a rush. */
export const RUSH = 'rush';

export const rushEventTypes = {
  /** Bookings made before this event no longer count towards a rush. */
  RushEnded: { schemaVersion: 1, data: z.strictObject({}) },
};
export type RushEvent = EventOf<typeof rushEventTypes>;
