import { z } from 'zod';
import { ChangedNotesField, IdPath } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ChangedBooking } from './admin-bookings.ts';

export const noteVisit = defineOperation({
  caller: 'admin',
  roles: 'all',
  area: 'bookings',
  params: IdPath,
  method: 'post',
  path: '/api/admin/bookings/{id}/visit-note',
  summary: 'Note what was done at the visit, such as the color formula; the text replaces the note before it',
  /** A blank text, like null, removes the note. */
  body: z.object({ visit_note: ChangedNotesField }),
  /** A note isn't a decision about the booking, so `version` stays as it is. */
  answer: { status: 200, body: ChangedBooking },
  command: 'admin-note-visit',
  problems: ['booking-not-found', 'customer-not-found'],
});
