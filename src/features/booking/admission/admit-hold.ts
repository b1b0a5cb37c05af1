import { HOLD_SECONDS } from '../../../contracts/bookings/holds.ts';
import { refuse } from '../../../http/refusal.ts';
import type { HoldLimits } from '../../../salon/booking-limits.ts';
import type { Minutes } from '../../../salon/salon-time.ts';
import {
  holdActivity,
  isFrom,
  liveHolds,
  pendingMinutes,
  sumOfMinutes,
  unconfirmedMinutes,
} from './activity.ts';
import type { BookingAdmissionDeps } from './admit-booking.ts';
import { type Admitted, type HoldAttempt, sizesOf, type Visitor } from './attempts.ts';
import { mayHold } from './policy.ts';

export interface HoldAdmissionDeps
  extends Pick<BookingAdmissionDeps, 'counts' | 'subjectOf' | 'sourcesOf' | 'records' | 'bookingLimits'> {
  readonly holdLimits: HoldLimits;
}

/** Decides whether a hold is admitted, by what its sender and all visitors hold and have booked. */
export function createHoldAdmission({
  counts,
  subjectOf,
  sourcesOf,
  records,
  bookingLimits,
  holdLimits,
}: HoldAdmissionDeps) {
  return {
    /** @throws Refused `too-many-requests` */
    async admit({ holdId, sender, date, replaces, minutes }: HoldAttempt): Promise<Admitted> {
      const sources = await sourcesOf(sender.address, sender.network);
      const subjectsOf = (size: string) => [
        subjectOf('live holds', size),
        subjectOf('holds', size),
        subjectOf('holds', size, date),
      ];
      const own = sizesOf(sender).flatMap(subjectsOf);
      const everybodys = subjectOf('live holds');
      const use = { name: holdId, minutes };
      const refund = () => counts.refund([...own, everybodys], holdId);
      const uses = await counts.add(own, use);
      try {
        const [known, recent] = await Promise.all([records.of({ sources: sources.all }), records.lastHour()]);
        const activity = (size: 'address' | 'network', [live = [], made = [], onDate = []]: typeof uses) =>
          holdActivity(
            { live: liveHolds(live, replaces), made, onDate },
            unconfirmedMinutes(known, isFrom(sources, size), []),
          );
        const signals = {
          sender: activity('address', uses.slice(0, 3)),
          network: sender.network === undefined ? undefined : activity('network', uses.slice(3)),
        };
        const check = (siteMinutes: Minutes) => {
          if (!mayHold({ ...signals, siteMinutes }, holdLimits, bookingLimits))
            throw refuse('too-many-requests', { retryAfterSeconds: HOLD_SECONDS });
        };
        // As with bookings, a hold that its sender's own counts refuse isn't counted for the whole site.
        check(0);
        const [bySite = []] = await counts.add([everybodys], use);
        check(sumOfMinutes(liveHolds(bySite, replaces)) + pendingMinutes(recent));
      } catch (error) {
        await refund();
        throw error;
      }
      return { refund };
    },

    /** Call it when a hold is over: it no longer counts as a live one. */
    async takeOutLive(holdId: string, sender: Visitor): Promise<void> {
      const live = sizesOf(sender).map((size) => subjectOf('live holds', size));
      await counts.remove([subjectOf('live holds'), ...live], [holdId]);
    },
  };
}
