import { z } from 'zod';
import type { EventOf } from '../../../../eventsourcing/event-types.ts';

/** `rush`: when staff ended one. */
export const RUSH = 'rush';

export const rushEventTypes = {
  /** What was booked before counts towards none. */
  RushEnded: { schemaVersion: 1, data: z.strictObject({}) },
};
export type RushEvent = EventOf<typeof rushEventTypes>;
