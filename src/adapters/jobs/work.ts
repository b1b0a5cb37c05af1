import type { Job, JobResult } from 'pg-boss';
import type { Logger } from 'pino';
import { describeError } from '../logger.ts';
import type { JobQueue } from './queue.ts';

/** A job as the function that does it gets it. */
interface JobInHand<Data extends object> {
  /** The same id at each try. */
  readonly id: string;
  readonly data: Data;
  /** Aborted when the work has to end; another worker does the job then. */
  readonly signal: AbortSignal;
}

/** How a job ended. `givenUp` moves it to the dead letters at once. A job whose work throws is tried again instead. */
type JobEnd = 'done' | { readonly givenUp: string };

/** Does a job. It may be called several times for one job, even in two processes at once, if the first one only seemed dead. */
export type JobWork<Data extends object> = (job: JobInHand<Data>) => Promise<JobEnd>;

/** Does a job for pg-boss and tells pg-boss how it ended. Never rejects. */
export type SettleJob = (job: Pick<Job, 'id' | 'data' | 'signal'>) => Promise<JobResult>;

export function settledBy<Data extends object>(
  work: JobWork<Data>,
  queue: JobQueue<Data>,
  logger: Pick<Logger, 'warn' | 'error'>,
): SettleJob {
  const giveUp = (id: string, reason: string): JobResult => {
    logger.error({ err: new Error(reason), queue: queue.name, job: id }, 'A job was given up.');
    return { id, status: 'deadletter', output: { reason } };
  };
  return async ({ id, data, signal }) => {
    // Another version of the program may have written the data.
    const parsed = queue.data.safeParse(data);
    if (!parsed.success) return giveUp(id, 'this version of the program does not understand its data');
    try {
      const end = await work({ id, data: parsed.data, signal });
      return end === 'done' ? { id, status: 'completed' } : giveUp(id, end.givenUp);
    } catch (err) {
      logger.warn({ err, queue: queue.name, job: id }, 'A job failed and is tried again.');
      const { stack: _, ...output } = describeError(err);
      return { id, status: 'failed', output };
    }
  };
}
