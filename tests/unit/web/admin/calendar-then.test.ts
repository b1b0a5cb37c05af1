import { expect, it } from 'vitest';
import { NOT_IN_CALENDAR } from '../../../../src/contracts/bookings/calendar-changes.ts';
import type { HistoryEntry } from '../../../../src/contracts/history/history.ts';
import { calendarThen } from '../../../../web/admin/history/calendar-then.ts';

const entry = (
  number: number,
  type: string,
  thing: HistoryEntry['thing'],
  changes: HistoryEntry['changes'] = [],
) =>
  ({
    id: `event-${number}`,
    position: String(number).padStart(32, '0'),
    type,
    thing,
    changes,
  }) as HistoryEntry;

const BOOKING = { kind: 'booking', id: 'one' } as const;
const moved = (before: string | null, after: string) => [{ field: 'appointment_date', before, after }];
const address = (query: string, number: number) =>
  `/admin/calendar?${query}&at=${String(number).padStart(32, '0')}`;

it('leads to the day that the appointment was on right after the entry', () => {
  const entries = [
    entry(4, 'BookingCancelled', BOOKING),
    entry(3, 'BookingRescheduled', BOOKING, moved('2026-11-20', '2026-11-24')),
    entry(2, 'BookingConfirmed', BOOKING),
    entry(1, 'BookingRequested', { kind: 'booking', id: 'other' }, moved(null, '2026-11-27')),
  ];
  expect(entries.map((one) => calendarThen(one, entries))).toEqual([
    address('view=day&date=2026-11-24', 4),
    address('view=day&date=2026-11-24', 3),
    // The earlier state is on a page that isn't loaded: the next move says where it was.
    address('view=day&date=2026-11-20', 2),
    address('view=day&date=2026-11-27', 1),
  ]);
});

it('leads to the day of a block, and to the week where the hours or an unknown day were changed', () => {
  const entries = [
    entry(3, 'BookingConfirmed', BOOKING),
    entry(2, 'HoursChanged', { kind: 'hours', id: 'week' }),
    entry(1, 'DateBlocked', { kind: 'day', id: '2026-11-26' }),
  ];
  expect(entries.map((one) => calendarThen(one, entries))).toEqual([
    address('view=week', 3),
    address('view=week', 2),
    address('view=day&date=2026-11-26', 1),
  ]);
});

it('leads nowhere from what changes nothing in the calendar', () => {
  const entries = [
    entry(3, 'MessageSent', { kind: 'message', id: 'one' }),
    ...[...NOT_IN_CALENDAR].map((type) => entry(2, type, BOOKING)),
    entry(1, 'CustomerChanged', { kind: 'customer', id: 'ada' }),
  ];
  expect(entries.map((one) => calendarThen(one, entries))).toEqual(entries.map(() => undefined));
});
