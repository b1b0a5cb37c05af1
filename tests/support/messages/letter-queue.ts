import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openJobs } from '../../../src/adapters/jobs/jobs.ts';
import type { JobQueue } from '../../../src/adapters/jobs/queue.ts';
import type { JobWork } from '../../../src/adapters/jobs/work.ts';
import { createLogger } from '../../../src/adapters/logger.ts';
import { createTestDatabase, type TestDatabase } from '../server/postgres.ts';

export type Letter = { readonly n: number };

/** A database for the file's tests, and a queue of its own for each of them. */
export function letterQueue() {
  /** Every line that was logged during this test. */
  const logged: string[] = [];
  const logger = createLogger('warn', { write: (line) => logged.push(line) });
  const letters = { logged, logger, queue: {} as JobQueue<Letter>, database: {} as TestDatabase };
  beforeAll(async () => {
    letters.database = await createTestDatabase();
  });
  afterAll(() => letters.database.drop());
  beforeEach(() => {
    logged.length = 0;
    letters.queue = {
      name: `letters-${randomUUID()}`,
      atOnce: 4,
      data: z.object({ n: z.int() }),
      expireInSeconds: 30,
      retries: { limit: 2, firstSeconds: 1, longestSeconds: 1 },
    };
  });

  const opened = async (supervises = false) => {
    const { database, queue } = letters;
    const jobs = await openJobs({ pool: database.pool, queue, logger, supervises });
    onTestFinished(() => jobs.stop());
    return jobs;
  };

  return Object.assign(letters, {
    opened,

    /** A worker that runs until the test is over, or is stopped. */
    async working(work: JobWork<Letter>) {
      const jobs = await opened(true);
      const ending = new AbortController();
      const ended = jobs.work(work, ending.signal);
      const stop = async () => {
        ending.abort();
        await ended;
      };
      onTestFinished(stop);
      return { stop };
    },

    async stored(name = letters.queue.name) {
      const { rows } = await letters.database.pool.query(
        'select id, state, data, output from pgboss.job where name = $1 order by created_on',
        [name],
      );
      return rows as { id: string; state: string; data: unknown; output: unknown }[];
    },
  });
}
