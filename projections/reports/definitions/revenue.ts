import { appointments } from '../../appointments/projection.ts';
import { services } from '../../services/projection.ts';
import { EARNED } from '../../what-counts.ts';
import { EXPECTED, LOST, PAID, TIPS, UNPRICED } from '../amounts.ts';
import { APPOINTMENTS_OF_PERIOD } from '../appointments-at.ts';
import { byCalendar } from '../calendar-keys.ts';
import { ratio } from '../ratio.ts';
import type { Report } from '../report.ts';
import { serviceFacts } from '../service-facts.ts';
import { appointmentKey, BY_STYLIST } from '../stylists.ts';

export const revenueReport: Report = {
  name: 'revenue',
  title: 'Revenue',
  meaning:
    'The amounts that the appointments on the days of the period brought, or are expected to bring. “Takings” counts what was recorded at the till, on the day on which the visit was completed.',
  by: [
    ...byCalendar('month', 'day', 'week', 'year', 'weekday'),
    { key: 'service', label: 'Service' },
    { key: 'category', label: 'Category' },
    BY_STYLIST,
  ],
  models: [appointments, services],
  columns: [
    {
      key: 'earned_cents',
      label: 'Earned',
      unit: 'cents',
      meaning:
        'The amounts that completed appointments brought: the amount that was recorded, or the price quoted in dollars if none was recorded.',
      adds: EARNED,
    },
    {
      key: 'tips_cents',
      label: 'Tips',
      unit: 'cents',
      meaning:
        'The tips that were recorded with completed appointments. They are no part of what was earned.',
      adds: TIPS,
    },
    {
      key: 'expected_cents',
      label: 'Expected',
      unit: 'cents',
      meaning:
        'The price of pending and confirmed appointments: the price quoted in dollars, or the prices of their services when booked if none was quoted.',
      adds: EXPECTED,
    },
    {
      key: 'unpriced',
      label: 'Without an amount',
      unit: 'count',
      meaning:
        'Appointments that are missing from both: completed ones without a recorded amount, and coming ones without prices. By service or category, one counts for each of its own.',
      adds: UNPRICED,
    },
    {
      key: 'lost_cents',
      label: 'Lost',
      unit: 'cents',
      meaning: 'The amount that cancelled appointments would have cost.',
      adds: LOST,
    },
    {
      key: 'paid',
      label: 'Paid',
      unit: 'count',
      meaning: 'The number of appointments that have earned an amount.',
      aggregate: PAID,
      isHidden: true,
    },
    {
      key: 'average_cents',
      label: 'Average',
      unit: 'cents',
      meaning:
        'Earned, divided by the completed appointments with an amount. For a service or a category, only its part of each counts.',
      of({ earned_cents: earned, paid }) {
        const average = ratio(earned, paid);
        return average === null ? null : Math.round(average);
      },
    },
  ],
  facts({ by }) {
    const key = appointmentKey(by, 'appointment_date', 'start_minute');
    if (key === undefined) return serviceFacts(by);
    return `select ${key} as key, id, status, total_amount, amount_cents, tip_cents,
        true as is_first_part
      from ${APPOINTMENTS_OF_PERIOD} a`;
  },
};
