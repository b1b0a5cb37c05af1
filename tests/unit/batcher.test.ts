import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { batcher } from '../../src/adapters/postgres/batcher.ts';
import { StoreUnavailable } from '../../src/eventsourcing/event-store.ts';

/** A load that ends when told to, and remembers what it was asked for. */
function heldLoad() {
  const asked: (readonly number[])[] = [];
  const held: (() => void)[] = [];
  const load = async (keys: readonly number[]) => {
    asked.push(keys);
    await new Promise<void>((resolve) => held.push(resolve));
    return keys.map((key) => key * 10);
  };
  const release = async () => {
    while (held.length === 0) await new Promise(setImmediate);
    held.shift()?.();
  };
  return { asked, load, release };
}

describe('calls through a batcher', () => {
  it('go together when they come together, each with its own answer', async () => {
    const { asked, load, release } = heldLoad();
    const call = batcher(load);
    const answers = Promise.all([call(1), call(2), call(2)]);
    await release();
    expect(await answers).toEqual([10, 20, 20]);
    expect(asked).toEqual([[1, 2, 2]]);
  });

  it('wait while as many batches run as may, and then go together', async () => {
    const { asked, load, release } = heldLoad();
    const call = batcher(load);
    const first = call(1);
    while (asked.length === 0) await new Promise(setImmediate);
    const others = Promise.all([call(2), call(3)]);
    await release();
    expect(await first).toBe(10);
    await release();
    expect(await others).toEqual([20, 30]);
    expect(asked).toEqual([[1], [2, 3]]);
  });

  it('never go in larger batches than allowed', async () => {
    const sizes: number[] = [];
    const call = batcher(
      async (keys: readonly number[]) => {
        sizes.push(keys.length);
        return keys;
      },
      { maxBatch: 2 },
    );
    expect(await Promise.all([1, 2, 3, 4, 5].map(call))).toEqual([1, 2, 3, 4, 5]);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('are taken apart when one of them is at fault, so that the others succeed', async () => {
    const call = batcher(async (keys: readonly number[]) => {
      if (keys.includes(2)) throw new Error('two is at fault');
      return keys;
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(call));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  const shuttingDown = Object.assign(new pg.DatabaseError('shutting down', 1, 'error'), { code: '57P01' });

  it.each([
    ['Postgres says so', shuttingDown],
    ['the log says so', new StoreUnavailable("the event log's database can't be reached")],
  ])('fail together, after one try, when the store is away and %s', async (_, outage) => {
    let tries = 0;
    const call = batcher(async () => {
      tries += 1;
      throw outage;
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(call));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(tries).toBe(1);
  });

  it('go on after a failure', async () => {
    let fails = true;
    const call = batcher(async (keys: readonly number[]) => {
      if (fails) throw new Error('not yet');
      return keys;
    });
    await expect(call(1)).rejects.toThrow('not yet');
    fails = false;
    expect(await call(2)).toBe(2);
  });
});
