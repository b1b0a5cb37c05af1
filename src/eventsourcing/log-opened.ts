import { z } from 'zod';
import type { EventTypes } from './event-types.ts';

/** The stream that names the log it is in: its one event is the first that a new log holds. */
export const LOG_STREAM = 'log';

export const logEventTypes = {
  /** Tells this log from any other, in every copy and backup of it. */
  LogOpened: { schemaVersion: 1, data: z.strictObject({ logId: z.uuid() }) },
} satisfies EventTypes;
