import { z } from 'zod';
import { defineOperation } from '../operation.ts';

export const FIRST_STEPS = [
  'details',
  'words',
  'hours',
  'prices',
  'team',
  'clients',
  'texts',
  'pictures',
  'reviews',
  'booking',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The things that a step needs, if it needs several. */
const STEP_NEEDS = ['name', 'phone', 'address', 'geo', 'sms', 'email', 'reviews', 'ratings'] as const;
export type StepNeed = (typeof STEP_NEEDS)[number];

const FirstSteps = z.object({
  steps: z.array(
    z.object({
      name: z.enum(FIRST_STEPS),
      done: z.boolean(),
      missing: z.array(z.enum(STEP_NEEDS)).default([]),
    }),
  ),
  /** Whether the backups are on the disk of the salon's data alone. */
  backs_up_beside_data: z.boolean().default(false),
});

export const getFirstSteps = defineOperation({
  method: 'get',
  path: '/api/admin/first-steps',
  summary: 'The steps that are left until the salon is ready for its customers',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: { status: 200, body: FirstSteps },
  isProjected: true,
});
