import { z } from 'zod';
import { defineOperation } from '../operation.ts';

/** What makes a new installation a salon's own. */
export const FIRST_STEPS = ['details', 'hours', 'prices', 'texts', 'pictures', 'reviews', 'booking'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const FirstSteps = z.object({
  /** In the order in which they are shown. */
  steps: z.array(z.object({ name: z.enum(FIRST_STEPS), done: z.boolean() })),
});

export const getFirstSteps = defineOperation({
  method: 'get',
  path: '/api/admin/first-steps',
  summary: 'What is still to do until the salon is ready for its customers',
  caller: 'admin',
  area: null,
  answer: { status: 200, body: FirstSteps },
  isProjected: true,
});
