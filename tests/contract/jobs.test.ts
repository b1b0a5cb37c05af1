import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openJobs } from '../../src/adapters/jobs/jobs.ts';
import { deadLetterOf, type JobQueue } from '../../src/adapters/jobs/queue.ts';
import { type JobEnd, type JobInHand, workOn } from '../../src/adapters/jobs/work.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

type Letter = { readonly n: number };

let database: TestDatabase;
let queue: JobQueue<Letter>;
const logged: string[] = [];
const logger = createLogger('warn', { write: (line) => logged.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  logged.length = 0;
  queue = {
    name: `letters-${randomUUID()}`,
    data: z.object({ n: z.int() }),
    expireInSeconds: 30,
    retries: { limit: 2, firstSeconds: 1, longestSeconds: 1 },
  };
});

const opened = async (supervises = false) => {
  const jobs = await openJobs({ pool: database.pool, queues: [queue], logger, supervises });
  onTestFinished(() => jobs.stop());
  return jobs;
};

/** A worker that runs until the test is over, or is stopped. */
async function working(run: (job: JobInHand<Letter>) => Promise<JobEnd>) {
  const jobs = await opened(true);
  const ending = new AbortController();
  const ended = jobs.work([workOn(queue, logger, run)], ending.signal);
  const stop = async () => {
    ending.abort();
    await ended;
  };
  onTestFinished(stop);
  return { stop };
}

const stored = async (name = queue.name) => {
  const { rows } = await database.pool.query(
    'select id, state, data, output from pgboss.job where name = $1 order by created_on',
    [name],
  );
  return rows as { id: string; state: string; data: unknown; output: unknown }[];
};

describe('a job', () => {
  it('is done once, with the data it was given', async () => {
    const jobs = await opened();
    const done: number[] = [];
    await working(async ({ data }) => {
      done.push(data.n);
      return 'done';
    });
    await jobs.enqueue(queue, { n: 7 });
    await eventually(() => expect(done).toEqual([7]));
    await eventually(async () => expect(await stored()).toMatchObject([{ state: 'completed' }]));
  });

  it('is there when its transaction commits, and never was when that is rolled back', async () => {
    const jobs = await opened();
    const failing = withTransaction(database.pool, async (tx) => {
      await jobs.enqueue(queue, { n: 1 }, { within: tx });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await stored()).toEqual([]);
    await withTransaction(database.pool, async (tx) => {
      await jobs.enqueue(queue, { n: 2 }, { within: tx });
      expect(await stored()).toEqual([]);
    });
    expect(await stored()).toMatchObject([{ data: { n: 2 }, state: 'created' }]);
  });

  it('is stored once for one id', async () => {
    const jobs = await opened();
    const id = randomUUID();
    await jobs.enqueue(queue, { n: 1 }, { id });
    await jobs.enqueue(queue, { n: 1 }, { id });
    expect(await stored()).toMatchObject([{ id }]);
  });

  it('is refused with data that is not of its queue', async () => {
    const jobs = await opened();
    await expect(jobs.enqueue(queue, { n: 'one' } as unknown as Letter)).rejects.toThrow(z.ZodError);
    expect(await stored()).toEqual([]);
  });

  it('waits for no other: a hundred take seconds, not as many polls', async () => {
    const jobs = await opened();
    const done = new Set<number>();
    await working(async ({ data }) => {
      done.add(data.n);
      return 'done';
    });
    const begun = performance.now();
    await Promise.all(Array.from({ length: 100 }, (_, n) => jobs.enqueue(queue, { n })));
    await eventually(() => expect(done.size).toBe(100));
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe('a job that fails', () => {
  it('is tried again under the same id, and beside the others', async () => {
    const jobs = await opened();
    const tries: string[] = [];
    await working(async ({ id, data }) => {
      tries.push(`${data.n} ${id}`);
      if (data.n === 1 && tries.filter((line) => line.startsWith('1 ')).length === 1) throw new Error('away');
      return 'done';
    });
    await jobs.enqueue(queue, { n: 1 });
    await jobs.enqueue(queue, { n: 2 });
    await eventually(async () =>
      expect(await stored()).toMatchObject([{ state: 'completed' }, { state: 'completed' }]),
    );
    expect(tries.filter((line) => line.startsWith('2 '))).toHaveLength(1);
    const [first, second, ...more] = tries.filter((line) => line.startsWith('1 '));
    expect([first, more]).toEqual([second, []]);
  });

  it('ends among the dead letters when no try is left, with the reason and without what it may quote', async () => {
    const jobs = await opened();
    let tries = 0;
    await working(async () => {
      tries += 1;
      throw new TypeError('ada@example.com is no letter');
    });
    await jobs.enqueue(queue, { n: 1 });
    await eventually(async () =>
      expect(await stored(deadLetterOf(queue))).toMatchObject([{ data: { n: 1 } }]),
    );
    expect(tries).toBe(3);
    expect(await stored()).toMatchObject([{ state: 'failed', output: { type: 'TypeError' } }]);
    expect(JSON.stringify([await stored(), await stored(deadLetterOf(queue)), logged])).not.toContain('ada@');
    expect(await jobs.counts()).toContainEqual({ queue: queue.name, state: 'dead', count: 1 });
  });

  it('ends there at once when its work gives it up', async () => {
    const jobs = await opened();
    let tries = 0;
    await working(async () => {
      tries += 1;
      return { givenUp: 'nobody lives there' };
    });
    await jobs.enqueue(queue, { n: 1 });
    await eventually(async () => expect(await stored(deadLetterOf(queue))).toHaveLength(1));
    expect([tries, await stored()]).toMatchObject([1, [{ output: { reason: 'nobody lives there' } }]]);
  });

  it('ends there when this program does not understand it', async () => {
    const jobs = await opened();
    await working(async () => 'done');
    await jobs.enqueue({ ...queue, data: z.object({ later: z.string() }) } as never, { later: 'x' } as never);
    await eventually(async () => expect(await stored(deadLetterOf(queue))).toHaveLength(1));
  });
});

describe('a worker', () => {
  it('that is killed leaves its job to another', async () => {
    const jobs = await opened();
    await jobs.enqueue(queue, { n: 1 });
    const entry = join(import.meta.dirname, '../support/job-worker-entry.ts');
    const child = fork(entry, [database.url, queue.name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [taken] = await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const done: string[] = [];
    await working(async ({ id }) => {
      done.push(id);
      return 'done';
    });
    await eventually(() => expect(done).toEqual([taken]), { timeout: 25_000 });
  });

  it('that stops gives back what it cannot end in time, without a try lost', async () => {
    const jobs = await opened();
    await jobs.enqueue(queue, { n: 1 });
    const taken = Promise.withResolvers<AbortSignal>();
    const slow = await working(({ signal }) => {
      taken.resolve(signal);
      return new Promise(() => {});
    });
    const signal = await taken.promise;
    const begun = performance.now();
    await slow.stop();
    expect(performance.now() - begun).toBeLessThan(8_000);
    expect(signal.aborted).toBe(true);
    const { rows } = await database.pool.query('select state, retry_count from pgboss.job where name = $1', [
      queue.name,
    ]);
    expect(rows).toEqual([{ state: 'retry', retry_count: 0 }]);
    let done = 0;
    await working(async () => {
      done += 1;
      return 'done';
    });
    await eventually(() => expect(done).toBe(1));
  });

  it('that has nothing in hand stops at once', async () => {
    const idle = await working(async () => 'done');
    const begun = performance.now();
    await idle.stop();
    expect(performance.now() - begun).toBeLessThan(1_500);
  });
});

describe('the queues', () => {
  it('are made by four first starts at once', async () => {
    const fresh = await createTestDatabase();
    onTestFinished(() => fresh.drop());
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => openJobs({ pool: fresh.pool, queues: [queue], logger })),
    );
    await all[0]?.enqueue(queue, { n: 1 });
    expect(await all[3]?.counts()).toContainEqual({ queue: queue.name, state: 'ready', count: 1 });
    await Promise.all(all.map((jobs) => jobs.stop()));
    expect(logged).toEqual([]);
  });

  it('take new settings at the next start', async () => {
    await opened();
    queue = { ...queue, retries: { ...queue.retries, limit: 5 } };
    await opened();
    const { rows } = await database.pool.query(
      'select retry_limit, dead_letter from pgboss.queue where name = $1',
      [queue.name],
    );
    expect(rows).toEqual([{ retry_limit: 5, dead_letter: deadLetterOf(queue) }]);
  });

  it('of a newer version of the program are left alone', async () => {
    const fresh = await createTestDatabase();
    onTestFinished(() => fresh.drop());
    const open = () => openJobs({ pool: fresh.pool, queues: [queue], logger });
    await (await open()).stop();
    await fresh.pool.query('update pgboss.version set version = version + 1');
    await expect(open()).rejects.toThrow('changed by another version of the program');
  });
});
