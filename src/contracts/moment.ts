import { z } from 'zod';
import { boundedText, PositionField } from './fields.ts';

const INSTANT = 'Must be an instant such as 2026-11-23T18:00:00Z.';

/** An instant, with its offset from UTC. In UTC and with milliseconds afterwards, so that instants can be compared as texts. */
const InstantField = boundedText(40, INSTANT)
  .check(z.iso.datetime({ offset: true, error: INSTANT }))
  .transform((text) => new Date(text).toISOString());

/** Query parameters of an operation that can be asked how things stood. */
export const MomentQuery = z
  .object({
    /** A position of the log: everything up to it, and the event at it. */
    at: PositionField.optional(),
    /** An instant: everything before the first event that is recorded as later. */
    as_of: InstantField.optional(),
  })
  .refine(({ at, as_of }) => at === undefined || as_of === undefined, {
    path: ['as_of'],
    error: 'Give `at` or `as_of`, not both.',
  });

/** What an answer says about its moment. */
export const Moment = z.object({
  /** Everything up to here is in the answer, nothing later. The same position gets the same answer for ever. */
  position: PositionField,
  /** The instant of that position: the latest one that an event up to there is recorded with. Null before the first event. */
  as_of: z.iso.datetime().nullable(),
});
export type Moment = z.infer<typeof Moment>;

/** The same of an answer that says how things are now unless a moment is asked for: then both are left out. */
export const AskedMoment = Moment.partial();
