import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type RetryPolicy, retrying } from '../../src/eventsourcing/retrying.ts';

const waits: number[] = [];
vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number, _: undefined, { signal }: { signal?: AbortSignal } = {}) => {
    waits.push(ms);
    await onWait(signal);
    signal?.throwIfAborted();
  },
}));
let onWait = async (_: AbortSignal | undefined): Promise<void> => {};

class Lost extends Error {}
const policy: RetryPolicy = {
  firstMs: 100,
  longestMs: 1_000,
  retries: (error) => error instanceof Lost,
};
/** Fails so many times, then answers. */
const failing = (times: number) => {
  let left = times;
  return async () => {
    if (left-- > 0) throw new Lost('lost');
    return 'done';
  };
};

beforeEach(() => {
  waits.length = 0;
  onWait = async () => {};
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

describe('retrying', () => {
  it('answers what the work answers, after as many tries as it takes', async () => {
    expect(await retrying(null, policy, failing(0))).toBe('done');
    expect(waits).toEqual([]);
    expect(await retrying(null, policy, failing(6))).toBe('done');
  });

  it('waits twice as long after each failure, up to the longest', async () => {
    await retrying(null, policy, failing(6));
    expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('waits a random part, so that many who failed together come back one by one', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0);
    await retrying(null, policy, failing(2));
    expect(waits).toEqual([50, 0]);
  });

  it('begins with short waits again once the work was well under way', async () => {
    const isWell = [false, false, true, false];
    await retrying(null, policy, async (succeeded) => {
      const well = isWell.shift();
      if (well) succeeded();
      if (well !== undefined) throw new Lost('lost');
    });
    expect(waits).toEqual([100, 200, 100, 200]);
  });

  it('ends with an error that another try cannot help', async () => {
    const tries = retrying(null, policy, async () => {
      throw new TypeError('a defect');
    });
    await expect(tries).rejects.toThrow(TypeError);
    expect(waits).toEqual([]);
  });

  it('tells of each failure before it waits', async () => {
    const told: unknown[] = [];
    await retrying(null, { ...policy, onRetry: (error) => told.push(error) }, failing(2));
    expect(told).toEqual([new Lost('lost'), new Lost('lost')]);
  });

  it('ends without an answer when the signal aborts while it waits', async () => {
    const stop = new AbortController();
    // A wait that only the signal ends.
    onWait = (signal) =>
      new Promise((end) => {
        signal?.addEventListener('abort', () => end());
        stop.abort();
      });
    expect(await retrying(stop.signal, policy, failing(9))).toBeUndefined();
    expect(waits).toHaveLength(1);
  });

  it('begins nothing after the signal', async () => {
    const work = vi.fn(failing(0));
    expect(await retrying(AbortSignal.abort(), policy, work)).toBeUndefined();
    expect(work).not.toHaveBeenCalled();
  });
});
