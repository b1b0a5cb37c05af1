import { noteVisit } from '../../../../src/contracts/bookings/visit-note.ts';
import { call } from '../../../api.ts';
import { defineCommand, patchOf } from '../../data/command.ts';
import type { Patch } from '../../data/overlay.ts';
import { PROFILE } from '../../data/queries.ts';
import { topicOf } from '../../data/topics.ts';
import { BOOKING } from '../queries.ts';

interface Note {
  /** Id of the booking. */
  readonly id: string;
  /** The whole text; empty for none. */
  readonly text: string;
}

/** Changes the screens to show this note of a visit. */
export function notePatches({ id, text }: Note): readonly Patch[] {
  const visit_note = text.trim() || null;
  return [
    patchOf(BOOKING, (booking, shown) => (shown === id ? { ...booking, visit_note } : booking)),
    patchOf(PROFILE, ({ customer, ...profile }) => ({
      ...profile,
      customer: {
        ...customer,
        service_history: customer.service_history.map((entry) =>
          entry.id === id ? { ...entry, visit_note } : entry,
        ),
      },
    })),
  ];
}

/** Notes a visit. A note isn't a decision about the appointment, so it names no version of it. */
export const NOTE_VISIT = defineCommand({
  name: 'note-visit',
  thing: ({ id }: Note) => topicOf('booking', id),
  send: ({ id, text }, sending) =>
    call(noteVisit, { ...sending, params: { id }, body: { visit_note: text } }),
  patches: notePatches,
});
