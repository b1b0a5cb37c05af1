import { setTimeout } from 'node:timers/promises';
import {
  type AffectedBookings,
  MOST_AFFECTED_NAMED,
  type UpcomingBooking,
} from '../contracts/bookings/affected-bookings.ts';
import type { ProblemCode } from '../contracts/problem.ts';
import { type Deadline, DeadlineExceeded } from '../eventsourcing/async/deadline.ts';
import { RuleBroken } from '../eventsourcing/streams/decider.ts';
import { refuse } from '../http/refusal.ts';
import { formatTime, type SalonDate } from '../salon/salon-time.ts';
import type { KnownBookings } from './booking/agenda/day-decisions.ts';

/** The bookings on these dates, about which staff may have to be asked. */
export interface BookingsOn {
  /** In order of date and time. */
  upcoming(dates: readonly SalonDate[]): Promise<readonly UpcomingBooking[]>;
  /** Slots of completed visits, which stay taken. */
  completed(dates: readonly SalonDate[]): Promise<ReadonlySet<string>>;
}

/** Affected bookings in the form of a problem response. @param upcoming in order of date and time */
export const affectedBookings = (upcoming: readonly UpcomingBooking[]): AffectedBookings => ({
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

/** Whether staff know of the affected bookings, by a request's query or body. */
export const isAcknowledged = (
  query: { readonly acknowledged?: 'true' | undefined },
  body: { readonly acknowledged?: boolean | undefined } = {},
): boolean => query.acknowledged === 'true' || body.acknowledged === true;

interface AskedChange<Result> {
  /** The refusal that is about bookings. */
  readonly code: ProblemCode;
  /** Whether staff know of the bookings. */
  readonly acknowledged: boolean;
  readonly deadline: Deadline;
  change(known: KnownBookings): Promise<Result>;
  /** In order of date and time. */
  affected(): Promise<readonly UpcomingBooking[]>;
  completed(): Promise<ReadonlySet<string>>;
}

/** After this time, a change is tried again that nobody has to be asked about. */
const TRY_AGAIN_MS = 50;

/**
 * Makes a change. If it is refused because of appointments, the refusal names them. If there are none to name, the slots in the way
 * belong to completed visits, or to a booking that is just being made or cancelled: then the change is tried again.
 *
 * @throws DeadlineExceeded
 */
export async function namingAffected<Result>(asked: AskedChange<Result>): Promise<Result> {
  const { code, acknowledged, deadline } = asked;
  let completed: ReadonlySet<string> | undefined;
  for (;;) {
    try {
      return await asked.change({ acknowledged, completed });
    } catch (error) {
      if (!(error instanceof RuleBroken) || error.code !== code) throw error;
    }
    const affected = affectedBookings(await asked.affected());
    if (affected.total > 0) throw refuse(code, { affected });
    if (performance.now() >= deadline) throw new DeadlineExceeded('a taken slot has no appointment yet');
    await setTimeout(TRY_AGAIN_MS);
    completed = await asked.completed();
  }
}
