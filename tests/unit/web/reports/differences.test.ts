import { expect, it } from 'vitest';
import type { ReportedBooking } from '../../../../src/contracts/reports/reports.ts';
import { differencesOf, whatHappened } from '../../../../web/admin/reports/plan/differences.ts';

const appointment = (id: string, more: Partial<ReportedBooking> = {}): ReportedBooking => ({
  id,
  date: '2026-11-20',
  start: 870,
  end: 930,
  status: 'confirmed',
  customer_name: 'Ada Moreau',
  is_deleted: false,
  services: [],
  total_amount: '$68.50',
  value: 6_850,
  ...more,
});

it('lists what differs by date, and leaves out what is as it was', () => {
  const found = differencesOf(
    [appointment('same'), appointment('gone', { date: '2026-11-22' }), appointment('moved')],
    [appointment('same'), appointment('moved', { date: '2026-11-21' }), appointment('new', { start: 540 })],
  );
  expect(found.map(({ id }) => id)).toEqual(['new', 'moved', 'gone']);
});

it.each([
  ['was added', undefined, appointment('a'), ['Not counted then']],
  ['is gone', appointment('a'), undefined, ['Not counted any more']],
  ['was deleted', appointment('a', { is_deleted: true }), undefined, ['Deleted since']],
  [
    'was moved',
    appointment('a'),
    appointment('a', { date: '2026-11-21' }),
    ['Moved from Nov 20, 2026 · 2:30 PM'],
  ],
  ['was completed', appointment('a'), appointment('a', { status: 'completed' }), ['Completed since']],
  [
    'cost more',
    appointment('a'),
    appointment('a', { total_amount: '$95.00', value: 9_500 }),
    ['Was $68.50', 'Counted as $68.50'],
  ],
  [
    'had no amount',
    appointment('a', { total_amount: 'Price Varies - Determined at Consultation' }),
    appointment('a'),
    ['Was Price Varies'],
  ],
  ['is the same', appointment('a'), appointment('a'), []],
])('says what has happened to one that %s', (_, before, after, said) => {
  expect(whatHappened({ id: 'a', before, after }, 'cents')).toEqual(said);
});

const state = { date: '2026-11-20', start: 870, status: 'confirmed', total_amount: '$68.50' } as const;

it.each([
  ['booked', undefined, appointment('a'), null, ['Booked since']],
  ['deleted', appointment('a'), undefined, null, ['Deleted since']],
  ['cancelled', appointment('a'), undefined, { status: 'cancelled' }, ['Cancelled since']],
  ['moved away', appointment('a'), undefined, { start: 900 }, ['Moved from Nov 20, 2026 · 2:30 PM']],
  ['moved here', undefined, appointment('a'), { date: '2026-10-31' }, ['Moved from Oct 31, 2026 · 2:30 PM']],
  ['completed', undefined, appointment('a', { status: 'completed' }), {}, ['Completed since']],
  ['confirmed', undefined, appointment('a'), { status: 'pending' }, ['Confirmed since']],
  ['reinstated', undefined, appointment('a'), { status: 'cancelled' }, ['Restored since']],
  ['reopened', undefined, appointment('a'), { status: 'completed' }, ['Reopened since']],
  ['pending again', appointment('a'), undefined, { status: 'pending' }, ['Pending again']],
  [
    'completed for more',
    appointment('a'),
    undefined,
    { status: 'completed', total_amount: '$95.00' },
    ['Completed since', 'Was $68.50'],
  ],
  ['only counted otherwise', appointment('a'), undefined, {}, ['Not counted any more']],
] as const)('says of one that counts at one moment only if it was %s', (_, before, after, other, said) => {
  const uncounted = other && { ...state, ...other };
  expect(whatHappened({ id: 'a', before, after }, 'cents', uncounted)).toEqual(said);
});
