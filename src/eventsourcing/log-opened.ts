import { z } from 'zod';
import type { EventTypes } from './event-types.ts';

/** The stream with the log's id. It has a single event, which is the first event of a new log. */
export const LOG_STREAM = 'log';

export const logEventTypes = {
  /** The id distinguishes this log from any other and stays the same in every copy and backup of it. */
  LogOpened: { schemaVersion: 1, data: z.strictObject({ logId: z.uuid() }) },
} satisfies EventTypes;
