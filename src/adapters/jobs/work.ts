import type { Job, JobResult } from 'pg-boss';
import type { Logger } from 'pino';
import { describeError } from '../logger.ts';
import type { JobQueue, QueueSettings } from './queue.ts';

/** A job as its work gets it. */
export interface JobInHand<Data extends object> {
  /** The same at each try. */
  readonly id: string;
  readonly data: Data;
  /** Aborted when the work has to end; another worker does the job then. */
  readonly signal: AbortSignal;
}

/** How a job ended; one whose work throws is tried again. `given up` puts it to the dead letters at once. */
export type JobEnd = 'done' | { readonly givenUp: string };

/** A queue and what is done with its jobs. */
export interface Work {
  readonly queue: QueueSettings;
  /** Never rejects. */
  settle(job: Pick<Job, 'id' | 'data' | 'signal'>): Promise<JobResult>;
}

/**
 * @param run may be called more than once for one job, and by two processes at once when the first one only seemed dead
 */
export function workOn<Data extends object>(
  queue: JobQueue<Data>,
  logger: Pick<Logger, 'warn' | 'error'>,
  run: (job: JobInHand<Data>) => Promise<JobEnd>,
): Work {
  const giveUp = (id: string, reason: string): JobResult => {
    logger.error({ err: new Error(reason), queue: queue.name, job: id }, 'A job was given up.');
    return { id, status: 'deadletter', output: { reason } };
  };
  return {
    queue,
    async settle({ id, data, signal }) {
      // Another version of the program may have written it.
      const parsed = queue.data.safeParse(data);
      if (!parsed.success) return giveUp(id, 'this version of the program does not understand its data');
      try {
        const end = await run({ id, data: parsed.data, signal });
        return end === 'done' ? { id, status: 'completed' } : giveUp(id, end.givenUp);
      } catch (err) {
        logger.warn({ err, queue: queue.name, job: id }, 'A job failed and is tried again.');
        const { stack: _, ...output } = describeError(err);
        return { id, status: 'failed', output };
      }
    },
  };
}
