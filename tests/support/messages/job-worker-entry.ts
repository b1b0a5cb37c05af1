import { z } from 'zod';
import { openJobs } from '../../../src/adapters/jobs/jobs.ts';
import type { JobQueue } from '../../../src/adapters/jobs/queue.ts';
import { createLogger } from '../../../src/adapters/logger.ts';
import { createPool } from '../../../src/adapters/postgres/pool.ts';

/** A worker as a process of its own, which takes a job, says so, and never ends it. */

const [url = '', name = ''] = process.argv.slice(2);
const queue: JobQueue<object> = {
  name,
  atOnce: 4,
  data: z.object({}),
  expireInSeconds: 60,
  retries: { limit: 3, firstSeconds: 1, longestSeconds: 1 },
};
const logger = createLogger('error');
const jobs = await openJobs({ pool: createPool({ url, name: 'test' }), queue, logger });
process.on('disconnect', () => process.exit());
await jobs.work(({ id }) => {
  process.send?.(id);
  return new Promise(() => {});
}, new AbortController().signal);
