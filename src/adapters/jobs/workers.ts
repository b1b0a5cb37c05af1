import type { PgBoss } from 'pg-boss';
import type { JobQueue } from './queue.ts';
import type { SettleJob } from './work.ts';

/** How often the process looks for jobs: each time, one idle worker is woken. */
const LOOK_EVERY_MS = 500;
/** How often a worker looks for jobs without being woken. */
const ALONE = { pollingIntervalSeconds: 60 } as const;

/**
 * Does the jobs of a queue, several at once. Each job has a worker of its own: a batch of pg-boss ends only with its slowest
 * job, and no new job is fetched until then. One idle worker is woken at each interval, so that many workers ask the database
 * no more often than one would. A worker that finds a job wakes the next worker, and looks again once its own job is done.
 *
 * @returns a function that stops the waking; the workers themselves end with pg-boss
 */
export async function startWorkers(
  boss: Pick<PgBoss, 'work' | 'notifyWorker'>,
  queue: Pick<JobQueue<object>, 'name' | 'atOnce'>,
  settle: SettleJob,
): Promise<() => void> {
  const idle = new Set<string>();
  const wakeOne = () => {
    const [worker] = idle;
    if (worker !== undefined) boss.notifyWorker(worker);
  };

  async function start(): Promise<void> {
    const worker = await boss.work<object, unknown, typeof ALONE & { perJobResults: true }>(
      queue.name,
      { ...ALONE, perJobResults: true },
      async (jobs) => {
        idle.delete(worker);
        boss.notifyWorker(worker);
        wakeOne();
        try {
          return await Promise.all(jobs.map(settle));
        } finally {
          idle.add(worker);
        }
      },
    );
    idle.add(worker);
  }

  await Promise.all(Array.from({ length: queue.atOnce }, start));
  const timer = setInterval(wakeOne, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
