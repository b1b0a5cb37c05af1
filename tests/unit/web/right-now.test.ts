import { expect, it } from 'vitest';
import type { Salon } from '../../../src/contracts/salon/salon.ts';
import { openToday } from '../../../web/features/home/right-now.ts';

const salon = {
  time_zone: 'America/Los_Angeles',
  opening_hours: [
    { day_of_week: 5, start_time: '09:00', end_time: '12:00' },
    { day_of_week: 5, start_time: '13:00', end_time: '19:30' },
  ],
  special_hours: [
    { date: '2026-11-27', windows: [] },
    { date: '2026-11-28', windows: [{ start_time: '10:00', end_time: '14:00' }] },
  ],
} as unknown as Salon;

it.each([
  ['2026-11-20T15:00:00Z', 'Open today until 7:30 PM'],
  ['2026-11-21T03:29:00Z', 'Open today until 7:30 PM'],
  ['2026-11-21T03:30:00Z', null],
  ['2026-11-21T18:00:00Z', null],
  ['2026-11-27T18:00:00Z', null],
  ['2026-11-28T18:00:00Z', 'Open today until 2 PM'],
])('says at %s: %s', (now, text) => {
  expect(openToday(salon, new Date(now))).toBe(text);
});
