import { expect, it, vi } from 'vitest';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { catchUp } from '../../src/app/worker/catching-up.ts';
import type { Position } from '../../src/eventsourcing/event-store.ts';

const HEAD = '1'.repeat(32);
const { signal } = new AbortController();

/** The projector makes the tables of one read model after the other, each time that somebody looks. */
function givenStart(head: () => Promise<Position>) {
  const built = new Map<string, Position>();
  const awaited = ['bookings', 'hours', 'services'];
  const checkpoints = async () => {
    const now = new Map(built);
    const next = awaited[built.size];
    if (next !== undefined) built.set(next, '');
    return now;
  };
  const reached = vi.fn(async (_name: string, after: Position = '') => after);
  return { log: { head }, positions: { reached }, awaited, checkpoints };
}

it('waits until there are all tables, and then for their rows', async () => {
  const start = givenStart(async () => HEAD);
  await catchUp(start, signal);
  expect(start.positions.reached.mock.calls.map(([name, after]) => [name, after])).toEqual(
    start.awaited.map((name) => [name, HEAD]),
  );
});

it('waits no longer without tables than for the log', async () => {
  let heads = 0;
  const away = async () => {
    heads += 1;
    if (heads > 2) throw new StartupError('away for too long');
    return HEAD;
  };
  const start = givenStart(away);
  await expect(catchUp(start, signal)).rejects.toThrow('away for too long');
  expect(start.positions.reached).not.toHaveBeenCalled();
});
