import { appointments } from '../../appointments/projection.ts';
import { APPOINTMENTS_OF_PERIOD } from '../appointments-at.ts';
import { byCalendar, calendarUnit } from '../calendar-keys.ts';
import type { Report } from '../report.ts';

/** Classes of days ahead, by the first day of each. */
const CLASSES = [
  { key: 'same-day', first: 0, label: 'On the same day' },
  { key: '1', first: 1, label: '1 day before' },
  { key: '2-3', first: 2, label: '2–3 days before' },
  { key: '4-7', first: 4, label: '4–7 days before' },
  { key: '8-14', first: 8, label: '8–14 days before' },
  { key: '15-30', first: 15, label: '15–30 days before' },
  { key: 'over-30', first: 31, label: 'Over 30 days before' },
] as const;

const CLASS_KEY = `('{${CLASSES.map(({ key }) => key).join()}}'::text[])[
  width_bucket(days, '{${CLASSES.map(({ first }) => first).join()}}'::integer[])]`;

export const leadTimeReport: Report = {
  name: 'lead-time',
  title: 'Days ahead',
  meaning:
    'The number of days by which appointments are requested ahead: from the day of the request to the date that was asked for first.',
  by: [
    {
      key: 'days_ahead',
      label: 'Requested',
      labels: Object.fromEntries(CLASSES.map(({ key, label }) => [key, label])),
    },
    ...byCalendar('month'),
  ],
  models: [appointments],
  columns: [
    {
      key: 'booked',
      label: 'Booked',
      unit: 'count',
      meaning: 'All appointments, cancelled ones too.',
      adds: '1',
    },
    {
      key: 'cancelled',
      label: 'Cancelled',
      unit: 'count',
      meaning: 'Those that are cancelled, for whatever reason.',
      adds: "(status = 'cancelled')::integer",
    },
    {
      key: 'no_show',
      label: 'No-shows',
      unit: 'count',
      meaning: 'Those of the cancelled ones whose customer did not come.',
      adds: "(status = 'cancelled' and cancellation_reason = 'no_show')::integer",
    },
    {
      key: 'median_days',
      label: 'Median',
      unit: 'days',
      meaning: 'Half of the appointments were requested at most this many days ahead.',
      aggregate: 'percentile_cont(0.5) within group (order by days)',
    },
  ],
  facts: ({ by }, { timeZone, parameter }) => `
    select ${calendarUnit(by)?.key('appointment_date', 'start_minute') ?? CLASS_KEY} as key, a.*
    from (
      select id, appointment_date, start_minute, status, cancellation_reason,
        greatest(first_date - (requested_at::timestamptz at time zone ${parameter(timeZone)})::date, 0) as days
      from ${APPOINTMENTS_OF_PERIOD} a offset 0) a`,
};
