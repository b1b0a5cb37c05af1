import { expect, it } from 'vitest';
import { earlierVisitsText, visitsText } from '../../../../web/admin/bookings/visits-text.ts';

it('tells how often somebody came, and when they came last', () => {
  expect(visitsText({ visits: 0, last_visit: null })).toBe('None yet');
  expect(visitsText({ visits: 4, last_visit: '2026-11-08' })).toBe('4, the last on Nov 08, 2026');
});

it('tells how often they had come before', () => {
  expect([0, 1, 3].map(earlierVisitsText)).toEqual(['first visit', '1 earlier visit', '3 earlier visits']);
});
