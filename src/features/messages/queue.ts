import { z } from 'zod';
import type { JobQueue } from '../../adapters/jobs/queue.ts';

/**
 * Looks at causes of texts. A look ends within a call of the provider and some statements; what is given up is found by the
 * next sweep.
 */
export const MESSAGE_LOOKS = {
  name: 'message-looks',
  atOnce: 20,
  data: z.object({ causeId: z.uuid() }),
  expireInSeconds: 60,
  retries: { limit: 5, firstSeconds: 2, longestSeconds: 60 },
} satisfies JobQueue<object>;
