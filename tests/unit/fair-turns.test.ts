import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFairTurns, type TurnLimits } from '../../src/http/fair-turns.ts';

const MANY = 1_000;

/** Asks for turns under names such as `a1`: the first of the address a. Keeps who began and who was refused. */
function turns(limits: Partial<TurnLimits>) {
  const fair = createFairTurns({
    atOnce: MANY,
    atOncePerAddress: MANY,
    waiting: MANY,
    patienceMs: 60_000,
    aLoop: MANY,
    aLoopInCrowd: MANY,
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
        const withdraw = fair.ask(name.slice(0, 1), {
          begin: (done) => {
            begun.push(name);
            dones.set(name, done);
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
    const { ask, begun } = turns({ atOnce: 2 });
    ask('a1', 'b1');
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('goes round among the addresses, so that one request waits behind nobody’s crowd', async () => {
    const { ask, end, begun } = turns({ atOnce: 1 });
    ask('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2');
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']) {
      await soon(() => expect(begun.at(-1)).toBe(name));
      end(name);
    }
    expect(begun).toHaveLength(7);
  });

  it('is never had by more of one address than it may have at once', async () => {
    const { ask, end, begun } = turns({ atOnce: 10, atOncePerAddress: 2 });
    ask('a1', 'a2', 'a3', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    end('a1');
    await soon(() => expect(begun.at(-1)).toBe('a3'));
  });

  it('is had by a few in each turn of the event loop, even if all are done at once', async () => {
    const fair = createFairTurns({
      atOnce: 10,
      atOncePerAddress: 10,
      waiting: 10_000,
      patienceMs: 60_000,
      aLoop: 8,
      aLoopInCrowd: 2,
      crowd: 100,
    });
    let inThisLoop = 0;
    const most = { inCrowd: 0, later: 0 };
    let all = 0;
    for (let n = 0; n < 5_000; n += 1) {
      fair.ask('a', {
        begin: (done) => {
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
          done();
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
    const { ask, begun } = turns({ aLoop: 2, aLoopInCrowd: 1, crowd: 3, pauseInCrowdMs: 5 });
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
    const fair = createFairTurns({
      ...{ atOnce: MANY, atOncePerAddress: MANY, waiting: MANY, patienceMs: 60_000 },
      ...{ aLoop: 1, aLoopInCrowd: 1, crowd: 8, pauseInCrowdMs: 8 },
    });
    let begun = 0;
    const begin = () => {
      begun += 1;
    };
    for (let n = 0; n < 200; n += 1) fair.ask(`address ${n}`, { begin, refuse: () => {} });
    // 1 600 ms of pauses, if each were as long as beside one address.
    vi.advanceTimersByTime(1_200);
    expect(begun).toBe(200);
  });

  it('is refused to the latest of the largest crowd when too many wait', () => {
    const { ask, begun, refused } = turns({ atOnce: 1, waiting: 3 });
    ask('a1', 'a2', 'a3', 'b1', 'c1');
    expect(begun).toEqual(['a1']);
    expect(refused).toEqual(['a3']);
  });

  it('is refused to whoever has waited for too long', async () => {
    const { ask, begun, refused } = turns({ atOnce: 1, patienceMs: 5 });
    ask('a1', 'b1');
    await soon(() => expect(refused).toEqual(['b1']));
    expect(begun).toEqual(['a1']);
  });

  it('is not given to what was withdrawn', async () => {
    const { ask, end, withdraw, begun } = turns({ atOnce: 1 });
    ask('a1', 'b1', 'c1');
    withdraw('b1');
    end('a1');
    await soon(() => expect(begun).toEqual(['a1', 'c1']));
  });

  it('is given back once, however often it is said to be over', async () => {
    const { ask, end, begun } = turns({ atOnce: 1 });
    ask('a1', 'b1', 'c1', 'd1');
    end('a1');
    end('a1');
    await soon(() => expect(begun).toEqual(['a1', 'b1']));
    end('b1');
    await soon(() => expect(begun).toEqual(['a1', 'b1', 'c1']));
  });
});
