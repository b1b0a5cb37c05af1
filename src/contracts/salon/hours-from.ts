import { z } from 'zod';

/** The source of a date's hours: its own, or those of every week. */
export const HoursFrom = z.enum(['date', 'week']);
export type HoursFrom = z.infer<typeof HoursFrom>;
