import { expect, it } from 'vitest';
import { nextTry } from '../../../src/features/change-feed/webhooks/delivery/schedule.ts';

const SINCE = new Date('2026-11-20T18:00:00Z');
const HOUR_MS = 3_600_000;
const HOURS_72 = SINCE.getTime() + 72 * HOUR_MS;
const at = (ms: number) => new Date(SINCE.getTime() + ms);

/** The times of the tries of an event that always fails, in milliseconds from the first one. */
function triesOf(random: number): readonly number[] {
  const tries = [0];
  for (let now = SINCE; ; ) {
    const next = nextTry({ tries: tries.length, since: SINCE }, now, 0, random);
    if (!next) return tries;
    tries.push(next.getTime() - SINCE.getTime());
    now = next;
  }
}

it('tries about ten times over three days, with growing pauses', () => {
  const tries = triesOf(0);
  expect(tries.slice(0, 4)).toEqual([0, 5_000, 65_000, 365_000]);
  const pauses = tries.slice(1).map((ms, index) => ms - (tries[index] ?? 0));
  expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((a, b) => a - b));
  for (const random of [0, 0.5, 1]) {
    expect(triesOf(random).length).toBeGreaterThanOrEqual(10);
    expect(triesOf(random).length).toBeLessThanOrEqual(12);
    expect(triesOf(random).at(-1)).toBe(72 * HOUR_MS);
  }
});

it('spreads the tries of addresses that failed together', () => {
  expect(nextTry({ tries: 1, since: SINCE }, SINCE, 0, 1)).toEqual(at(6_000));
  expect(nextTry({ tries: 1, since: SINCE }, SINCE, 0, 0)).toEqual(at(5_000));
});

it('waits as long as it is asked to, but not beyond the third day', () => {
  expect(nextTry({ tries: 1, since: SINCE }, SINCE, 600_000, 0)).toEqual(at(600_000));
  expect(nextTry({ tries: 4, since: SINCE }, SINCE, 1_000, 0)).toEqual(at(1_800_000));
  expect(nextTry({ tries: 1, since: SINCE }, SINCE, 1_000 * HOUR_MS, 0)).toEqual(new Date(HOURS_72));
});

it('gives up when the last try of the third day fails', () => {
  expect(nextTry({ tries: 11, since: SINCE }, new Date(HOURS_72))).toBeNull();
  expect(nextTry({ tries: 2, since: SINCE }, new Date(HOURS_72 - 1))).toEqual(new Date(HOURS_72));
});
