import {
  type AffectedAppointments,
  MOST_AFFECTED_NAMED,
  type UpcomingAppointment,
} from '../contracts/bookings/affected-appointments.ts';
import type { ProblemCode } from '../contracts/problem.ts';
import { RuleBroken } from '../eventsourcing/streams/decider.ts';
import { refuse } from '../http/refusal.ts';
import { formatTime, type SalonDate } from '../salon/salon-time.ts';

/** Upcoming appointments on these dates, in order of date and time. */
export type UpcomingOn = (dates: readonly SalonDate[]) => Promise<readonly UpcomingAppointment[]>;

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

/** Whether staff know of the affected appointments, by a request's query or body. */
export const isAcknowledged = (
  query: { readonly acknowledged?: 'true' | undefined },
  body: { readonly acknowledged?: boolean | undefined } = {},
): boolean => query.acknowledged === 'true' || body.acknowledged === true;

/**
 * Makes a change. If it is refused because of appointments, the refusal names them.
 *
 * @param code the refusal that is about appointments
 * @param acknowledged whether staff know of the appointments
 * @param affected in order of date and time
 */
export async function namingAffected<Result>(
  code: ProblemCode,
  acknowledged: boolean,
  change: (acknowledged: boolean) => Promise<Result>,
  affected: () => Promise<readonly UpcomingAppointment[]>,
): Promise<Result> {
  try {
    return await change(acknowledged);
  } catch (error) {
    if (!(error instanceof RuleBroken) || error.code !== code) throw error;
    const named = affectedAppointments(await affected());
    throw refuse(code, { affected: named });
  }
}
