import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Activity,
  type AdmissionStep,
  type BookingSignals,
  type HoldActivity,
  type HoldSignals,
  mayHold,
  stepFor,
} from '../../src/features/booking/admission/policy.ts';
import type { BookingLimits } from '../../src/salon/booking-limits.ts';
import { SMALL_LIMITS as LIMITS, SMALL_HOLD_LIMITS } from '../support/booking/admission-limits.ts';
import { FIRST } from '../support/booking/admission-signals.ts';

const count = (max: number) => fc.nat({ max });
const activity = fc.record({
  bookingsLastHour: count(15),
  bookingsLastDay: count(25),
  unconfirmedMinutes: count(1_000),
});
const anySignals: fc.Arbitrary<BookingSignals> = fc.record({
  sender: activity,
  network: fc.option(activity, { nil: undefined }),
  withContact: count(12),
  isSuspicious: fc.boolean(),
  site: fc.record({ isRush: fc.boolean(), unconfirmedMinutes: count(10_000) }),
});
const allowance = fc.tuple(count(10), count(10), count(600), count(10), count(10), count(600));
const anyLimits: fc.Arbitrary<BookingLimits> = fc
  .record({ allowance, senders: count(4), site: count(30), siteMinutes: count(8_000) })
  .map(({ allowance: [hour, day, minutes, moreHour, moreDay, moreMinutes], ...rest }) => ({
    free: { bookings_per_hour: 1 + hour, bookings_per_day: 1 + day, unconfirmed_minutes: 15 + minutes },
    with_proof: {
      bookings_per_hour: 1 + hour + moreHour,
      bookings_per_day: 1 + day + moreDay,
      unconfirmed_minutes: 15 + minutes + moreMinutes,
    },
    senders_per_network: 1 + rest.senders,
    rush_bookings_per_hour: 1 + rest.site,
    rush_minutes_per_hour: 15 + rest.siteMinutes / 2,
    rush_minutes_per_sender: 15 + minutes,
    site_minutes_per_hour: 15 + rest.siteMinutes,
  }));
const perContact = fc.integer({ min: 1, max: 10 });

const HARDNESS: Readonly<Record<AdmissionStep, number>> = { none: 0, proof: 1, code: 2, call: 3, wait: 3 };

const plus = (a: Activity, b: Activity): Activity => ({
  bookingsLastHour: a.bookingsLastHour + b.bookingsLastHour,
  bookingsLastDay: a.bookingsLastDay + b.bookingsLastDay,
  unconfirmedMinutes: a.unconfirmedMinutes + b.unconfirmedMinutes,
});
/** As much as these, and as much again as those. */
const both = (signals: BookingSignals, more: BookingSignals): BookingSignals => ({
  sender: plus(signals.sender, more.sender),
  network: signals.network && plus(signals.network, more.network ?? FIRST),
  withContact: signals.withContact + more.withContact,
  isSuspicious: signals.isSuspicious || more.isSuspicious,
  site: {
    isRush: signals.site.isRush || more.site.isRush,
    unconfirmedMinutes: signals.site.unconfirmedMinutes + more.site.unconfirmedMinutes,
  },
});
const RUNS = { numRuns: 4_000 };

describe('for all limits and all that may have been done', () => {
  it('more of it never makes a step easier', () => {
    fc.assert(
      fc.property(anySignals, anySignals, anyLimits, perContact, (signals, more, limits, contact) => {
        const [before, after] = [signals, both(signals, more)].map((one) => stepFor(one, limits, contact));
        expect(HARDNESS[after as AdmissionStep]).toBeGreaterThanOrEqual(HARDNESS[before as AdmissionStep]);
      }),
      RUNS,
    );
  });

  it('whoever is asked for a proof or a code is within all that neither can change', () => {
    let asked = 0;
    fc.assert(
      fc.property(anySignals, anyLimits, perContact, (signals, limits, contact) => {
        const step = stepFor(signals, limits, contact);
        if (step !== 'proof' && step !== 'code') return;
        asked += 1;
        const { unconfirmed_minutes } = limits.with_proof;
        expect(signals.sender.unconfirmedMinutes).toBeLessThanOrEqual(unconfirmed_minutes);
        expect(signals.network?.unconfirmedMinutes ?? 0).toBeLessThanOrEqual(
          limits.senders_per_network * unconfirmed_minutes,
        );
        expect(signals.withContact).toBeLessThanOrEqual(contact);
        expect(signals.isSuspicious).toBe(false);
      }),
      RUNS,
    );
    expect(asked).toBeGreaterThan(20);
  });

  it('no proof is asked for where a code would be needed, too', () => {
    let asked = 0;
    fc.assert(
      fc.property(anySignals, anyLimits, perContact, (signals, limits, contact) => {
        if (stepFor(signals, limits, contact) !== 'proof') return;
        asked += 1;
        const { with_proof, senders_per_network: senders } = limits;
        for (const [done, times] of [
          [signals.sender, 1],
          [signals.network, senders],
        ] as const) {
          expect(done?.bookingsLastHour ?? 0).toBeLessThanOrEqual(times * with_proof.bookings_per_hour);
          expect(done?.bookingsLastDay ?? 0).toBeLessThanOrEqual(times * with_proof.bookings_per_day);
        }
        expect(signals.site.unconfirmedMinutes).toBeLessThanOrEqual(limits.site_minutes_per_hour);
      }),
      RUNS,
    );
    expect(asked).toBeGreaterThan(20);
  });
});

describe('a hold is made', () => {
  it('never because more was held', () => {
    const anyActivity = fc.record({
      live: fc.record({ holds: count(8), minutes: count(2_000) }),
      lastHour: count(70),
      lastDay: count(220),
      onDate: count(50),
      unconfirmedMinutes: count(2_000),
    });
    const sum = (a: HoldActivity, b: HoldActivity): HoldActivity => ({
      live: { holds: a.live.holds + b.live.holds, minutes: a.live.minutes + b.live.minutes },
      lastHour: a.lastHour + b.lastHour,
      lastDay: a.lastDay + b.lastDay,
      onDate: a.onDate + b.onDate,
      unconfirmedMinutes: a.unconfirmedMinutes + b.unconfirmedMinutes,
    });
    fc.assert(
      fc.property(
        anyActivity,
        anyActivity,
        anyActivity,
        count(8_000),
        (sender, more, network, siteMinutes) => {
          const decide = (signals: HoldSignals) => mayHold(signals, SMALL_HOLD_LIMITS, LIMITS);
          fc.pre(!decide({ sender, network, siteMinutes }));
          expect(decide({ sender: sum(sender, more), network: sum(network, more), siteMinutes })).toBe(false);
        },
      ),
      RUNS,
    );
  });
});
