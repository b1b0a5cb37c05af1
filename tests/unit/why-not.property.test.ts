import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RuleBroken } from '../../src/eventsourcing/streams/decider.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { createWhyNot } from '../../src/features/booking/why-not/why-not.ts';
import type { StartRules } from '../../src/salon/starts.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import {
  book,
  createTestSalon,
  FRIDAY_MORNING,
  MAX_BOOKING_MINUTES,
  runOf,
  STAFF,
  service,
  TIME_ZONE,
  TUESDAY,
} from '../support/salon/test-salon.ts';

/** The explanation of a time and the commands agree: both run on the same random days. */

const SERVICES = [service('cut', 30), service('color', 60), service('all-day', MAX_BOOKING_MINUTES + 15)];
const NONE = { kind: 'none' } as const;

/** Today, a usual day, the last one that can be booked, one too far, one that is over, and one on which an hour is skipped. */
const date = fc.constantFrom(
  '2026-11-20',
  TUESDAY,
  TUESDAY,
  '2027-05-20',
  '2027-05-21',
  '2026-11-19',
  '2027-03-14',
);
const windows = fc.constantFrom<{ start: number; end: number }[]>(
  [],
  [{ start: 540, end: 1260 }],
  [
    { start: 540, end: 720 },
    { start: 735, end: 1140 },
  ],
);
/** Often near the others of its day. */
const start = fc.oneof(
  fc.integer({ min: 0, max: 8 }).map((step) => 570 + step * 15),
  fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  fc.constantFrom(135, 601, 1435),
);
const serviceId = fc.constantFrom('cut', 'cut', 'color', 'all-day');
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('visitor', 'staff', 'hold'), start, serviceId }),
  fc.record({ kind: fc.constantFrom('cancel', 'move'), nth: fc.nat({ max: 1 }), start }),
  fc.record({ kind: fc.constant('block') }),
  fc.record({ kind: fc.constant('block time'), start }),
  fc.record({ kind: fc.constant('set hours'), open: windows }),
);
type Step = {
  readonly kind: string;
  readonly start?: number;
  readonly serviceId?: string;
  readonly nth?: number;
  readonly open?: readonly { readonly start: number; readonly end: number }[];
};

/** The rule by which a command is refused; null if it isn't. */
const refusalOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof RuleBroken) return error.code;
      throw error;
    },
  );

const rules = fc.record<StartRules>({
  start_every_minutes: fc.constantFrom(30, 30, 15, 10),
  last_start_offered: fc.boolean(),
  notice_minutes: fc.constantFrom(0, 0, 90, 1_440),
  staff_any_five_minutes: fc.constantFrom(false, false, true),
});

function world(open: readonly { start: number; end: number }[], on: string, startRules: () => StartRules) {
  const log = memoryEventStore();
  const clock = { now: FRIDAY_MORNING };
  const now = () => clock.now;
  const salon = createTestSalon(log, { now, services: SERVICES, windows: open, startRules });
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const made: { readonly id: string; readonly start: number }[] = [];
  const by = (who: 'visitor' | 'staff') => (who === 'staff' ? { actor: STAFF } : {});

  const booked = async (who: 'visitor' | 'staff', at: number, id: string) => {
    const key = newKey();
    const refusal = await refusalOf(book(salon, key, { date: on, start: at, serviceIds: [id] }, by(who)));
    if (refusal === null) made.push({ id: bookingIdOf(key), start: at });
    return refusal;
  };
  const runOn = (command: string, subject: string) =>
    runOf({ key: newKey(), command, subject, actor: STAFF });
  const moved = (id: string, at: number) =>
    refusalOf(
      salon.bookings.reschedule(id, { date: on, start: at, notice: NONE }, runOn('reschedule-booking', id)),
    );

  async function take({ kind, start: at = 0, serviceId: id = '', nth = 0, open: hours = [] }: Step) {
    const earlier = made[nth]?.id;
    if (kind === 'visitor' || kind === 'staff') return booked(kind, at, id);
    if (kind === 'hold') {
      const hold = { date: on, start: at, serviceIds: [id], from: { address: '192.0.2.9' } };
      return refusalOf(salon.holds.hold(hold, runOf({ key: newKey(), command: 'hold-slot' })));
    }
    if (kind === 'block') {
      const block = { date: on, reason: 'Wedding', acknowledged: true };
      return refusalOf(salon.agenda.blockDate(block, runOf({ key: newKey(), command: 'block-date' })));
    }
    if (kind === 'block time') {
      const lunch = {
        date: on,
        start: at,
        end: Math.min(1440, at + 60),
        reason: 'Lunch',
        acknowledged: true,
      };
      return refusalOf(salon.blockedTimes.block(lunch, runOf({ key: newKey(), command: 'block-time' })));
    }
    if (kind === 'set hours') {
      const run = runOf({ key: newKey(), command: 'set-day-hours' });
      return refusalOf(salon.dayHours.set({ date: on, windows: hours }, { acknowledged: true }, run));
    }
    if (earlier === undefined) return null;
    if (kind === 'move') return moved(earlier, at);
    const cancel = { reason: 'other', notice: NONE } as const;
    return refusalOf(salon.bookings.cancel(earlier, cancel, runOn('cancel-booking', earlier)));
  }

  const whyNot = createWhyNot({
    log,
    bookings: salon.bookingStreams,
    windowsOn: () => open,
    startRules,
    hoursSince: async () => null,
    activeServices: (ids) => SERVICES.filter(({ id }) => ids.includes(id)),
    maxBookingMinutes: () => MAX_BOOKING_MINUTES,
    timeZone: TIME_ZONE,
    now,
  });
  return { clock, take, booked, moved, made, whyNot };
}

const question = fc.record({
  who: fc.constantFrom('visitor', 'staff', 'mover'),
  nth: fc.nat({ max: 1 }),
  /** The appointment that is to be moved has been cancelled. */
  isCancelled: fc.constantFrom(false, false, false, true),
  start,
  serviceId,
  /** A move is to where the appointment was booked, unless it has moved since. */
  isOwn: fc.constantFrom(false, false, true),
  /** Holds have expired after eleven minutes. */
  later: fc.constantFrom(0, 0, 11, 180),
});

it('a time is called free exactly if a visitor can book it, and open to staff exactly if staff can', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      windows,
      date,
      fc.array(step, { maxLength: 6 }),
      question,
      rules,
      async (open, on, steps, asked, startRules) => {
        const { clock, take, booked, moved, made, whyNot } = world(open, on, () => startRules);
        for (const one of steps) await take(one);
        clock.now = new Date(clock.now.getTime() + asked.later * 60_000);

        const mover = asked.who === 'mover' ? made[asked.nth] : undefined;
        if (asked.who === 'mover' && mover === undefined) return;
        if (mover && asked.isCancelled) await take({ kind: 'cancel', nth: asked.nth });
        const at = mover && asked.isOwn ? mover.start : asked.start;
        const { reasons } = await whyNot({
          date: on,
          start: at,
          serviceIds: [asked.serviceId],
          bookingId: mover?.id,
        });
        const isFree = reasons.length === 0;
        const staffMay = reasons.every((reason) => reason.staffMay);
        const refusal = mover
          ? await moved(mover.id, at)
          : await booked(asked.who === 'visitor' ? 'visitor' : 'staff', at, asked.serviceId);
        const expected = asked.who === 'visitor' ? isFree : staffMay;
        expect(expected, `${refusal}: ${reasons.map(({ code }) => code)}`).toBe(refusal === null);
        const outcome = `${asked.who} ${refusal === null}`;
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        for (const { code } of reasons) seen.set(code, (seen.get(code) ?? 0) + 1);
      },
    ),
    { numRuns: 1_200, seed: 26 },
  );
  // Each kind of answer has come up.
  expect([...seen.keys()].sort()).toEqual(
    [
      ...['visitor', 'staff', 'mover'].flatMap((who) => [`${who} true`, `${who} false`]),
      ...[
        'taken',
        'held',
        'blocked',
        'time-blocked',
        'closed',
        'outside-hours',
        'ends-after-closing',
        'off-grid',
        'too-short-notice',
        'past',
      ],
      ...['too-far-ahead', 'time-skipped', 'past-midnight', 'outside-staff-times', 'off-five-minutes'],
      'booking-too-long',
      ...['same-time', 'already-cancelled'],
    ].sort(),
  );
});
