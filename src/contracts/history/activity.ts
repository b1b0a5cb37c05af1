import { z } from 'zod';
import { boundedText, IN_ORDER, PositionField, SalonDateField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { pageLimitField } from '../paging.ts';
import { HistoryKind, HistoryPage } from './history.ts';

const ACTOR = 'Must be customer, admin, system or the id of a user.';

/** The people whose actions are listed: all customers, all administrators or all processes, or one administrator. */
const ActorField = boundedText(36, ACTOR)
  .toLowerCase()
  .regex(/^(?:customer|admin|system|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, ACTOR);

const ActivityQuery = z
  .object({
    cursor: PositionField.optional(),
    limit: pageLimitField(200, 50),
    actor: ActorField.optional(),
    kind: z.enum(HistoryKind.options, `Must be one of ${HistoryKind.options.join(', ')}.`).optional(),
    /** Leaves out what is about texts and mails, which is most of it. */
    without_messages: z.literal('true', 'Must be true, or left out.').optional(),
    /** Leaves out what processes did in consequence: matching customers, erasing, freeing times. */
    without_automatic: z.literal('true', 'Must be true, or left out.').optional(),
    /** First and last day on which it happened, in the salon; both days are included. */
    from: SalonDateField.optional(),
    to: SalonDateField.optional(),
  })
  .refine(...IN_ORDER);
export type ActivityQuery = z.output<typeof ActivityQuery>;

export const listActivity = defineOperation({
  method: 'get',
  path: '/api/admin/activity',
  summary:
    'Everything that happened in the salon, the newest first. Times that are taken, held or released are left out: the appointment tells',
  caller: 'admin',
  roles: 'owners',
  area: null,
  query: ActivityQuery,
  answer: { status: 200, body: HistoryPage },
  isProjected: true,
});
