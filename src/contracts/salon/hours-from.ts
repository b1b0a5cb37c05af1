import { z } from 'zod';

/** Whether a date's hours are its own or those of every week. */
export const HoursFrom = z.enum(['date', 'week']);
export type HoursFrom = z.infer<typeof HoursFrom>;
