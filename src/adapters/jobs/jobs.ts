import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Transaction } from '../postgres/process-store.ts';
import { StartupError } from '../startup-error.ts';
import { deadLetterOf, type JobQueue, pgBossQueues } from './queue.ts';
import { type JobWork, settledBy } from './work.ts';
import { startWorkers } from './workers.ts';

/** The version of pg-boss's tables that this program works with. */
const TABLES_VERSION = 43;
/** How often the worker looks for jobs of dead workers. */
const SUPERVISE_SECONDS = 5;
/** Shorter than the time that the worker has to end (`src/app/worker/worker.ts`). */
const STOP_WITHIN_MS = 5_000;

/** How many jobs of a queue are in one state. */
interface JobCount {
  readonly queue: string;
  readonly state: 'ready' | 'deferred' | 'active' | 'dead';
  readonly count: number;
}

/** A job queue in Postgres. */
export interface Jobs<Data extends object> {
  /**
   * Stores a job. A job whose id was used not long ago is not stored again.
   *
   * @param within a transaction; the job is stored when it commits
   * @param atMostEvery at most one job of a key is done in so many seconds. A job that comes too soon is done later. Jobs of the same
   *   key that come until then are dropped, since that job stands for them: after each dropped job, another one is still done
   */
  enqueue(
    data: Data,
    options?: {
      readonly id?: string;
      readonly within?: Transaction;
      readonly atMostEvery?: { readonly seconds: number; readonly key: string };
    },
  ): Promise<void>;
  /** The counts may be up to a minute old. */
  counts(): Promise<readonly JobCount[]>;
  /** Does jobs until the signal aborts. Ends when the jobs under way are done or have been given back to the queue. */
  work(work: JobWork<Data>, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

interface Options<Data extends object> {
  readonly pool: Pool;
  readonly queue: JobQueue<Data>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** True in a process that does jobs: it also looks for the jobs of workers that died. */
  readonly supervises?: boolean;
}

/** A transaction in the form that pg-boss accepts. */
const databaseOf = (within: Transaction) => ({
  executeSql: async (text: string, values?: unknown[]) => ({
    rows: [...(await within.query(text, values)).rows],
  }),
});

/** An error without a stack: the stack would only show where we listen to pg-boss. */
const withoutStack = (message: string): Error => Object.assign(new Error(message), { stack: undefined });

/** pg-boss reports some errors as plain objects with the fields of an error. */
const realError = (told: Error): Error =>
  told instanceof Error ? told : Object.assign(new Error(), told as object);

/**
 * Opens a job queue, and creates those of its tables that are missing. Several processes may do so at once.
 *
 * @throws StartupError when a newer version of the program has changed the tables
 */
export async function openJobs<Data extends object>({
  pool,
  queue,
  logger,
  supervises = false,
}: Options<Data>): Promise<Jobs<Data>> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: supervises,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    schedule: false,
    // The transactions of a reindexing would delay the event log's subscriptions, and these tables stay small without it.
    reindex: false,
  });
  boss.on('error', (error) =>
    logger.warn({ err: realError(error) }, 'The job queue has trouble with the database and goes on.'),
  );
  boss.on('warning', ({ message }) =>
    logger.warn({ err: withoutStack(message) }, 'The job queue reports a problem.'),
  );
  const stop = () => boss.stop({ timeout: STOP_WITHIN_MS });

  try {
    await boss.start();
    const version = await boss.schemaVersion();
    if (version !== TABLES_VERSION) {
      throw new StartupError(
        `This database was changed by another version of the program (pgboss: ${version}): start that version.`,
      );
    }
    for (const { name, deadLetter, ...settings } of pgBossQueues(queue)) {
      await boss.createQueue(name, { ...settings, ...(deadLetter !== undefined && { deadLetter }) });
      // `createQueue` leaves the settings of an existing queue as they were.
      await boss.updateQueue(name, settings);
    }
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    async enqueue(data, { id, within, atMostEvery } = {}) {
      await boss.send(queue.name, queue.data.parse(data), {
        ...(id !== undefined && { id }),
        ...(atMostEvery && {
          singletonKey: atMostEvery.key,
          singletonSeconds: atMostEvery.seconds,
          singletonNextSlot: true,
        }),
        ...(within && { db: databaseOf(within) }),
      });
    },

    async counts() {
      const statsOf = async (name: string) => (await boss.getQueueStats(name, { force: true }))[0];
      const [stats, dead] = await Promise.all([statsOf(queue.name), statsOf(deadLetterOf(queue))]);
      return [
        { queue: queue.name, state: 'ready', count: stats?.readyCount ?? 0 },
        { queue: queue.name, state: 'deferred', count: stats?.deferredCount ?? 0 },
        { queue: queue.name, state: 'active', count: stats?.activeCount ?? 0 },
        { queue: queue.name, state: 'dead', count: dead?.queuedCount ?? 0 },
      ];
    },

    async work(work, signal) {
      if (signal.aborted) return stop();
      const { promise: aborted, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve(), { once: true });
      const endWaking = await startWorkers(boss, queue, settledBy(work, queue, logger));
      await aborted;
      endWaking();
      await stop();
    },

    stop,
  };
}
