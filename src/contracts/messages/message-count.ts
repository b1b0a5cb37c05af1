import { z } from 'zod';
import { UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';

/** How many messages staff should look at, and whom nobody has reached since; the sidebar asks for it on every page. */
export const countMessages = defineOperation({
  method: 'get',
  path: '/api/admin/messages/attention',
  summary: 'How many messages failed, or may have, and wait for staff to look at them',
  caller: 'admin',
  answer: {
    status: 200,
    body: z.object({
      count: z.int().min(0),
      /** Appointments of these messages, each with the way of its last one; not those whose customer got a later one. */
      undelivered: z.array(z.object({ booking_id: UuidField, channel: z.enum(['sms', 'email']) })),
    }),
  },
  isProjected: true,
  isShared: true,
});
