import type { BookingStatus } from '../../contracts/bookings/bookings.ts';
import type { Operation } from '../../contracts/operation.ts';
import type { Position } from '../../eventsourcing/event-store.ts';
import { type StoredStretch, stylistOf } from '../../salon/parts.ts';
import type { SalonDate } from '../../salon/salon-time.ts';
import { refuse } from '../refusal.ts';
import { type Caller, type CallerOf, isProgram } from './caller.ts';

const OF_BOOKING = '/api/admin/bookings/{id}';

/** The one place that says what somebody of the staff sees in answers. Queries and answers are cut by these rules. */

export type Staff = Pick<CallerOf<'admin'>, 'role' | 'stylistId'>;

/** Whether they see what the salon earns, beyond today's takings. */
export const seesRevenue = ({ role }: Staff): boolean => role === 'owner';

/**
 * Whether a list tells them what was paid for a visit: the front desk only of today's, since the sum over others is revenue. The
 * appointment itself, once it is opened, tells them.
 */
export const seesPaid = (
  staff: Staff,
  visit: { readonly status: BookingStatus; readonly appointment_date: SalonDate },
  today: SalonDate,
): boolean => staff.role !== 'front_desk' || visit.status !== 'completed' || visit.appointment_date === today;

/** The stylist whose appointments and blocked times alone they see; undefined for those who see everybody's. */
export const onlyOf = ({ role, stylistId }: Staff): string | undefined =>
  role === 'stylist' ? (stylistId ?? '') : undefined;

/** Whether answers hold customers' private links, by which appointments can be moved. Programs don't get them, nor do stylists. */
export const seesPrivateLinks = (caller: Caller | undefined): boolean =>
  caller?.kind !== 'admin' || (!isProgram(caller) && onlyOf(caller) === undefined);

/** Whether they see an appointment, by the stylist who does it today. */
export const seesTime = (staff: Staff, time: StoredStretch): boolean =>
  [undefined, stylistOf(time)].includes(onlyOf(staff));

/** Whether they see a blocked time. @param stylistId null for everybody's */
export const seesBlock = (staff: Staff, stylistId: string | null): boolean =>
  stylistId === null || [undefined, stylistId].includes(onlyOf(staff));

/** @throws Refused `forbidden` for somebody who may change only one stylist's things, where it isn't theirs */
export function requireOwn(staff: Staff, stylistId: string | undefined): void {
  if (![undefined, stylistId].includes(onlyOf(staff))) throw refuse('forbidden');
}

/** Whether a refusal tells them what others have decided about a thing: a stylist of their own appointments alone. */
export const seesDecisions = ({ path }: Operation, staff: Staff): boolean =>
  onlyOf(staff) === undefined || path.startsWith(OF_BOOKING);

/** Tells which of some bookings a stylist does today. */
export type OwnBookings = (stylistId: string, bookingIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** The same as of a position, with those that were the stylist's at an earlier one or in between; null if it isn't known in time. */
export type OwnSince = (
  stylistId: string,
  bookingIds: readonly string[],
  since: Position,
  upTo: Position,
) => Promise<ReadonlySet<string> | null>;

/**
 * Hides another stylist's appointment from somebody who sees only their own, in each operation on one appointment.
 *
 * @throws Refused `booking-not-found`
 */
export async function hideOthers(
  { path }: Operation,
  caller: Caller,
  params: unknown,
  ownBookings: OwnBookings,
): Promise<void> {
  if (caller.kind !== 'admin' || !path.startsWith(OF_BOOKING)) return;
  const stylistId = onlyOf(caller);
  if (stylistId === undefined) return;
  const { id } = params as { readonly id: string };
  if (!(await ownBookings(stylistId, [id])).has(id)) throw refuse('booking-not-found');
}
