import { z } from 'zod';
import { PositionField } from './fields.ts';

export const Moment = z.object({
  /** Everything up to here is in the answer, nothing later. The same position gets the same answer for ever. */
  position: PositionField,
  /** The instant of that position: the latest one that an event up to there is recorded with. Null before the first event. */
  as_of: z.iso.datetime().nullable(),
});
export type Moment = z.infer<typeof Moment>;

/** Moment of an answer that says how things are now unless a moment is asked for. Answers about now leave both fields out. */
export const OptionalMoment = Moment.partial();
