import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const NOW = Date.parse('2026-11-20T18:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

let clock: typeof import('../../../web/ui/server-clock.ts');
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  clock = await import('../../../web/ui/server-clock.ts');
});
afterEach(() => {
  vi.useRealTimers();
});
const answer = (date?: string) => ({ headers: new Headers(date === undefined ? {} : { Date: date }) });

it.each([
  ['right', 0],
  ['a second late', -1_000],
  ['a minute early', MINUTE],
  ['five minutes late', -5 * MINUTE],
  ['an hour early', 60 * MINUTE],
  ['twelve hours late', -720 * MINUTE],
  ['a day ahead', DAY],
  ['a day behind', -DAY],
  ['a month ahead', 31 * DAY],
  ['seven months behind', -213 * DAY],
  ['a year ahead', 365 * DAY],
  ['a year behind', -365 * DAY],
  ['at its beginning', -NOW],
  ['in 2099', Date.parse('2099-01-01T00:00:00Z') - NOW],
])('a clock that is %s shows the time of the server once it has answered', (_, error) => {
  vi.setSystemTime(NOW + error);
  clock.hearServerTime(answer(new Date(NOW).toUTCString()));
  expect(Math.abs(clock.serverNow().getTime() - NOW)).toBeLessThan(30_000);
  vi.advanceTimersByTime(5 * MINUTE);
  expect(Math.abs(clock.serverNow().getTime() - NOW - 5 * MINUTE)).toBeLessThan(30_000);
});

it.each([
  ['no date', undefined],
  ['no real date', 'yesterday'],
  ['an empty date', ''],
])('an answer with %s leaves the clock as it is', (_, date) => {
  vi.setSystemTime(NOW);
  clock.hearServerTime(answer(date));
  expect(clock.serverNow().getTime()).toBe(NOW);
});

it('an answer without a date changes nothing', () => {
  vi.setSystemTime(NOW - DAY);
  clock.hearServerTime(answer(new Date(NOW).toUTCString()));
  clock.hearServerTime(answer());
  expect(clock.serverNow().getTime()).toBe(NOW);
});

it('a clock that is set right meanwhile is believed from the next answer on', () => {
  vi.setSystemTime(NOW + DAY);
  clock.hearServerTime(answer(new Date(NOW).toUTCString()));
  vi.setSystemTime(NOW + MINUTE);
  clock.hearServerTime(answer(new Date(NOW + MINUTE).toUTCString()));
  expect(clock.serverNow().getTime()).toBe(NOW + MINUTE);
});
