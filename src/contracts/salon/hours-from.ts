import { z } from 'zod';

/** Where a date's hours come from: they are its own, or those of every week. */
export const HoursFrom = z.enum(['date', 'week']);
export type HoursFrom = z.infer<typeof HoursFrom>;
