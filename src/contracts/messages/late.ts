import { z } from 'zod';
import { AnswerField, IdPath } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { NO_ANSWER, QueuedText } from './messages.ts';

const MINUTES = 'Must be 5 to 120 minutes.';

export const tellLate = defineOperation({
  method: 'post',
  path: '/api/admin/bookings/{id}/late',
  summary: 'Text the customer of an appointment in one’s own words that the salon is running late',
  caller: 'admin',
  area: 'messages',
  params: IdPath,
  body: z.object({ minutes: z.int(MINUTES).min(5, MINUTES).max(120, MINUTES), text: AnswerField }),
  answer: { status: 200, body: QueuedText },
  command: 'admin-tell-late',
  problems: NO_ANSWER,
});
