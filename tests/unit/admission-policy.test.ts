import { describe, expect, it } from 'vitest';
import {
  type AdmissionStep,
  type HoldActivity,
  type HoldSignals,
  mayHold,
  stepFor,
} from '../../src/features/booking/admission/policy.ts';
import {
  DEFAULT_BOOKING_LIMITS,
  DEFAULT_HOLD_LIMITS,
  SMALL_LIMITS as LIMITS,
  PER_CONTACT,
  SMALL_HOLD_LIMITS,
} from '../support/booking/admission-limits.ts';
import { type Different, signalsWith } from '../support/booking/admission-signals.ts';

describe('the defaults', () => {
  it('are those of the decision “Admit public bookings in steps”', () => {
    expect(DEFAULT_BOOKING_LIMITS).toEqual({
      free: { bookings_per_hour: 10, bookings_per_day: 16, unconfirmed_minutes: 480 },
      with_proof: { bookings_per_hour: 20, bookings_per_day: 30, unconfirmed_minutes: 720 },
      senders_per_network: 2,
      rush_bookings_per_hour: 20,
      rush_minutes_per_hour: 1_440,
      rush_minutes_per_sender: 240,
      site_minutes_per_hour: 14_400,
    });
    expect(DEFAULT_HOLD_LIMITS).toEqual({ at_once: 3, per_hour: 30, per_day: 100, per_date: 20 });
  });
});

describe('a booking needs', () => {
  const rows: readonly (readonly [needs: AdmissionStep, when: string, signals: Different])[] = [
    ['none', 'it is the first', {}],
    ['none', 'it is the fifth of its sender in an hour', { sender: { bookingsLastHour: 5 } }],
    ['proof', 'it is the sixth in an hour', { sender: { bookingsLastHour: 6 } }],
    ['proof', 'it is the tenth in an hour', { sender: { bookingsLastHour: 10 } }],
    ['code', 'it is the eleventh in an hour', { sender: { bookingsLastHour: 11 } }],
    ['none', 'it is the eighth in a day', { sender: { bookingsLastDay: 8 } }],
    ['proof', 'it is the ninth in a day', { sender: { bookingsLastDay: 9 } }],
    ['proof', 'it is the sixteenth in a day', { sender: { bookingsLastDay: 16 } }],
    ['code', 'it is the seventeenth in a day', { sender: { bookingsLastDay: 17 } }],
    ['none', 'its sender has 480 unconfirmed minutes with it', { sender: { unconfirmedMinutes: 480 } }],
    ['proof', 'its sender has more', { sender: { unconfirmedMinutes: 481 } }],
    ['proof', 'its sender has 720 with it', { sender: { unconfirmedMinutes: 720 } }],
    ['call', 'its sender has more than a salon day', { sender: { unconfirmedMinutes: 721 } }],

    ['none', 'its network has made ten in an hour', { network: { bookingsLastHour: 10 } }],
    ['proof', 'its network has made more than two senders may', { network: { bookingsLastHour: 11 } }],
    ['code', 'its network has made more than with proofs', { network: { bookingsLastHour: 21 } }],
    ['proof', 'its network has made seventeen in a day', { network: { bookingsLastDay: 17 } }],
    ['code', 'its network has made 33 in a day', { network: { bookingsLastDay: 33 } }],
    ['none', 'its network has twice the free minutes', { network: { unconfirmedMinutes: 960 } }],
    ['proof', 'its network has more', { network: { unconfirmedMinutes: 961 } }],
    ['proof', 'its network has two salon days', { network: { unconfirmedMinutes: 1_440 } }],
    ['call', 'its network has more than two salon days', { network: { unconfirmedMinutes: 1_441 } }],

    ['none', 'its sender used one contact five times', { withContact: 5 }],
    ['wait', 'its sender used one contact six times', { withContact: 6 }],
    ['call', 'its contacts look like somebody filling the calendar', { isSuspicious: true }],

    ['proof', 'all visitors are in a rush', { site: { isRush: true } }],
    [
      'proof',
      'its sender has 240 minutes in a rush',
      { sender: { unconfirmedMinutes: 240 }, site: { isRush: true } },
    ],
    [
      'code',
      'its sender has more in a rush',
      { sender: { unconfirmedMinutes: 241 }, site: { isRush: true } },
    ],
    [
      'code',
      'its network has more than two senders may in a rush',
      { network: { unconfirmedMinutes: 481 }, site: { isRush: true } },
    ],
    [
      'call',
      'its sender has more than a salon day, in a rush too',
      { sender: { unconfirmedMinutes: 721 }, site: { isRush: true } },
    ],
    ['none', 'all visitors took 7 200', { site: { unconfirmedMinutes: 7_200 } }],
    ['code', 'they took more in an hour', { site: { unconfirmedMinutes: 7_201 } }],

    [
      'wait',
      'one contact is used up, whatever else',
      { withContact: 6, sender: { unconfirmedMinutes: 721 }, isSuspicious: true },
    ],
    [
      'call',
      'no code could help, since there is too much unconfirmed time',
      { sender: { bookingsLastHour: 11, unconfirmedMinutes: 721 } },
    ],
  ];

  it.each(rows)('%s when %s', (needs, _, signals) => {
    expect(stepFor(signalsWith(signals), LIMITS, PER_CONTACT)).toBe(needs);
  });
});

describe('a hold is made', () => {
  const ACTIVITY: HoldActivity = {
    live: { holds: 1, minutes: 30 },
    lastHour: 1,
    lastDay: 1,
    onDate: 1,
    unconfirmedMinutes: 0,
  };
  const may = (
    sender: Partial<HoldActivity>,
    { network, siteMinutes = 30 }: { network?: Partial<HoldActivity>; siteMinutes?: number } = {},
  ) =>
    mayHold(
      {
        sender: { ...ACTIVITY, ...sender },
        network: network && { ...ACTIVITY, ...network },
        siteMinutes,
      } satisfies HoldSignals,
      SMALL_HOLD_LIMITS,
      LIMITS,
    );

  it.each<readonly [string, Partial<HoldActivity>, Partial<HoldActivity>]>([
    ['three live ones', { live: { holds: 3, minutes: 30 } }, { live: { holds: 4, minutes: 30 } }],
    ['thirty in an hour', { lastHour: 30 }, { lastHour: 31 }],
    ['a hundred in a day', { lastDay: 100 }, { lastDay: 101 }],
    ['twenty on one date', { onDate: 20 }, { onDate: 21 }],
    ['a salon day held', { live: { holds: 2, minutes: 720 } }, { live: { holds: 2, minutes: 721 } }],
    [
      'a salon day held and unconfirmed together',
      { live: { holds: 1, minutes: 120 }, unconfirmedMinutes: 600 },
      { live: { holds: 1, minutes: 120 }, unconfirmedMinutes: 601 },
    ],
  ])('up to %s of a sender', (_, most, tooMuch) => {
    expect(may(most)).toBe(true);
    expect(may(tooMuch)).toBe(false);
  });

  it.each<readonly [string, Partial<HoldActivity>, Partial<HoldActivity>]>([
    ['live ones', { live: { holds: 6, minutes: 30 } }, { live: { holds: 7, minutes: 30 } }],
    ['in an hour', { lastHour: 60 }, { lastHour: 61 }],
    ['in a day', { lastDay: 200 }, { lastDay: 201 }],
    ['on one date', { onDate: 40 }, { onDate: 41 }],
    ['held minutes', { live: { holds: 2, minutes: 1_440 } }, { live: { holds: 2, minutes: 1_441 } }],
    ['unconfirmed minutes', { unconfirmedMinutes: 1_410 }, { unconfirmedMinutes: 1_411 }],
  ])('up to twice that of an IPv6 network (%s)', (_, most, tooMuch) => {
    expect(may({}, { network: most })).toBe(true);
    expect(may({}, { network: tooMuch })).toBe(false);
  });

  it('up to what all visitors together may take', () => {
    expect(may({}, { siteMinutes: 7_200 })).toBe(true);
    expect(may({}, { siteMinutes: 7_201 })).toBe(false);
  });
});
