import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type RetryPolicy, retrying } from '../../src/eventsourcing/async/retrying.ts';

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
/** Fails so many times, then succeeds. */
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
  it('returns what the work returns, after as many tries as it takes', async () => {
    expect(await retrying(null, policy, failing(0))).toBe('done');
    expect(waits).toEqual([]);
    expect(await retrying(null, policy, failing(6))).toBe('done');
  });

  it('waits twice as long after each failure, up to the longest', async () => {
    await retrying(null, policy, failing(6));
    expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('waits a random part of that, so that processes that failed together retry one by one', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0);
    await retrying(null, policy, failing(2));
    expect(waits).toEqual([50, 0]);
  });

  it('begins with short waits again after the work has made progress', async () => {
    const isWell = [false, false, true, false];
    await retrying(null, policy, async (succeeded) => {
      const well = isWell.shift();
      if (well) succeeded();
      if (well !== undefined) throw new Lost('lost');
    });
    expect(waits).toEqual([100, 200, 100, 200]);
  });

  it('ends with an error that is not to be retried', async () => {
    const tries = retrying(null, policy, async () => {
      throw new TypeError('a defect');
    });
    await expect(tries).rejects.toThrow(TypeError);
    expect(waits).toEqual([]);
  });

  it('ends with the last error after the most tries', async () => {
    const limited = { ...policy, tries: 3 };
    expect(await retrying(null, limited, failing(2))).toBe('done');
    await expect(retrying(null, limited, failing(3))).rejects.toThrow(Lost);
    expect(waits).toHaveLength(4);
  });

  it('reports each failure before it waits', async () => {
    const reported: unknown[] = [];
    await retrying(null, { ...policy, onRetry: (error) => reported.push(error) }, failing(2));
    expect(reported).toEqual([new Lost('lost'), new Lost('lost')]);
  });

  it('returns undefined when the signal aborts while it waits', async () => {
    const stop = new AbortController();
    onWait = (signal) =>
      new Promise((end) => {
        signal?.addEventListener('abort', () => end());
        stop.abort();
      });
    expect(await retrying(stop.signal, policy, failing(9))).toBeUndefined();
    expect(waits).toHaveLength(1);
  });

  it('lets the work end when the signal aborts meanwhile, and reports no failure then', async () => {
    const stop = new AbortController();
    const work = Promise.withResolvers<string>();
    const onRetry = vi.fn();
    const settled = vi.fn();
    const ended = retrying(stop.signal, { ...policy, onRetry }, () => work.promise);
    void ended.then(settled);
    stop.abort();
    await new Promise(setImmediate);
    expect(settled).not.toHaveBeenCalled();
    work.reject(new Lost('lost'));
    expect(await ended).toBeUndefined();
    expect(onRetry).not.toHaveBeenCalled();
    expect(waits).toEqual([]);
  });

  it('does not begin after the signal has aborted', async () => {
    const work = vi.fn(failing(0));
    expect(await retrying(AbortSignal.abort(), policy, work)).toBeUndefined();
    expect(work).not.toHaveBeenCalled();
  });
});
