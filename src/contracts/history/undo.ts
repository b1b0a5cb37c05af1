import { z } from 'zod';
import { PositionField, TimeField, UuidField } from '../fields.ts';
import { MESSAGE_CHANNELS, MESSAGE_KINDS } from '../messages/message-words.ts';
import { defineOperation } from '../operation.ts';
import { HistoryEntry, HistoryThing } from './history.ts';

/** A message about what is undone that its customer may have read by now. */
const ToldBefore = z.object({
  channel: z.enum(MESSAGE_CHANNELS),
  kind: z.enum(MESSAGE_KINDS),
  at: z.iso.datetime(),
  /** False if nobody knows whether it has left. */
  is_certain: z.boolean(),
  /** Whether a message tells them of the undo, too. None says that a confirmation was undone, and none leaves once the booking has begun. */
  is_followed_up: z.boolean(),
});
export type ToldBefore = z.infer<typeof ToldBefore>;

export const Undone = z.object({
  thing: HistoryThing,
  /** The events of the command that is undone. They stay in the history, and another event says that they were undone. */
  event_ids: z.array(UuidField),
  told: z.array(ToldBefore),
  /** For a completion that ended the appointment early: whether it has its whole time again. False if that was given away meanwhile. */
  has_time_again: z.boolean().optional(),
  /** When it ends now, if it doesn't have its whole time again. */
  ends_at: TimeField.optional(),
  /** The change that is undone, as its history tells it; only where the request names a position. */
  entry: HistoryEntry.optional(),
  position: PositionField,
});
export type Undone = z.infer<typeof Undone>;

export const undo = defineOperation({
  method: 'post',
  path: '/api/admin/undo',
  summary:
    'Undo the command of staff that wrote an event, once, while nothing else has been decided about the same thing',
  caller: 'admin',
  roles: 'all',
  area: null,
  body: z
    .object({
      event_id: UuidField.optional(),
      /** The position that a command was answered with, in the place of the id of one of its events. */
      position: PositionField.optional(),
    })
    .refine(({ event_id, position }) => (event_id === undefined) !== (position === undefined), {
      path: ['event_id'],
      error: 'Must be the id of an event, or left out for a position.',
    }),
  answer: { status: 200, body: Undone },
  command: 'admin-undo',
  problems: ['event-not-found', 'not-undoable', 'undo-overtaken'],
});
