import { expect, it, vi } from 'vitest';
import { createPolledPositions } from '../../projections/engine/positions/polled-positions.ts';

const [EARLY, LATE] = ['1'.padStart(32, '0'), '2'.padStart(32, '0')];

/** Checkpoints that another process moves on after so many reads. */
function checkpointsMovingAfter(reads: number) {
  const state = { reads: 0 };
  const read = async () => {
    state.reads += 1;
    return new Map([['bookings', state.reads > reads ? LATE : EARLY]]);
  };
  const onWait = vi.fn();
  return { state, onWait, positions: createPolledPositions(read, onWait) };
}

it('answers at once where the checkpoint is, when nothing is waited for', async () => {
  const { positions, state, onWait } = checkpointsMovingAfter(0);
  expect(await positions.reached('bookings')).toBe(LATE);
  expect(await positions.reached('no-such-model')).toBe('');
  expect(await positions.reached('bookings', LATE)).toBe(LATE);
  expect(state.reads).toBe(2);
  expect(onWait).not.toHaveBeenCalled();
});

it('waits until the checkpoint has got there', async () => {
  const { positions, state, onWait } = checkpointsMovingAfter(3);
  expect(await positions.reached('bookings', LATE)).toBe(LATE);
  expect(state.reads).toBe(4);
  expect(onWait).toHaveBeenCalledOnce();
});

it('answers with what there is when the time is up', async () => {
  const { positions } = checkpointsMovingAfter(1_000);
  expect(await positions.reached('bookings', LATE, 20)).toBe(EARLY);
});

it('reads once for all who wait, and not again for what is known', async () => {
  const { positions, state } = checkpointsMovingAfter(3);
  const crowd = Array.from({ length: 50 }, () => positions.reached('bookings', LATE));
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([LATE]));
  expect(state.reads).toBe(4);
  expect(await positions.reached('bookings', EARLY)).toBe(LATE);
  expect(state.reads).toBe(4);
});

it('rejects while the database is away, and reads again at the next call', async () => {
  let isAway = true;
  const positions = createPolledPositions(async () => {
    if (isAway) throw new Error('away');
    return new Map([['bookings', LATE]]);
  });
  await expect(positions.reached('bookings', LATE)).rejects.toThrow('away');
  isAway = false;
  expect(await positions.reached('bookings', LATE)).toBe(LATE);
});
