import { expect, it } from 'vitest';
import { calendarLink } from '../../../web/features/thank-you/calendar-link.ts';
import { SALON } from '../../e2e/support/fixtures/fixtures.ts';

const booking = (date: string, time: string, duration = 90) => ({
  date,
  time,
  services: [{ name: 'Full Color & Gloss', duration }],
  name: 'Ada',
  email: '',
  phone: '',
  notes: null,
  managePath: null,
  shortPath: null,
  position: null,
});
const datesOf = (link: string | null) => new URL(link ?? '').searchParams.get('dates');

// Spec: 2.thank-you
it("uses the salon's time zone, in winter and in summer", () => {
  expect(datesOf(calendarLink(booking('2026-11-24', '10:30 AM'), SALON))).toBe(
    '20261124T183000Z/20261124T200000Z',
  );
  expect(datesOf(calendarLink(booking('2027-05-04', '10:30 AM'), SALON))).toBe(
    '20270504T173000Z/20270504T190000Z',
  );
});

it('is correct on days when the clocks change', () => {
  expect(datesOf(calendarLink(booking('2027-03-14', '1:00 AM', 120), SALON))).toBe(
    '20270314T090000Z/20270314T110000Z',
  );
  expect(calendarLink(booking('2027-03-14', '2:30 AM'), SALON)).toBeNull();
});

it('lasts an hour when the length is unknown, and contains no personal data', () => {
  const link = calendarLink(booking('2026-11-24', '9:00 AM', 0), SALON);
  expect(datesOf(link)).toBe('20261124T170000Z/20261124T180000Z');
  expect(link).not.toContain('Ada');
  expect(new URL(link ?? '').searchParams.get('details')).toContain('Full Color & Gloss');
});
