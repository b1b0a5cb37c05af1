import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RuleBroken } from '../../src/eventsourcing/streams/decider.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { createWhyNot } from '../../src/features/booking/why-not/why-not.ts';
import type { StartRules } from '../../src/salon/starts.ts';
import { FIRST_STYLIST, type Stylist, type StylistChoice } from '../../src/salon/team.ts';
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
  /** Left out for anyone, or everybody. */
  readonly stylistId?: string | undefined;
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

function world(
  open: readonly { start: number; end: number }[],
  on: string,
  startRules: () => StartRules,
  {
    stylists = () => [FIRST_STYLIST],
    services = SERVICES,
    choice,
  }: Pick<NonNullable<Parameters<typeof createTestSalon>[1]>, 'stylists' | 'services' | 'choice'> = {},
) {
  const log = memoryEventStore();
  const clock = { now: FRIDAY_MORNING };
  const now = () => clock.now;
  const salon = createTestSalon(log, { now, services, windows: open, startRules, stylists, choice });
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const made: { readonly id: string; readonly start: number }[] = [];
  /** The stylist whom the last booking or move has got. */
  let last = '';
  const noted = (done: Promise<{ readonly stylistId: string }>) =>
    refusalOf(
      done.then(({ stylistId }) => {
        last = stylistId;
      }),
    );
  const by = (who: 'visitor' | 'staff') => (who === 'staff' ? { actor: STAFF } : {});

  const booked = async (who: 'visitor' | 'staff', at: number, id: string, stylistId?: string) => {
    const key = newKey();
    const wanted = { date: on, start: at, serviceIds: [id], stylistId };
    const refusal = await noted(book(salon, key, wanted, by(who)));
    if (refusal === null) made.push({ id: bookingIdOf(key), start: at });
    return refusal;
  };
  const runOn = (command: string, subject: string) =>
    runOf({ key: newKey(), command, subject, actor: STAFF });
  const moved = (id: string, at: number, stylistId?: string | null) => {
    const to = { date: on, start: at, stylistId, notice: NONE };
    return noted(salon.bookings.reschedule(id, to, runOn('reschedule-booking', id)));
  };

  async function take({
    kind,
    start: at = 0,
    serviceId: id = '',
    nth = 0,
    open: hours = [],
    stylistId,
  }: Step) {
    const earlier = made[nth]?.id;
    if (kind === 'visitor' || kind === 'staff') return booked(kind, at, id, stylistId);
    if (kind === 'hold') {
      const from = { address: '192.0.2.9' };
      const hold = { date: on, start: at, serviceIds: [id], stylistId, from };
      return refusalOf(salon.holds.hold(hold, runOf({ key: newKey(), command: 'hold-slot' })));
    }
    if (kind === 'block') {
      const block = { date: on, reason: 'Wedding', acknowledged: true };
      return refusalOf(salon.agenda.blockDate(block, runOf({ key: newKey(), command: 'block-date' })));
    }
    if (kind === 'block time') {
      const lunch = {
        date: on,
        resource: stylistId,
        start: at,
        end: Math.min(1440, at + 60),
        reason: 'Lunch',
        acknowledged: true,
      };
      return refusalOf(salon.blockedTimes.block(lunch, runOf({ key: newKey(), command: 'block-time' })));
    }
    if (kind === 'set hours') {
      const run = runOf({ key: newKey(), command: 'set-day-hours' });
      const own = { date: on, resource: stylistId, windows: hours };
      return refusalOf(salon.dayHours.set(own, { acknowledged: true }, run));
    }
    if (earlier === undefined) return null;
    if (kind === 'move') return moved(earlier, at, stylistId);
    const cancel = { reason: 'other', notice: NONE } as const;
    return refusalOf(salon.bookings.cancel(earlier, cancel, runOn('cancel-booking', earlier)));
  }

  const whyNot = createWhyNot({
    log,
    bookings: salon.bookingStreams,
    stylists,
    windowsOn: () => open,
    startRules,
    hoursSince: async () => null,
    activeServices: (ids) => services.filter(({ id }) => ids.includes(id)),
    maxBookingMinutes: () => MAX_BOOKING_MINUTES,
    timeZone: TIME_ZONE,
    now,
  });
  return { clock, take, booked, moved, made, whyNot, lastStylist: () => last };
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

const [ANN, BEA] = ['00000000-0000-4000-8000-000000000041', '00000000-0000-4000-8000-000000000042'];
const someone = (id: string, order: number) =>
  fc.record<Stylist>({
    id: fc.constant(id),
    services: fc.constantFrom(null, null, [{ id: 'cut', minutes: 45 }, { id: 'color' }], [{ id: 'cut' }]),
    order: fc.constant(order),
    isOnline: fc.constantFrom(true, true, true, false),
    isActive: fc.constantFrom(true, true, true, false),
    week: fc.constantFrom(null, null, [{ dayOfWeek: 2, windows: [{ start: 600, end: 1080 }] }], []),
  });
const named = fc.constantFrom(undefined, undefined, 'first', ANN, BEA);
const WITH_GAP = [service('cut', 30), { ...service('color', 90), gap: { start: 15, end: 60 } }];

it('of several stylists, one or anyone is called free exactly if a visitor can book them, and open to staff exactly if staff can', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(someone('first', 0), someone(BEA, 0.5), someone(ANN, 1)),
      fc.constantFrom<StylistChoice>('in_order', 'fewest_minutes'),
      windows,
      fc.array(fc.record({ step, stylistId: named }), { maxLength: 8 }),
      question,
      fc.constantFrom(undefined, null, 'first', ANN, BEA),
      rules,
      async (stylists, choice, open, steps, asked, wish, startRules) => {
        const { clock, take, booked, moved, made, whyNot, lastStylist } = world(
          open,
          TUESDAY,
          () => startRules,
          {
            stylists: () => stylists,
            choice,
            services: WITH_GAP,
          },
        );
        await take({ kind: 'staff', start: 660, serviceId: 'cut' });
        for (const one of steps) await take({ ...one.step, stylistId: one.stylistId });
        clock.now = new Date(clock.now.getTime() + asked.later * 60_000);

        const mover = asked.who === 'mover' ? made[asked.nth] : undefined;
        if (asked.who === 'mover' && mover === undefined) return;
        if (asked.serviceId === 'all-day') return;
        const at = mover && asked.isOwn ? mover.start : asked.start;
        const stylistId = mover ? wish : (wish ?? undefined);
        const { reasons, able } = await whyNot({
          date: TUESDAY,
          start: at,
          serviceIds: [asked.serviceId],
          bookingId: mover?.id,
          stylistId,
        });
        const refusal = mover
          ? await moved(mover.id, at, stylistId)
          : await booked(
              asked.who === 'visitor' ? 'visitor' : 'staff',
              at,
              asked.serviceId,
              wish ?? undefined,
            );
        const isOpen = reasons.every(({ staffMay }) => staffMay);
        const expected = asked.who === 'visitor' ? reasons.length === 0 : isOpen;
        expect(expected, `${refusal}: ${reasons.map(({ code }) => code)}`).toBe(refusal === null);
        if (isOpen) expect(able).not.toEqual([]);
        if (isOpen && stylistId) expect(able).toContain(stylistId);
        if (refusal === null && asked.who !== 'visitor') expect(able).toContain(lastStylist());
        seen.add(
          `${asked.who} ${stylistId === null || stylistId === undefined ? 'anyone' : 'one'} ${refusal}`,
        );
        for (const { code } of reasons) seen.add(code);
      },
    ),
    { numRuns: 600, seed: 46 },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      ...['visitor', 'staff', 'mover'].flatMap((who) => [`${who} anyone null`, `${who} one null`]),
      ...['stylist-off', 'stylist-inactive', 'service-not-done', 'not-online', 'taken', 'time-blocked'],
    ]),
  );
});
