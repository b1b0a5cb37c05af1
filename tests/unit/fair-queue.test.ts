import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFairQueue, type FairQueueLimits } from '../../src/http/limits/fair-queue.ts';

const MANY = 1_000;

/** Asks for turns under names such as `a1`: the first of the address a. Keeps who began and who was refused. */
function turns(limits: Partial<FairQueueLimits>) {
  const fair = createFairQueue({
    concurrency: MANY,
    concurrencyPerSender: MANY,
    maxWaiting: MANY,
    timeoutMs: 60_000,
    startsPerLoop: MANY,
    startsPerLoopInCrowd: MANY,
    crowd: MANY,
    ...limits,
  });
  const begun: string[] = [];
  const refused: string[] = [];
  const dones = new Map<string, () => void>();
  const withdrawals = new Map<string, () => void>();
  return {
    begun,
    refused,
    ask(...names: string[]) {
      for (const name of names) {
        const withdraw = fair.enqueue(name.slice(0, 1), {
          start: (release) => {
            begun.push(name);
            dones.set(name, release);
          },
          refuse: () => refused.push(name),
        });
        withdrawals.set(name, withdraw);
      }
    },
    end: (name: string) => dones.get(name)?.(),
    withdraw: (name: string) => withdrawals.get(name)?.(),
  };
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 1 });

describe('a turn', () => {
  it('is had at once while there is room', () => {
    const { ask, begun } = turns({ concurrency: 2 });
    ask('a1', 'b1');
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('goes round among the addresses, so that one request waits behind nobody’s crowd', async () => {
    const { ask, end, begun } = turns({ concurrency: 1 });
    ask('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2');
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']) {
      await soon(() => expect(begun.at(-1)).toBe(name));
      end(name);
    }
    expect(begun).toHaveLength(7);
  });

  it('is never had by more of one address than it may have at once', async () => {
    const { ask, end, begun } = turns({ concurrency: 10, concurrencyPerSender: 2 });
    ask('a1', 'a2', 'a3', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    end('a1');
    await soon(() => expect(begun.at(-1)).toBe('a3'));
  });

  it('is had by a few in each turn of the event loop, even if all are done at once', async () => {
    const fair = createFairQueue({
      concurrency: 10,
      concurrencyPerSender: 10,
      maxWaiting: 10_000,
      timeoutMs: 60_000,
      startsPerLoop: 8,
      startsPerLoopInCrowd: 2,
      crowd: 100,
    });
    let inThisLoop = 0;
    const most = { inCrowd: 0, later: 0 };
    let all = 0;
    for (let n = 0; n < 5_000; n += 1) {
      fair.enqueue('a', {
        start: (release) => {
          if (inThisLoop === 0) {
            setImmediate(() => {
              inThisLoop = 0;
            });
          }
          inThisLoop += 1;
          all += 1;
          // The first ones come before there is a crowd, and the last ones after it.
          const when = all > 100 && all < 4_800 ? 'inCrowd' : 'later';
          most[when] = Math.max(most[when], inThisLoop);
          release();
        },
        refuse: () => {},
      });
    }
    await soon(() => expect(all).toBe(5_000));
    expect(most.inCrowd).toBeLessThanOrEqual(4);
    expect(most.later).toBeLessThanOrEqual(16);
  });

  it('is followed by a pause while a crowd waits, and by none once it is small', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { ask, begun } = turns({ startsPerLoop: 2, startsPerLoopInCrowd: 1, crowd: 3, pauseInCrowdMs: 5 });
    ask('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8');
    // The first two came before there was a crowd.
    expect(begun).toHaveLength(2);
    vi.advanceTimersByTime(0);
    expect(begun).toHaveLength(3);
    vi.advanceTimersByTime(4);
    expect(begun).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(begun).toHaveLength(4);
    vi.advanceTimersByTime(5);
    // The crowd is gone: as many as usual, and the next turn follows at once.
    expect(begun).toHaveLength(6);
    vi.advanceTimersByTime(1);
    expect(begun).toHaveLength(8);
  });

  it('comes sooner than the pauses would let it when many addresses wait', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const fair = createFairQueue({
      ...{ concurrency: MANY, concurrencyPerSender: MANY, maxWaiting: MANY, timeoutMs: 60_000 },
      ...{ startsPerLoop: 1, startsPerLoopInCrowd: 1, crowd: 8, pauseInCrowdMs: 8 },
    });
    let begun = 0;
    const begin = () => {
      begun += 1;
    };
    for (let n = 0; n < 200; n += 1) fair.enqueue(`address ${n}`, { start: begin, refuse: () => {} });
    // 1 600 ms of pauses, if each were as long as beside one address.
    vi.advanceTimersByTime(1_200);
    expect(begun).toBe(200);
  });

  it('is refused to the latest of the largest crowd when too many wait', () => {
    const { ask, begun, refused } = turns({ concurrency: 1, maxWaiting: 3 });
    ask('a1', 'a2', 'a3', 'b1', 'c1');
    expect(begun).toEqual(['a1']);
    expect(refused).toEqual(['a3']);
  });

  it('is refused to whoever has waited for too long', async () => {
    const { ask, begun, refused } = turns({ concurrency: 1, timeoutMs: 5 });
    ask('a1', 'b1');
    await soon(() => expect(refused).toEqual(['b1']));
    expect(begun).toEqual(['a1']);
  });

  it('is not given to what was withdrawn', async () => {
    const { ask, end, withdraw, begun } = turns({ concurrency: 1 });
    ask('a1', 'b1', 'c1');
    withdraw('b1');
    end('a1');
    await soon(() => expect(begun).toEqual(['a1', 'c1']));
  });

  it('is given back once, however often it is said to be over', async () => {
    const { ask, end, begun } = turns({ concurrency: 1 });
    ask('a1', 'b1', 'c1', 'd1');
    end('a1');
    end('a1');
    await soon(() => expect(begun).toEqual(['a1', 'b1']));
    end('b1');
    await soon(() => expect(begun).toEqual(['a1', 'b1', 'c1']));
  });
});
