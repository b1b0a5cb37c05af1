import { z } from 'zod';
import { MessageField } from '../fields.ts';
import { MESSAGE_CHANNELS } from './message-words.ts';
import { TextDeparture } from './messages.ts';

const TICKED = 'Must be true or false.';

/**
 * How the customer is told of a change, in the body of a command: in staff's own words, `message`, or else in the usual ones if `notify`
 * is true or `tell` is given. `tell` chooses the channels; without it, the customer is told in all by which they are reached.
 */
export const TELLING = {
  message: MessageField,
  notify: z.boolean(TICKED).optional(),
  tell: z
    .strictObject({ sms: z.boolean(TICKED), email: z.boolean(TICKED) }, 'Must have `sms` and `email`.')
    .optional(),
};

/** How the customer is told, in the answer. */
export const ToldBy = z.object({
  /** The channels in which a message to the customer was queued that really leaves. */
  told: z.array(z.enum(MESSAGE_CHANNELS)),
  /** A text message was queued. Where no provider is set, it is written to a file and nobody gets it. */
  notified: z.boolean(),
  /** When the text message will be sent; null if none will be, or if the time isn't known. */
  departure: TextDeparture.nullable(),
});
export type ToldBy = z.infer<typeof ToldBy>;
