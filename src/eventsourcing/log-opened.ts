import { z } from 'zod';
import type { EventTypes } from './event-types.ts';

/** The stream with the log's id. It has a single event, which is the first event of a new log. */
export const LOG_STREAM = 'log';

/** The version of `LogOpened` in logs of the first release. No release opens a log with a lower one. */
export const FIRST_RELEASED = 3;

export const logEventTypes = {
  /** The id distinguishes this log from any other and stays the same in every copy and backup of it. */
  LogOpened: { schemaVersion: FIRST_RELEASED, data: z.strictObject({ logId: z.uuid() }) },
} satisfies EventTypes;
