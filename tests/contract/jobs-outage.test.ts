import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { letterQueue } from '../support/messages/letter-queue.ts';

const letters = letterQueue();

describe('while the database is away', () => {
  /** Lets nobody connect, and ends who is. */
  async function whileAway(work: () => Promise<void>) {
    const admin = new pg.Client({ connectionString: inject('postgresOwnerUrl') });
    await admin.connect();
    const name = new URL(letters.database.url).pathname.slice(1);
    try {
      await admin.query(`alter database ${name} with allow_connections false`);
      await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
        name,
      ]);
      await work();
    } finally {
      await admin.query(`alter database ${name} with allow_connections true`);
      await admin.end();
    }
  }

  it('a worker waits, and goes on by itself', async () => {
    const jobs = await letters.opened();
    const done: number[] = [];
    await letters.working(async ({ data }) => {
      done.push(data.n);
      return 'done';
    });
    await jobs.enqueue({ n: 1 });
    await eventually(() => expect(done).toEqual([1]));
    await whileAway(async () => {
      await eventually(() => expect(letters.logged.join('')).toContain('trouble with the database'));
    });
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
    await whileAway(async () => {
      await first.stop();
    });
    const done: number[] = [];
    await letters.working(async ({ data }) => {
      done.push(data.n);
      return 'done';
    });
    await eventually(() => expect(done).toEqual([1]));
  });
});
