import type { Queue } from 'pg-boss';
import type { z } from 'zod';

/** A kind of work that is done later: what data a job has, and how often and for how long it is tried. */
export interface JobQueue<Data extends object> {
  readonly name: string;
  /** How many jobs one process does at the same time. */
  readonly atOnce: number;
  /** Must contain ids only, since jobs are stored unencrypted, and kept after they are done. */
  readonly data: z.ZodType<Data>;
  /** A try that takes longer counts as failed, so whatever the work calls needs a shorter deadline. */
  readonly expireInSeconds: number;
  readonly retries: {
    readonly limit: number;
    /** The wait before the first retry; it doubles with each further one. */
    readonly firstSeconds: number;
    readonly longestSeconds: number;
  };
}

/** A job that was given up stays this long, so that somebody can look at it. */
const KEPT_DEAD_SECONDS = 30 * 86_400;
const KEPT_DONE_SECONDS = 86_400;
/** A worker that is silent for this long counts as dead, and another one does its jobs. pg-boss accepts no shorter time. */
const SILENCE_SECONDS = 10;

/** The queue for jobs that were given up. */
export const deadLetterOf = ({ name }: Pick<JobQueue<object>, 'name'>): string => `${name}.dead`;

/** The queue and its dead-letter queue in the form that pg-boss accepts, in the order in which they have to be created. */
export const pgBossQueues = (queue: JobQueue<object>): readonly Queue[] => [
  { name: deadLetterOf(queue), retentionSeconds: KEPT_DEAD_SECONDS },
  {
    name: queue.name,
    deadLetter: deadLetterOf(queue),
    expireInSeconds: queue.expireInSeconds,
    heartbeatSeconds: SILENCE_SECONDS,
    retryLimit: queue.retries.limit,
    retryDelay: queue.retries.firstSeconds,
    retryDelayMax: queue.retries.longestSeconds,
    retryBackoff: true,
    deleteAfterSeconds: KEPT_DONE_SECONDS,
  },
];
