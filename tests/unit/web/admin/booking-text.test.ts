import { expect, it } from 'vitest';
import { listedWhen } from '../../../../web/admin/bookings/booking-text.ts';

it('says with whom an appointment is, where the salon is a team', () => {
  const when = { appointment_date: '2026-12-03', appointment_time: '2:30 PM' };
  expect(listedWhen(when)).toBe('Dec 03, 2026 · 2:30 PM');
  expect(listedWhen({ ...when, stylist: { id: 'first', name: 'Ann' } })).toBe(
    'Dec 03, 2026 · 2:30 PM with Ann',
  );
  expect(listedWhen({ ...when, stylist: { id: 'first', name: null } })).toBe(
    'Dec 03, 2026 · 2:30 PM with a former stylist',
  );
});
