import type { PgBoss } from 'pg-boss';
import type { JobQueue } from './queue.ts';
import type { SettleJob } from './work.ts';

/** How often one of the workers looks for jobs. */
const LOOK_EVERY_MS = 500;
/** How often a worker looks for jobs by itself. */
const ALONE = { pollingIntervalSeconds: 60 } as const;

/**
 * Does the jobs of a queue, several at once. Each has a worker of its own, since pg-boss's batches end with their slowest
 * job and fetch nothing meanwhile. One idle worker is woken at each interval, so that many workers ask the database no more
 * often than one would. A worker that finds a job wakes the next one, and looks again once its own job is done.
 *
 * @returns ends the waking; the workers end with pg-boss
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
