import { expect, it } from 'vitest';
import { earlierVisitsText, visitsText } from '../../../../web/admin/bookings/visits-text.ts';

it('tells how often somebody came, and when they came last', () => {
  expect(visitsText({ visits: 0, last_visit: null, no_shows: 0 })).toBe('None yet');
  const came = { visits: 4, last_visit: '2026-11-08' };
  expect(visitsText({ ...came, no_shows: 0 })).toBe('4, the last on Nov 08, 2026');
  expect(visitsText({ ...came, no_shows: 1 })).toBe('4, the last on Nov 08, 2026 · 1 no-show');
  expect(visitsText({ visits: 0, last_visit: null, no_shows: 2 })).toBe('None yet · 2 no-shows');
});

it('tells how often they had come before', () => {
  expect([0, 1, 3].map(earlierVisitsText)).toEqual(['first visit', '1 earlier visit', '3 earlier visits']);
});
