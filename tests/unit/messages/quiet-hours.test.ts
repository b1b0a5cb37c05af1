import { describe, expect, it } from 'vitest';
import { quietUntil, reminderAt } from '../../../src/features/messages/decision/quiet-hours.ts';

const PACIFIC = 'America/Los_Angeles';
const NIGHT = { from: 1_260, to: 480 };
const until = (now: string, hours = NIGHT) =>
  quietUntil(new Date(now), hours, PACIFIC)?.toISOString() ?? null;

describe('quiet hours', () => {
  it.each([
    ['end at 8 the next day', '2026-11-21T05:00:00Z', '2026-11-21T16:00:00.000Z'],
    ['end at 8 the same day', '2026-11-20T15:59:59Z', '2026-11-20T16:00:00.000Z'],
    ['are over at 8', '2026-11-20T16:00:00Z', null],
    ['haven’t begun at 8:59 PM', '2026-11-21T04:59:59Z', null],
    ['before the day the clocks go forward', '2026-03-08T05:30:00Z', '2026-03-08T15:00:00.000Z'],
    ['on it', '2026-03-08T14:59:00Z', '2026-03-08T15:00:00.000Z'],
    ['are over on it', '2026-03-08T15:00:00Z', null],
    ['before the day the clocks go back', '2026-11-01T05:00:00Z', '2026-11-01T16:00:00.000Z'],
    ['on it', '2026-11-01T15:30:00Z', '2026-11-01T16:00:00.000Z'],
  ])('%s', (_, now, expected) => {
    expect(until(now)).toBe(expected);
  });

  it('may lie within a day, and be none', () => {
    const siesta = { from: 780, to: 900 };
    expect(until('2026-11-20T21:30:00Z', siesta)).toBe('2026-11-20T23:00:00.000Z');
    expect(until('2026-11-20T23:00:00Z', siesta)).toBeNull();
    expect(until('2026-11-20T23:00:00Z', { from: 480, to: 480 })).toBeNull();
  });
});

describe('a reminder is due the day before', () => {
  it.each([
    ['2026-11-24', '2026-11-23T18:00:00.000Z'],
    ['2026-03-08', '2026-03-07T18:00:00.000Z'],
    ['2026-03-09', '2026-03-08T17:00:00.000Z'],
    ['2026-11-01', '2026-10-31T17:00:00.000Z'],
    ['2026-11-02', '2026-11-01T18:00:00.000Z'],
    ['2027-01-01', '2026-12-31T18:00:00.000Z'],
  ])('of an appointment on %s', (date, expected) => {
    expect(reminderAt(date, 600, PACIFIC).toISOString()).toBe(expected);
  });

  it('at an hour that the clocks skip, an hour later', () => {
    expect(reminderAt('2026-03-09', 150, PACIFIC).toISOString()).toBe('2026-03-08T10:30:00.000Z');
  });
});
