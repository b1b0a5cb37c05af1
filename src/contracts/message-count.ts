import { z } from 'zod';
import { defineOperation } from './operation.ts';

/** How many messages staff should look at; the sidebar shows it on every page. */
export const countMessages = defineOperation({
  method: 'get',
  path: '/api/admin/messages/attention',
  summary: 'How many messages failed, or may have, and wait for staff to look at them',
  caller: 'admin',
  answer: { status: 200, body: z.object({ count: z.int().min(0) }) },
  isProjected: true,
  isShared: true,
});
