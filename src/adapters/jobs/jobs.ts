import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Transaction } from '../postgres/process-store.ts';
import { StartupError } from '../startup-error.ts';
import { deadLetterOf, type JobQueue, pgBossQueues, type QueueSettings } from './queue.ts';
import type { Work } from './work.ts';
import { startWorkers } from './workers.ts';

/** The version of pg-boss's tables that this program works with. */
const TABLES_VERSION = 43;
/** Queues of earlier versions, whose jobs nobody does any more; the dead letters last, since the others refer to them. */
const FORMER_QUEUES = ['message-looks', 'message-looks.dead'];
/** How often the worker looks for jobs of dead workers. */
const SUPERVISE_SECONDS = 5;
/** The thread of the worker has longer to end (src/app/worker/start-worker-thread.ts). */
const STOP_WITHIN_MS = 5_000;

/** How many jobs of a queue are in a state. */
interface JobCount {
  readonly queue: string;
  readonly state: 'ready' | 'deferred' | 'active' | 'dead';
  readonly count: number;
}

/** The job queues in Postgres. */
export interface Jobs {
  /**
   * Stores a job. One with an id that was used before, and not long ago, is stored only once.
   *
   * @param within the job is stored when this transaction commits
   * @param atMostEvery at most one job of a key is done in so many seconds. A job that comes too soon is done later, and stands for
   *   all that come until then: no job is dropped without a later one being done
   */
  enqueue<Data extends object>(
    queue: JobQueue<Data>,
    data: Data,
    options?: {
      readonly id?: string;
      readonly within?: Transaction;
      readonly atMostEvery?: { readonly seconds: number; readonly key: string };
    },
  ): Promise<void>;
  /** At most a minute old. */
  counts(): Promise<readonly JobCount[]>;
  /** Does the work until the signal aborts and the jobs in hand are done, or have been given back. */
  work(works: readonly Work[], signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly pool: Pool;
  readonly queues: readonly QueueSettings[];
  readonly logger: Pick<Logger, 'warn'>;
  /** Where work is done: looks after the jobs of workers that died. */
  readonly supervises?: boolean;
}

/** A transaction as pg-boss takes it. */
const databaseOf = (within: Transaction) => ({
  executeSql: async (text: string, values?: unknown[]) => ({
    rows: [...(await within.query(text, values)).rows],
  }),
});

/** Without a stack, which would only show where we listen to pg-boss. */
const withoutStack = (message: string): Error => Object.assign(new Error(message), { stack: undefined });

/** pg-boss reports some errors as plain objects with the fields of an error. */
const realError = (told: Error): Error =>
  told instanceof Error ? told : Object.assign(new Error(), told as object);

/**
 * Opens the job queues, and makes what is missing of their tables; several processes may do so at once.
 *
 * @throws StartupError when a newer version of the program has changed the tables
 */
export async function openJobs({ pool, queues, logger, supervises = false }: Options): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: supervises,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    schedule: false,
    // Its transactions would delay the event log's subscriptions; these tables stay small.
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
    for (const name of FORMER_QUEUES) await boss.deleteQueue(name);
    for (const queue of queues.flatMap(pgBossQueues)) {
      const { name, deadLetter, ...settings } = queue;
      await boss.createQueue(name, { ...settings, ...(deadLetter !== undefined && { deadLetter }) });
      // A queue that is there already keeps the settings it was made with.
      await boss.updateQueue(name, settings);
    }
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    async enqueue(queue, data, { id, within, atMostEvery } = {}) {
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
      const all = await Promise.all(
        queues.map(async (queue): Promise<readonly JobCount[]> => {
          const [stats, dead] = await Promise.all([statsOf(queue.name), statsOf(deadLetterOf(queue))]);
          return [
            { queue: queue.name, state: 'ready', count: stats?.readyCount ?? 0 },
            { queue: queue.name, state: 'deferred', count: stats?.deferredCount ?? 0 },
            { queue: queue.name, state: 'active', count: stats?.activeCount ?? 0 },
            { queue: queue.name, state: 'dead', count: dead?.queuedCount ?? 0 },
          ];
        }),
      );
      return all.flat();
    },

    async work(works, signal) {
      if (signal.aborted) return stop();
      const { promise: aborted, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve(), { once: true });
      const waking = await Promise.all(works.map((work) => startWorkers(boss, work)));
      await aborted;
      for (const end of waking) end();
      await stop();
    },

    stop,
  };
}
