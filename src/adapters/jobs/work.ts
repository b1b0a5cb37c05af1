import type { Job, JobResult } from 'pg-boss';
import type { Logger } from 'pino';
import { describeError } from '../logger.ts';
import type { JobQueue } from './queue.ts';

/** A job as its work gets it. */
interface JobInHand<Data extends object> {
  /** The same at each try. */
  readonly id: string;
  readonly data: Data;
  /** Aborted when the work has to end; another worker does the job then. */
  readonly signal: AbortSignal;
}

/** How a job ended; one whose work throws is tried again. `given up` puts it to the dead letters at once. */
type JobEnd = 'done' | { readonly givenUp: string };

/** Does a job. May be called more than once for one, and by two processes at once when the first one only seemed dead. */
export type JobWork<Data extends object> = (job: JobInHand<Data>) => Promise<JobEnd>;

/** Does a job of pg-boss and tells it how that ended. Never rejects. */
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
    // Another version of the program may have written it.
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
