import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RetryPolicy, retrying } from '../../src/eventsourcing/async/retrying.ts';

class Lost extends Error {}
const policy: RetryPolicy = {
  firstMs: 100,
  longestMs: 1_000,
  retries: (error) => error instanceof Lost,
};
/** When each try began, by the test's clock. */
let tries: number[] = [];
const waits = () => tries.slice(1).map((at, n) => at - (tries[n] ?? 0));

/** Fails so many times, then succeeds. */
const failing = (times: number) => {
  let left = times;
  tries = [];
  return async () => {
    tries.push(Date.now());
    if (left-- > 0) throw new Lost('lost');
    return 'done';
  };
};

/** What the work leads to, once its waits are over. */
const outcome = async <T>(work: Promise<T>): Promise<T> => {
  const settled = Promise.allSettled([work]);
  await vi.runAllTimersAsync();
  await settled;
  return work;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => vi.useRealTimers());

describe('retrying', () => {
  it('returns what the work returns, after as many tries as it takes', async () => {
    expect(await outcome(retrying(null, policy, failing(0)))).toBe('done');
    expect(tries).toHaveLength(1);
    expect(await outcome(retrying(null, policy, failing(6)))).toBe('done');
    expect(tries).toHaveLength(7);
  });

  it('waits twice as long after each failure, up to the longest', async () => {
    await outcome(retrying(null, policy, failing(6)));
    expect(waits()).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('waits a random part of that, so that processes that failed together retry one by one', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0.25);
    await outcome(retrying(null, policy, failing(2)));
    expect(waits()).toEqual([50, 50]);
  });

  it('begins with short waits again after the work has made progress', async () => {
    const work = failing(4);
    await outcome(
      retrying(null, policy, (succeeded) => {
        if (tries.length === 2) succeeded();
        return work();
      }),
    );
    expect(waits()).toEqual([100, 200, 100, 200]);
  });

  it('ends with an error that is not to be retried', async () => {
    const work = vi.fn(async () => {
      throw new TypeError('a defect');
    });
    await expect(outcome(retrying(null, policy, work))).rejects.toThrow(TypeError);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('ends with the last error after the most tries', async () => {
    const limited = { ...policy, tries: 3 };
    expect(await outcome(retrying(null, limited, failing(2)))).toBe('done');
    await expect(outcome(retrying(null, limited, failing(3)))).rejects.toThrow(Lost);
    expect(tries).toHaveLength(3);
  });

  it('reports each failure before it waits', async () => {
    const reported: unknown[] = [];
    await outcome(retrying(null, { ...policy, onRetry: (error) => reported.push(error) }, failing(2)));
    expect(reported).toEqual([new Lost('lost'), new Lost('lost')]);
  });

  it('returns undefined when the signal aborts while it waits', async () => {
    const stop = new AbortController();
    const ended = retrying(stop.signal, policy, failing(9));
    await vi.advanceTimersByTimeAsync(0);
    expect(tries).toHaveLength(1);
    stop.abort();
    expect(await ended).toBeUndefined();
    expect(tries).toHaveLength(1);
  });

  it('lets the work end when the signal aborts meanwhile, and reports no failure then', async () => {
    const stop = new AbortController();
    const work = Promise.withResolvers<string>();
    const onRetry = vi.fn();
    let isOver = false;
    const ended = retrying(stop.signal, { ...policy, onRetry }, () => work.promise).finally(() => {
      isOver = true;
    });
    stop.abort();
    await vi.runAllTimersAsync();
    expect(isOver).toBe(false);
    work.reject(new Lost('lost'));
    expect(await ended).toBeUndefined();
    expect(onRetry).not.toHaveBeenCalled();
  });

  it('does not begin after the signal has aborted', async () => {
    const work = vi.fn(failing(0));
    expect(await retrying(AbortSignal.abort(), policy, work)).toBeUndefined();
    expect(work).not.toHaveBeenCalled();
  });
});
