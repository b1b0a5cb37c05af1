import { createKeyedMutex } from '../../../eventsourcing/async/keyed-mutex.ts';
import type { BookingLimits } from '../../../salon/booking-limits.ts';
import { type BookingAdmissionDeps, createBookingAdmission } from './admit-booking.ts';
import { createHoldAdmission, type HoldAdmissionDeps } from './admit-hold.ts';
import type { Admitted, BookingAttempt, HoldAttempt, Visitor } from './attempts.ts';
import type { Source } from './sources.ts';

/**
 * Decides who may take time from the calendar. A command asks once it has checked that it isn't a retry, that the time is free and
 * that everything else is in order, and before it takes anything. So a retry is never refused, a refusal costs nothing, and a
 * request that can't succeed isn't counted. Staff and processes are always admitted.
 */
export interface Admission {
  /** The source that a booking records; undefined for staff and processes. */
  sourceOf(sender: Visitor): Promise<Source | undefined>;
  /**
   * Admits a booking or refuses it. If it is called again for the same attempt, nothing is counted twice.
   *
   * @throws Refused `rate-limit-exceeded`, `suspicious-booking`, `proof-required` with a challenge, `code-required` with the ways by
   *   which a code can be sent, `code-invalid`, `code-not-sent`, `too-many-codes`
   */
  admitBooking(attempt: BookingAttempt): Promise<Admitted>;
  /** @throws Refused `too-many-requests` */
  admitHold(attempt: HoldAttempt): Promise<Admitted>;
  /** Call it when a hold is over: it no longer counts as one of its sender's live holds. */
  refundHold(hold: { readonly holdId: string; readonly sender: Visitor }): Promise<void>;
}

export type AdmissionDeps = BookingAdmissionDeps & HoldAdmissionDeps;

/** If the operator has raised the limit per contact, a sender may make at least as many bookings. */
function raisedTo(contactPerHour: number, limits: BookingLimits): BookingLimits {
  const raised = (allowance: BookingLimits['free']) => ({
    ...allowance,
    bookings_per_hour: Math.max(allowance.bookings_per_hour, contactPerHour),
    bookings_per_day: Math.max(allowance.bookings_per_day, contactPerHour),
  });
  return { ...limits, free: raised(limits.free), with_proof: raised(limits.with_proof) };
}

const isPublic = ({ kind }: Visitor) => kind === 'customer';
const UNCOUNTED: Admitted = { refund: async () => {} };

export function createAdmission(deps: AdmissionDeps): Admission {
  const { sourcesOf, codes, contactPerHour } = deps;
  const limited = { ...deps, bookingLimits: raisedTo(contactPerHour, deps.bookingLimits) };
  const admitBooking = createBookingAdmission(limited);
  const holds = createHoldAdmission(limited);
  const isCounted = (sender: Visitor) => contactPerHour > 0 && isPublic(sender);
  /** A sender's attempts are decided one after the other, so that they don't wait in the database for each other's locked rows. */
  const mutex = createKeyedMutex();
  const inTurn = <T>({ address, network = address }: Visitor, work: () => Promise<T>) =>
    mutex.runExclusive(network, work);

  return {
    sourceOf: async (sender) =>
      isPublic(sender) ? (await sourcesOf(sender.address, sender.network)).current : undefined,

    async admitBooking(attempt) {
      const { bookingId, sender, contacts, code } = attempt;
      if (!isCounted(sender)) return UNCOUNTED;
      if (code !== undefined) await codes.answer(bookingId, contacts, code);
      const admitted = await inTurn(sender, () => admitBooking(attempt));
      // The code is sent outside of the sender's turn, since that may take seconds.
      if (admitted === 'code-missing') throw await codes.demand(attempt);
      return admitted;
    },

    admitHold: async (attempt) =>
      isCounted(attempt.sender) ? inTurn(attempt.sender, () => holds.admit(attempt)) : UNCOUNTED,

    async refundHold({ holdId, sender }) {
      if (isCounted(sender)) await holds.takeOutLive(holdId, sender);
    },
  };
}
