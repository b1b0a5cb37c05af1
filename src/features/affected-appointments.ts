import {
  type AffectedAppointments,
  MOST_AFFECTED_NAMED,
} from '../contracts/bookings/affected-appointments.ts';
import { formatTime, type Minutes, type SalonDate } from '../salon/salon-time.ts';

/** An appointment from today on that is neither cancelled nor completed. */
export interface UpcomingAppointment {
  readonly id: string;
  /** Null once it was erased. */
  readonly customerName: string | null;
  readonly date: SalonDate;
  readonly start: Minutes;
  readonly end: Minutes;
  readonly status: 'pending' | 'confirmed';
}

/** As a problem names them. @param upcoming in order of date and time */
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
