import { z } from 'zod';
import { NEW_VERSION, SalonDateField, UuidField } from '../fields.ts';

/** Query of a list: its first and last date, both included. If they are left out, all dates are listed. */
export const DatesQuery = z.object({ from: SalonDateField.optional(), to: SalonDateField.optional() });

/**
 * The result for one day of a request about several. Each day is done or refused by itself: a request that is sent again with the same
 * `Idempotency-Key` finds what is done already, and tries the others again.
 */
export const DayOutcome = z.union([
  z.object({
    date: SalonDateField,
    id: UuidField.optional(),
    /** The version is the day's. */
    ...NEW_VERSION,
  }),
  z.object({
    date: SalonDateField,
    /** The reason of the refusal: the code of a problem, such as `already-blocked`. */
    code: z.string(),
    /** The same in words. */
    detail: z.string(),
  }),
]);
export type DayOutcome = z.infer<typeof DayOutcome>;

/**
 * Part of the answer to a request about several days: each of them, in order. The answer's other fields are those of the first day that was
 * done, but its position is that of the last. If no day could be done, the request is refused for the first day's reason.
 */
export const DayOutcomes = z.array(DayOutcome).optional();
