import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inEvenTime } from '../../../src/features/accounts/supabase-protocol/router.ts';

const STEP_MS = 100;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The time until each answer, in milliseconds of a clock that is never late. */
async function took(...works: readonly Promise<unknown>[]): Promise<readonly number[]> {
  const began = performance.now();
  const times = Promise.all(
    works.map(async (work) => {
      await inEvenTime(work, STEP_MS).catch(() => {});
      return performance.now() - began;
    }),
  );
  await vi.advanceTimersByTimeAsync(10 * STEP_MS);
  return times;
}

it('all work ends after the same time, however much there was to do', async () => {
  expect(await took(Promise.resolve(), sleep(20), Promise.reject(new Error()))).toEqual([100, 100, 100]);
});

it('work that takes longer than one step ends at the next one', async () => {
  expect(await took(sleep(110), sleep(170))).toEqual([200, 200]);
});

it('the result or the error is handed on', async () => {
  const sent = inEvenTime(Promise.resolve('sent'), STEP_MS);
  const notSent = expect(inEvenTime(Promise.reject(new Error('not sent')), STEP_MS)).rejects.toThrow(
    'not sent',
  );
  await vi.advanceTimersByTimeAsync(STEP_MS);
  expect(await sent).toBe('sent');
  await notSent;
});
