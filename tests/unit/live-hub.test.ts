import { expect, it, onTestFinished, vi } from 'vitest';
import { createProjectedPositions } from '../../projections/engine/positions/projected-positions.ts';
import type { ChangesBetween } from '../../projections/history/live/changes.ts';
import { createLiveHub } from '../../projections/history/live/hub.ts';
import { history } from '../../projections/history/projection.ts';
import type { LiveChange } from '../../src/contracts/live.ts';

const position = (n: number) => n.toString(16).padStart(32, '0');
/** At each position one booking has changed, with the position's number for its id. */
const between = (after: string, upTo: string): LiveChange[] => {
  const [from, to] = [Number.parseInt(after, 16), Number.parseInt(upTo, 16)];
  return Array.from({ length: to - from }, (_, n) => ({
    kind: 'booking',
    id: String(from + n + 1),
    position: position(from + n + 1),
  }));
};

/** A hub whose read model is at position 5. */
function givenHub(changesBetween: ChangesBetween = async (after, upTo) => between(after, upTo)) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const positions = createProjectedPositions();
  const advance = (n: number) => positions.advance([[history.name, position(n)]]);
  advance(5);
  const advanced = vi.spyOn(positions, 'advanced');
  const query = vi.fn(changesBetween);
  const logger = { warn: vi.fn() };
  const hub = createLiveHub({ changesBetween: query, positions, logger, ending: ending.signal });
  const join = async (after?: string) => {
    const leaving = new AbortController();
    const { position, mailbox } = await hub.join(after, leaving.signal);
    const next = async () => {
      await mailbox.wait(60_000, leaving.signal);
      const unread = mailbox.take();
      return unread?.kind === 'changes' ? unread.changes.map(({ id }) => id) : unread?.kind;
    };
    return { position, next, leave: () => leaving.abort() };
  };
  return { join, advance, advanced, query, logger };
}

it('asks once for all readers, and tells each of them', async () => {
  const { join, advance, query } = givenHub();
  const readers = [await join(), await join()];
  expect(readers.map((reader) => reader.position)).toEqual([position(5), position(5)]);
  advance(7);
  expect(await Promise.all(readers.map(({ next }) => next()))).toEqual([
    ['6', '7'],
    ['6', '7'],
  ]);
  expect(query).toHaveBeenCalledTimes(1);
});

it('tells a reader who returns what came meanwhile', async () => {
  const { join } = givenHub();
  const reader = await join(position(3));
  expect(reader.position).toBe(position(3));
  expect(await reader.next()).toEqual(['4', '5']);
});

it('leaves nothing out when a query fails', async () => {
  const failures = [new Error('away'), new Error('still away')];
  const { join, advance, logger } = givenHub(async (after, upTo) => {
    const failure = failures.shift();
    if (failure) throw failure;
    return between(after, upTo);
  });
  const reader = await join();
  advance(6);
  expect(await reader.next()).toEqual(['6']);
  expect(logger.warn).toHaveBeenCalledTimes(2);
});

it('stops reading when nobody listens any more, and begins anew for the next one', async () => {
  const { join, advance, advanced, query } = givenHub();
  const first = await join();
  first.leave();
  advance(6);
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(1));
  const reads = advanced.mock.calls.length;
  advance(7);
  const second = await join();
  expect(second.position).toBe(position(7));
  advance(8);
  expect(await second.next()).toEqual(['8']);
  expect(query).toHaveBeenCalledTimes(2);
  expect(advanced.mock.calls.slice(reads).every(([, from]) => from >= position(7))).toBe(true);
});
