import { z } from 'zod';
import { SalonDateField, TimeField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { USUAL_KINDS } from './message-words.ts';

/** The salon's usual text messages, filled in as if for a booking at this time. */
const UsualTexts = z.object({
  appointment: z.object({ appointment_date: SalonDateField, appointment_time: TimeField }),
  texts: z.array(z.object({ kind: z.enum(USUAL_KINDS), text: z.string() })),
});
export type UsualTexts = z.infer<typeof UsualTexts>;

export const getUsualTexts = defineOperation({
  method: 'get',
  path: '/api/admin/usual-texts',
  summary: "The profile's texts to customers, filled in for an appointment that is made up",
  caller: 'admin',
  roles: 'desk',
  area: 'messages',
  answer: { status: 200, body: UsualTexts },
});
