import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HELD_MS } from '../../../src/features/change-feed/webhooks/delivery/leases.ts';
import { whileHeld } from '../../../src/features/change-feed/webhooks/delivery/while-held.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when it is cut off, after which nothing may be sent. @returns after how many milliseconds that is */
function workUntilCut(renew: () => Promise<boolean>) {
  const began = performance.now();
  return whileHeld(
    { take: async () => 'held', renew },
    (_held, signal) =>
      new Promise<number>((resolve) =>
        signal.addEventListener('abort', () => resolve(performance.now() - began)),
      ),
  );
}

it('works as long as it is held', async () => {
  const renew = vi.fn(async () => true);
  const work = workUntilCut(renew);
  await vi.advanceTimersByTimeAsync(10 * HELD_MS);
  renew.mockResolvedValue(false);
  await vi.advanceTimersByTimeAsync(HELD_MS);
  expect(await work).toBeGreaterThan(10 * HELD_MS);
});

it('is cut off as soon as it is told that it was taken away', async () => {
  const work = workUntilCut(async () => false);
  await vi.advanceTimersByTimeAsync(HELD_MS);
  expect(await work).toBeLessThan(HELD_MS);
});

it.each([
  ['cannot be asked', () => Promise.reject(new Error('down'))],
  ['does not answer', () => new Promise<boolean>(() => {})],
])('is cut off before anybody else may take it, when the database %s', async (_, renew) => {
  const work = workUntilCut(renew);
  await vi.advanceTimersByTimeAsync(2 * HELD_MS);
  expect(await work).toBeLessThanOrEqual(HELD_MS + 100);
});

it('does nothing when it cannot be had, or was had too long ago', async () => {
  const work = vi.fn(async () => 'done');
  expect(await whileHeld({ take: async () => undefined, renew: async () => true }, work)).toBeUndefined();
  const slow = async () => {
    vi.advanceTimersByTime(HELD_MS);
    return 'held';
  };
  expect(await whileHeld({ take: slow, renew: async () => true }, work)).toBeUndefined();
  expect(work).not.toHaveBeenCalled();
});

it('asks no more once the work has ended', async () => {
  const renew = vi.fn(async () => true);
  expect(await whileHeld({ take: async () => 1, renew }, async (held) => held + 1)).toBe(2);
  await vi.advanceTimersByTimeAsync(10 * HELD_MS);
  expect(renew).not.toHaveBeenCalled();
});
