import { expect, it } from 'vitest';
import type { BookingStatus } from '../../../../src/contracts/bookings/bookings.ts';
import { upcomingOf } from '../../../../web/admin/customers/upcoming-bookings.ts';

const entry = (id: string, appointment_date: string, appointment_time: string, status: BookingStatus) => ({
  id,
  customer_name: null,
  appointment_date,
  appointment_time,
  status,
  services: [],
  total_amount: '',
  visit_note: null,
  customer_id: '',
});

it('is what has not begun and isn’t cancelled of a customer’s appointments, the next one first', () => {
  const service_history = [
    entry('later', '2026-12-01', '8:00 AM', 'pending'),
    entry('cancelled', '2026-11-25', '9:00 AM', 'cancelled'),
    entry('soon', '2026-11-24', '1:00 PM', 'confirmed'),
    entry('begun', '2026-11-24', '9:30 AM', 'confirmed'),
    entry('early', '2026-11-24', '9:00 AM', 'completed'),
    entry('before', '2026-11-23', '2:00 PM', 'confirmed'),
  ];
  const coming = upcomingOf({ service_history }, { date: '2026-11-24', minute: 570 });
  expect(coming.map(({ id }) => id)).toEqual(['soon', 'later']);
});
