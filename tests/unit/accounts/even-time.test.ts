import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inEvenTime } from '../../../src/features/accounts/even-time.ts';

const STEP_MS = 100;
/** Timers come a little late on a busy machine, and up to a millisecond early. */
const LATE_MS = 60;

async function took(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await inEvenTime(work, STEP_MS).catch(() => {});
  return performance.now() - began;
}

it('answers after the same time, whatever there was to do', async () => {
  const times = await Promise.all([
    took(Promise.resolve()),
    took(sleep(20)),
    took(Promise.reject(new Error())),
  ]);
  for (const time of times) {
    expect(time).toBeGreaterThan(STEP_MS - 2);
    expect(time).toBeLessThan(STEP_MS + LATE_MS);
  }
});

it('hides in the next step of time what takes longer than one', async () => {
  const times = await Promise.all([took(sleep(110)), took(sleep(170))]);
  for (const time of times) {
    expect(time).toBeGreaterThan(2 * STEP_MS - 2);
    expect(time).toBeLessThan(2 * STEP_MS + LATE_MS);
  }
});

it('hands on the result or the error', async () => {
  expect(await inEvenTime(Promise.resolve('sent'), 1)).toBe('sent');
  await expect(inEvenTime(Promise.reject(new Error('not sent')), 1)).rejects.toThrow('not sent');
});
