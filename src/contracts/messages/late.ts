import { z } from 'zod';
import { AnswerField, IdPath, PositionField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { NO_ANSWER } from './messages.ts';
import { TELLING, ToldBy } from './telling.ts';

const MINUTES = 'Must be 5 to 120 minutes.';

export const tellLate = defineOperation({
  method: 'post',
  path: '/api/admin/bookings/{id}/late',
  summary:
    'Tell the customer of an appointment by text or mail, in one’s own words, that the salon is running late',
  caller: 'admin',
  roles: 'desk',
  area: 'messages',
  params: IdPath,
  body: z.object({
    minutes: z.int(MINUTES).min(5, MINUTES).max(120, MINUTES),
    text: AnswerField,
    tell: TELLING.tell.refine((tell) => !tell || tell.sms || tell.email, 'Choose at least one way.'),
  }),
  answer: {
    status: 200,
    body: z.object({ id: UuidField, queued: z.boolean(), position: PositionField }).extend(ToldBy.shape),
  },
  command: 'admin-tell-late',
  problems: [...NO_ANSWER, 'no-mail-address', 'too-late-to-mail', 'already-cancelled', 'already-completed'],
});
