import { z } from 'zod';
import { TimeField, UuidField } from '../fields.ts';

/** The first thing on a day that an appointment of staff would run into: of the stylist who is asked for; of anyone, of the first in the salon's order who does it. */
export const InTheWay = z.object({
  /** `held`: a visitor is booking it at this moment. */
  kind: z.enum(['appointment', 'held', 'blocked-time', 'blocked-date']),
  /** Null for a blocked date. */
  start_time: TimeField.nullable(),
  /** The appointment in the way. */
  booking_id: UuidField.optional(),
  /** Until when it is held, unless the visitor books it. */
  held_until: z.iso.datetime().optional(),
  /** The latest end that fits; null if nothing does. */
  longest_end: TimeField.nullable(),
});
export type InTheWay = z.infer<typeof InTheWay>;
