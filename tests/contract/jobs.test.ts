import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openJobs } from '../../src/adapters/jobs/jobs.ts';
import { deadLetterOf } from '../../src/adapters/jobs/queue.ts';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { eventually } from '../support/machine/eventually.ts';
import { type Letter, letterQueue } from '../support/messages/letter-queue.ts';
import { createTestDatabase } from '../support/server/postgres.ts';

const letters = letterQueue();

describe('a job', () => {
  it('is done once, with the data it was given', async () => {
    const jobs = await letters.opened();
    const done: number[] = [];
    await letters.working(async ({ data }) => {
      done.push(data.n);
      return 'done';
    });
    await jobs.enqueue({ n: 7 });
    await eventually(() => expect(done).toEqual([7]));
    await eventually(async () => expect(await letters.stored()).toMatchObject([{ state: 'completed' }]));
  });

  it('is there when its transaction commits, and never was when that is rolled back', async () => {
    const jobs = await letters.opened();
    const failing = withTransaction(letters.database.pool, async (tx) => {
      await jobs.enqueue({ n: 1 }, { within: tx });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await letters.stored()).toEqual([]);
    await withTransaction(letters.database.pool, async (tx) => {
      await jobs.enqueue({ n: 2 }, { within: tx });
      expect(await letters.stored()).toEqual([]);
    });
    expect(await letters.stored()).toMatchObject([{ data: { n: 2 }, state: 'created' }]);
  });

  it('is stored once for one id', async () => {
    const jobs = await letters.opened();
    const id = randomUUID();
    await jobs.enqueue({ n: 1 }, { id });
    await jobs.enqueue({ n: 1 }, { id });
    expect(await letters.stored()).toMatchObject([{ id }]);
  });

  it('comes at most once in a while for one key, and the last one is never lost', async () => {
    const jobs = await letters.opened();
    const atMostEvery = { seconds: 86_400, key: 'ada' };
    for (let n = 1; n <= 4; n += 1)
      await withTransaction(letters.database.pool, (within) => jobs.enqueue({ n }, { within, atMostEvery }));
    await jobs.enqueue({ n: 5 }, { atMostEvery: { ...atMostEvery, key: 'grace' } });
    const stored = await letters.stored();
    expect(stored.map(({ data }) => data)).toEqual([{ n: 1 }, { n: 2 }, { n: 5 }]);
    const { rows } = await letters.database.pool.query<{ n: number; waits: boolean }>(
      `select (data->>'n')::integer as n, start_after > now() + interval '1 second' as waits
        from pgboss.job where name = $1 order by n`,
      [letters.queue.name],
    );
    expect(rows).toEqual([
      { n: 1, waits: false },
      { n: 2, waits: true },
      { n: 5, waits: false },
    ]);
  });

  it('is refused with data that is not of its queue', async () => {
    const jobs = await letters.opened();
    await expect(jobs.enqueue({ n: 'one' } as unknown as Letter)).rejects.toThrow(z.ZodError);
    expect(await letters.stored()).toEqual([]);
  });

  it('waits for no other: a hundred take seconds, not as many polls', async () => {
    const jobs = await letters.opened();
    const done = new Set<number>();
    await letters.working(async ({ data }) => {
      done.add(data.n);
      return 'done';
    });
    const begun = performance.now();
    await Promise.all(Array.from({ length: 100 }, (_, n) => jobs.enqueue({ n })));
    await eventually(() => expect(done.size).toBe(100));
    // A poll for each would be 50 s.
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});

describe('a job that takes long', () => {
  it('holds up no other: they are fetched, done and noted as done meanwhile', async () => {
    const jobs = await letters.opened();
    const slow = Promise.withResolvers<'done'>();
    await letters.working(({ data }) => (data.n < 3 ? slow.promise : Promise.resolve('done')));
    for (let n = 0; n < 43; n += 1) await jobs.enqueue({ n });
    await eventually(async () => {
      const states = (await letters.stored()).map(({ state }) => state);
      expect(states.filter((state) => state === 'completed')).toHaveLength(40);
      expect(states.filter((state) => state === 'active')).toHaveLength(3);
    });
    slow.resolve('done');
  });

  it('leaves no more at once than are wanted, and the other queues alone', async () => {
    const other = { ...letters.queue, name: `${letters.queue.name}-other` };
    const jobs = await letters.opened();
    const others = await openJobs({ pool: letters.database.pool, queue: other, logger: letters.logger });
    const ending = new AbortController();
    const slow = Promise.withResolvers<'done'>();
    let begun = 0;
    let done = 0;
    await letters.working(() => {
      begun += 1;
      return slow.promise;
    });
    const ended = others.work(async () => {
      done += 1;
      return 'done';
    }, ending.signal);
    onTestFinished(async () => {
      ending.abort();
      await ended;
    });
    for (let n = 0; n < 2 * letters.queue.atOnce; n += 1) await jobs.enqueue({ n });
    await eventually(() => expect(begun).toBe(letters.queue.atOnce));
    for (let n = 0; n < 10; n += 1) await others.enqueue({ n });
    await eventually(() => expect(done).toBe(10));
    expect(begun).toBe(letters.queue.atOnce);
    slow.resolve('done');
  });
});

describe('a job that fails', () => {
  it('is tried again under the same id, and beside the others', async () => {
    const jobs = await letters.opened();
    const tries: string[] = [];
    await letters.working(async ({ id, data }) => {
      tries.push(`${data.n} ${id}`);
      if (data.n === 1 && tries.filter((line) => line.startsWith('1 ')).length === 1) throw new Error('away');
      return 'done';
    });
    await jobs.enqueue({ n: 1 });
    await jobs.enqueue({ n: 2 });
    await eventually(async () =>
      expect(await letters.stored()).toMatchObject([{ state: 'completed' }, { state: 'completed' }]),
    );
    expect(tries.filter((line) => line.startsWith('2 '))).toHaveLength(1);
    const [first, second, ...more] = tries.filter((line) => line.startsWith('1 '));
    expect([first, more]).toEqual([second, []]);
  });

  it('ends among the dead letters when no try is left, with the reason and without what it may quote', async () => {
    const jobs = await letters.opened();
    let tries = 0;
    await letters.working(async () => {
      tries += 1;
      throw new TypeError('ada@example.com is no letter');
    });
    await jobs.enqueue({ n: 1 });
    await eventually(async () =>
      expect(await letters.stored(deadLetterOf(letters.queue))).toMatchObject([{ data: { n: 1 } }]),
    );
    expect(tries).toBe(3);
    expect(await letters.stored()).toMatchObject([{ state: 'failed', output: { type: 'TypeError' } }]);
    expect(
      JSON.stringify([
        await letters.stored(),
        await letters.stored(deadLetterOf(letters.queue)),
        letters.logged,
      ]),
    ).not.toContain('ada@');
    expect(await jobs.counts()).toContainEqual({ queue: letters.queue.name, state: 'dead', count: 1 });
  });

  it('ends there at once when its work gives it up', async () => {
    const jobs = await letters.opened();
    let tries = 0;
    await letters.working(async () => {
      tries += 1;
      return { givenUp: 'nobody lives there' };
    });
    await jobs.enqueue({ n: 1 });
    await eventually(async () => expect(await letters.stored(deadLetterOf(letters.queue))).toHaveLength(1));
    expect([tries, await letters.stored()]).toMatchObject([
      1,
      [{ output: { reason: 'nobody lives there' } }],
    ]);
  });

  it('ends there when this program does not understand it', async () => {
    const queue = { ...letters.queue, data: z.object({ later: z.string() }) };
    const later = await openJobs({ pool: letters.database.pool, queue, logger: letters.logger });
    onTestFinished(later.stop);
    await letters.working(async () => 'done');
    await later.enqueue({ later: 'x' });
    await eventually(async () => expect(await letters.stored(deadLetterOf(letters.queue))).toHaveLength(1));
  });
});

describe('the queues', () => {
  it('are made by four first starts at once', async () => {
    const fresh = await createTestDatabase();
    onTestFinished(() => fresh.drop());
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => openJobs({ pool: fresh.pool, queue: letters.queue, logger: letters.logger })),
    );
    await all[0]?.enqueue({ n: 1 });
    expect(await all[3]?.counts()).toContainEqual({ queue: letters.queue.name, state: 'ready', count: 1 });
    await Promise.all(all.map((jobs) => jobs.stop()));
    expect(letters.logged).toEqual([]);
  });

  it('take new settings at the next start', async () => {
    await letters.opened();
    letters.queue = { ...letters.queue, retries: { ...letters.queue.retries, limit: 5 } };
    await letters.opened();
    const { rows } = await letters.database.pool.query(
      'select retry_limit, dead_letter from pgboss.queue where name = $1',
      [letters.queue.name],
    );
    expect(rows).toEqual([{ retry_limit: 5, dead_letter: deadLetterOf(letters.queue) }]);
  });

  it('are left alone when they are of a newer version of the program', async () => {
    const fresh = await createTestDatabase();
    onTestFinished(() => fresh.drop());
    const open = () => openJobs({ pool: fresh.pool, queue: letters.queue, logger: letters.logger });
    await (await open()).stop();
    await fresh.pool.query('update pgboss.version set version = version + 1');
    await expect(open()).rejects.toThrow('changed by another version of the program');
  });
});
