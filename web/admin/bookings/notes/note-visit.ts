import { noteVisit } from '../../../../src/contracts/bookings/visit-note.ts';
import { call } from '../../../api.ts';
import { defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';

interface Note {
  /** Id of the booking. */
  readonly id: string;
  /** The whole text; empty for none. */
  readonly text: string;
}

/** Notes a visit. A note isn't a decision about the appointment, so it names no version of it. */
export const NOTE_VISIT = defineCommand({
  name: 'note-visit',
  thing: ({ id }: Note) => topicOf('booking', id),
  send: ({ id, text }, options) =>
    call(noteVisit, { ...options, params: { id }, body: { visit_note: text } }),
});
