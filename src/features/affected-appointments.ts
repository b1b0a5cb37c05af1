import {
  type AffectedAppointments,
  MOST_AFFECTED_NAMED,
  type UpcomingAppointment,
} from '../contracts/bookings/affected-appointments.ts';
import { formatTime } from '../salon/salon-time.ts';

/** Affected appointments in the form of a problem response. @param upcoming in order of date and time */
export const affectedAppointments = (upcoming: readonly UpcomingAppointment[]): AffectedAppointments => ({
  total: upcoming.length,
  appointments: upcoming
    .slice(0, MOST_AFFECTED_NAMED)
    .map(({ id, customerName, date, start, end, status }) => ({
      id,
      customer_name: customerName,
      appointment_date: date,
      appointment_time: formatTime(start),
      duration: end - start,
      status,
    })),
});
