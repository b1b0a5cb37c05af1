import { appointments } from '../../appointments/projection.ts';
import { APPOINTMENTS_OF_PERIOD } from '../appointments-at.ts';
import { byCalendar } from '../calendar-keys.ts';
import type { Report } from '../report.ts';
import { appointmentKey, BY_STYLIST } from '../stylists.ts';

const BOOKED = "(status <> 'cancelled')::integer";
const is = (condition: string) => `(${condition})::integer`;

export const appointmentsReport: Report = {
  name: 'appointments',
  title: 'Appointments',
  meaning:
    'The appointments on the days of the period, and how many were completed, cancelled or moved. A moved one counts on the day to which it was moved.',
  by: [...byCalendar('day', 'week', 'month', 'year', 'weekday', 'hour'), BY_STYLIST],
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
      key: 'pending',
      label: 'Pending',
      unit: 'count',
      meaning: 'Those that wait to be confirmed.',
      adds: is("status = 'pending'"),
    },
    {
      key: 'confirmed',
      label: 'Confirmed',
      unit: 'count',
      meaning: 'Those that are confirmed, and not completed yet.',
      adds: is("status = 'confirmed'"),
    },
    {
      key: 'completed',
      label: 'Completed',
      unit: 'count',
      meaning: 'Those that were completed.',
      adds: is("status = 'completed'"),
    },
    {
      key: 'cancelled',
      label: 'Cancelled',
      unit: 'count',
      meaning: 'Those that are cancelled, for whatever reason.',
      adds: is("status = 'cancelled'"),
    },
    {
      key: 'no_show',
      label: 'No-shows',
      unit: 'count',
      meaning: 'Those of the cancelled ones whose customer did not come.',
      adds: is("status = 'cancelled' and cancellation_reason = 'no_show'"),
    },
    {
      key: 'online',
      label: 'Online',
      unit: 'count',
      meaning: 'Those that customers requested themselves.',
      adds: is("requested_by = 'customer'"),
    },
    {
      key: 'by_staff',
      label: 'By staff',
      unit: 'count',
      meaning: 'Those that staff entered.',
      adds: is("requested_by = 'staff'"),
    },
    {
      key: 'moved',
      label: 'Moved',
      unit: 'count',
      meaning: 'Those that were moved to another time at least once.',
      adds: is('is_moved'),
    },
    {
      key: 'minutes',
      label: 'Time',
      unit: 'minutes',
      meaning: 'The time that they take together, without cancelled ones.',
      adds: `(end_minute - start_minute) * ${BOOKED}`,
    },
  ],
  facts: ({ by }) => `
    select ${appointmentKey(by, 'appointment_date', 'start_minute')} as key, a.*
    from ${APPOINTMENTS_OF_PERIOD} a`,
};
