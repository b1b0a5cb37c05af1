import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { letterQueue } from '../support/messages/letter-queue.ts';

/** Workers that end. The other file about jobs says what they do while they live. */

const letters = letterQueue();

describe('a worker', () => {
  it('that is killed leaves its job to another', async () => {
    const jobs = await letters.opened();
    await jobs.enqueue({ n: 1 });
    const entry = join(import.meta.dirname, '../support/messages/job-worker-entry.ts');
    const child = fork(entry, [letters.database.url, letters.queue.name], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [taken] = await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const done: string[] = [];
    await letters.working(async ({ id }) => {
      done.push(id);
      return 'done';
    });
    await eventually(() => expect(done).toEqual([taken]));
  });

  it('that stops gives back what it cannot end in time, without a try lost', async () => {
    const jobs = await letters.opened();
    await jobs.enqueue({ n: 1 });
    const taken = Promise.withResolvers<AbortSignal>();
    const slow = await letters.working(({ signal }) => {
      taken.resolve(signal);
      return new Promise(() => {});
    });
    const signal = await taken.promise;
    await slow.stop();
    expect(signal.aborted).toBe(true);
    const { rows } = await letters.database.pool.query(
      'select state, retry_count from pgboss.job where name = $1',
      [letters.queue.name],
    );
    expect(rows).toEqual([{ state: 'retry', retry_count: 0 }]);
    let done = 0;
    await letters.working(async () => {
      done += 1;
      return 'done';
    });
    await eventually(() => expect(done).toBe(1));
  });

  it('that has nothing in hand stops at once', async () => {
    const idle = await letters.working(async () => 'done');
    const begun = performance.now();
    await idle.stop();
    // Something in hand would be waited for.
    expect(performance.now() - begun).toBeLessThan(4_000);
  });
});
