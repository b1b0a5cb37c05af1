import { z } from 'zod';
import { UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { MESSAGE_STATUSES } from './message-words.ts';

/**
 * The number of messages that need the attention of staff, and the customers who were not reached. The sidebar of every page asks for it.
 */
export const countMessages = defineOperation({
  method: 'get',
  path: '/api/admin/messages/attention',
  summary: 'The number of messages that failed, or may have, and wait for staff to look at them',
  caller: 'admin',
  roles: 'desk',
  area: 'messages',
  answer: {
    status: 200,
    body: z.object({
      count: z.int().min(0),
      /** Number of replies that wait for an answer. They are part of the messages. */
      questions: z.int().min(0),
      /** The bookings of these messages, with the channel of the last one. Left out if the customer got a later message. */
      undelivered: z.array(z.object({ booking_id: UuidField, channel: z.enum(['sms', 'email']) })),
      /** The bookings whose customers were last told within a day that the salon is running late, and whether that has left. */
      late: z.array(
        z.object({
          booking_id: UuidField,
          minutes: z.int().positive(),
          /** That of the text or the mail, whichever got further; null as long as it waits. */
          status: z.enum(MESSAGE_STATUSES).nullable(),
        }),
      ),
    }),
  },
  isProjected: true,
});
