import { pino } from 'pino';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { LOG_START, type Position } from '../../src/eventsourcing/event-store.ts';
import { startPrerendering } from '../../src/site/prerender-loop.ts';

const pauses: { readonly ms: number; readonly end: () => void }[] = [];
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, _: undefined, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((end) => {
      pauses.push({ ms, end });
      signal.addEventListener('abort', () => end());
    }),
}));

beforeEach(() => {
  pauses.length = 0;
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

const position = (n: number): Position => String(n).padStart(32, '0');

/** A running loop, whose read models, changes and pauses the test decides about. */
async function givenLoop(start: {
  readonly reached: readonly Position[] | Error;
  readonly changedAt: Position;
}) {
  const state = { ...start, renderings: 0, failures: 0 };
  let change = Promise.withResolvers<void>();
  const ending = new AbortController();
  const { ended } = await startPrerendering({
    changes: {
      changedAt: () => state.changedAt,
      changed: () => change.promise,
      reached: async () => {
        if (state.reached instanceof Error) throw state.reached;
        return state.reached;
      },
    },
    async refresh() {
      state.renderings += 1;
      if (state.failures > 0) {
        state.failures -= 1;
        throw new Error('a page could not be rendered');
      }
    },
    logger: pino({ level: 'silent' }),
    signal: ending.signal,
  });
  onTestFinished(async () => {
    ending.abort();
    await ended;
  });
  return {
    state,
    pauses,
    /** Lets the current pause end, and waits for the next one. */
    async nextPause() {
      const count = pauses.length;
      pauses.at(-1)?.end();
      await expect.poll(() => pauses.length).toBe(count + 1);
    },
    announce(at: Position, reached: readonly Position[]) {
      Object.assign(state, { changedAt: at, reached });
      const announced = change;
      change = Promise.withResolvers<void>();
      announced.resolve();
    },
  };
}

it('renders the pages once before anything is served, and again at each change', async () => {
  const loop = await givenLoop({ changedAt: position(1), reached: [position(1), position(1)] });
  expect(loop.state.renderings).toBe(1);
  loop.announce(position(2), [position(2), position(2)]);
  await expect.poll(() => loop.state.renderings).toBe(2);
  loop.announce(position(3), [position(3), position(3)]);
  await expect.poll(() => loop.state.renderings).toBe(3);
  expect(loop.pauses).toEqual([]);
});

it('renders late read models once, checks them less and less often, and renders when they have moved', async () => {
  const loop = await givenLoop({ changedAt: position(2), reached: [position(1), position(2)] });
  await expect.poll(() => loop.pauses.length).toBe(1);
  for (let count = 0; count < 7; count += 1) await loop.nextPause();
  expect(loop.pauses.map(({ ms }) => ms)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(loop.state.renderings).toBe(1);

  loop.state.reached = [position(2), position(2)];
  loop.pauses.at(-1)?.end();
  await expect.poll(() => loop.state.renderings).toBe(2);
  expect(loop.pauses).toHaveLength(8);
});

it('renders nothing from a read model that may not even have tables', async () => {
  const loop = await givenLoop({ changedAt: position(1), reached: [LOG_START, position(1)] });
  await expect.poll(() => loop.pauses.length).toBe(1);
  expect(loop.state.renderings).toBe(0);
});

it('renders again after a page that failed, though nothing has changed', async () => {
  const loop = await givenLoop({ changedAt: position(1), reached: [position(1), position(1)] });
  loop.state.failures = 1;
  loop.announce(position(2), [position(2), position(2)]);
  await expect.poll(() => loop.pauses.length).toBe(1);
  expect(loop.state.renderings).toBe(2);
  loop.pauses.at(-1)?.end();
  await expect.poll(() => loop.state.renderings).toBe(3);
});

it('waits while the database is away, and renders once it is back', async () => {
  const loop = await givenLoop({ changedAt: position(1), reached: new Error('away') });
  await expect.poll(() => loop.pauses.length).toBe(1);
  expect(loop.state.renderings).toBe(0);
  loop.state.reached = [position(1), position(1)];
  loop.pauses.at(-1)?.end();
  await expect.poll(() => loop.state.renderings).toBe(1);
});
