import { createKeyedMutex } from '../../../eventsourcing/async/keyed-mutex.ts';
import type { BookingLimits } from '../../../salon/booking-limits.ts';
import { type BookingAdmissionDeps, createBookingAdmission } from './admit-booking.ts';
import { createHoldAdmission, type HoldAdmissionDeps } from './admit-hold.ts';
import type { Admitted, BookingAttempt, HoldAttempt, Visitor } from './attempts.ts';
import type { Source } from './sources.ts';

/**
 * Who may take time from the calendar. Commands ask it once they are known to be new, the time to be free and everything
 * else to be in order, and before they take anything: a retry is never refused, a refusal costs nothing, and what can't
 * succeed counts for nobody. Staff and processes always may.
 */
export interface Admission {
  /** What a booking records of where it came from; undefined for staff and processes. */
  sourceOf(sender: Visitor): Promise<Source | undefined>;
  /**
   * Asked again for the same attempt, it counts nothing twice.
   *
   * @throws Refused `rate-limit-exceeded`, `suspicious-booking`, `proof-required` with a challenge, `code-required` with how one
   *   can be sent, `code-invalid`, `code-not-sent`, `too-many-codes`
   */
  admitBooking(attempt: BookingAttempt): Promise<Admitted>;
  /** @throws Refused `too-many-requests` */
  admitHold(attempt: HoldAttempt): Promise<Admitted>;
  /** Takes a hold that is over out of its sender's live ones. */
  refundHold(hold: { readonly holdId: string; readonly sender: Visitor }): Promise<void>;
}

export type AdmissionDeps = BookingAdmissionDeps & HoldAdmissionDeps;

/** A limit per contact that the operator has raised raises how many bookings a sender may make. */
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
  /** A sender's attempts are decided one after the other here, so that they don't wait for each other's rows in the database. */
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
      // Sent out of turn, since that may take seconds.
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
