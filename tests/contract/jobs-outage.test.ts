import { describe, expect, it } from 'vitest';
import { whileDatabaseGone } from '../support/log/log-under-test.ts';
import { eventually } from '../support/machine/eventually.ts';
import { letterQueue } from '../support/messages/letter-queue.ts';

const letters = letterQueue();

describe('while the database is away', () => {
  it('a worker waits, and goes on by itself', async () => {
    const jobs = await letters.opened();
    const done: number[] = [];
    await letters.working(async ({ data }) => {
      done.push(data.n);
      return 'done';
    });
    await jobs.enqueue({ n: 1 });
    await eventually(() => expect(done).toEqual([1]));
    await whileDatabaseGone(letters.database.url, () =>
      eventually(() => expect(letters.logged.join('')).toContain('trouble with the database')),
    );
    await eventually(() => jobs.enqueue({ n: 2 }));
    await eventually(() => expect(done).toContain(2));
  });

  it('a worker stops in time, and its job is done by another', async () => {
    const jobs = await letters.opened();
    await jobs.enqueue({ n: 1 });
    const taken = Promise.withResolvers<void>();
    const first = await letters.working(() => {
      taken.resolve();
      return new Promise(() => {});
    });
    await taken.promise;
    await whileDatabaseGone(letters.database.url, first.stop);
    const done: number[] = [];
    await letters.working(async ({ data }) => {
      done.push(data.n);
      return 'done';
    });
    await eventually(() => expect(done).toEqual([1]));
  });
});
