import { describe, expect, it } from 'vitest';
import type { Since } from '../../src/contracts/bookings/why-not.ts';
import { createKeyedMutex } from '../../src/eventsourcing/async/keyed-mutex.ts';
import { createEventStreams } from '../../src/eventsourcing/streams/event-streams.ts';
import { bookingIdOf } from '../../src/features/booking/appointment/commands.ts';
import { reasonText } from '../../src/features/booking/why-not/text.ts';
import { createWhyNot } from '../../src/features/booking/why-not/why-not.ts';
import { createHoursSince } from '../../src/features/hours/since.ts';
import { stylistDecider } from '../../src/features/team/decider.ts';
import { stylistStream } from '../../src/features/team/events.ts';
import { FIRST } from '../../src/salon/parts.ts';
import { FIRST_STYLIST, type Stylist, type StylistWeek } from '../../src/salon/team.ts';
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
  takeWithoutClaim,
} from '../support/salon/test-salon.ts';
import { USUAL_STARTS } from '../support/salon/usual-starts.ts';

const SERVICES = [service('cut', 30), service('color', 90)];
const NONE = { kind: 'none' } as const;
const HOURS_ID = '00000000-0000-4000-8000-000000000002';

/** A salon with hours from 9 AM to 7 PM on Tuesdays. */
function given(windows = [{ start: 540, end: 1140 }], stylist: () => Stylist = () => FIRST_STYLIST) {
  const log = memoryEventStore();
  const salon = createTestSalon(log, { services: SERVICES, windows });
  let keys = 0;
  const run = (command: string, subject?: string) => {
    keys += 1;
    return runOf({ key: `key-${keys}`, command, ...(subject && { subject }), actor: STAFF });
  };
  const whyNot = createWhyNot({
    log,
    bookings: salon.bookingStreams,
    stylists: () => [stylist()],
    windowsOn: () => windows,
    startRules: () => USUAL_STARTS,
    hoursSince: createHoursSince(log),
    activeServices: (ids) => SERVICES.filter(({ id }) => ids.includes(id)),
    maxBookingMinutes: () => MAX_BOOKING_MINUTES,
    timeZone: TIME_ZONE,
    now: () => FRIDAY_MORNING,
  });
  const ask = (start: number, serviceId = 'color', bookingId?: string) =>
    whyNot({ date: TUESDAY, start, serviceIds: [serviceId], bookingId });
  return { log, salon, run, ask };
}

const sincesOf = ({ reasons }: Awaited<ReturnType<ReturnType<typeof given>['ask']>>) =>
  reasons.map(({ code, since }) => [code, since?.type]);

describe('why a time can’t be had', () => {
  it('has every reason, each with the event that made it so', async () => {
    const { salon, run, ask } = given();
    await book(salon, 'the-first-key-0123456789', { start: 1080, serviceIds: ['cut'] });
    const moved = bookingIdOf('the-first-key-0123456789');
    await salon.bookings.reschedule(
      moved,
      { date: TUESDAY, start: 1110, notice: NONE },
      run('reschedule-booking', moved),
    );
    const from = { address: '192.0.2.9' };
    await salon.holds.hold(
      { date: TUESDAY, start: 1050, serviceIds: ['cut'], from },
      runOf({ key: 'hold', command: 'hold-slot' }),
    );
    await salon.agenda.blockDate({ date: TUESDAY, reason: 'Wedding', acknowledged: true }, run('block-date'));
    const found = await ask(1065);
    expect(sincesOf(found)).toEqual([
      ['blocked', 'DateBlocked'],
      // The former time of a moved appointment, until the slot keeper has released it.
      ['taken', 'BookingRequested'],
      ['taken', 'BookingRescheduled'],
      ['held', 'SlotHeld'],
      // It isn't one of the starts that staff may choose.
      ['outside-staff-times', undefined],
      ['ends-after-closing', undefined],
    ]);
    expect(found.reasons.flatMap(({ claim }) => claim ?? [])).toEqual(['given-up', 'has']);
    expect(found.reasons.filter(({ staffMay }) => staffMay).map(({ code }) => code)).toEqual([
      'ends-after-closing',
    ]);
  });

  it('is the blocked part of the day, and the hours of the date alone', async () => {
    const { salon, run, ask } = given();
    const lunch = { date: TUESDAY, start: 720, end: 780, reason: 'Lunch', acknowledged: true };
    const { blockId } = await salon.blockedTimes.block(lunch, run('block-time'));
    const times = { start: 750, end: 810 };
    expect(sincesOf(await ask(690))).toEqual([['time-blocked', 'TimeBlocked']]);
    const change = { times, acknowledged: true };
    await salon.blockedTimes.change(blockId, change, run('change-blocked-time', blockId));
    expect(sincesOf(await ask(690))).toEqual([['time-blocked', 'BlockedTimeMoved']]);
    await salon.blockedTimes.unblock(blockId, run('unblock-time', blockId));
    expect(sincesOf(await ask(690))).toEqual([]);

    await salon.dayHours.set(
      { date: TUESDAY, windows: [{ start: 600, end: 720 }] },
      { acknowledged: true },
      run('set'),
    );
    const { reasons } = await ask(690);
    const ofDate = { windows: [{ start: 600, end: 720 }], areOwn: true };
    expect(reasons).toMatchObject([
      { code: 'ends-after-closing', since: { type: 'DayHoursSet' }, ...ofDate },
    ]);
    await salon.dayHours.set({ date: TUESDAY, windows: [] }, { acknowledged: true }, run('close'));
    expect(sincesOf(await ask(690))).toEqual([['closed', 'DayHoursSet']]);
    await salon.dayHours.clear({ date: TUESDAY }, { acknowledged: true }, run('clear'));
    expect(sincesOf(await ask(690))).toEqual([]);
  });

  it('doesn’t count the time of the appointment that is moved, nor where it is now as a move', async () => {
    const { salon, ask } = given();
    await book(salon, 'the-first-key-0123456789', { start: 600, serviceIds: ['color'] });
    const id = bookingIdOf('the-first-key-0123456789');
    expect(sincesOf(await ask(630))).toEqual([['taken', 'BookingRequested']]);
    expect(sincesOf(await ask(630, 'cut', id))).toEqual([]);
    expect(sincesOf(await ask(600, 'cut', id))).toEqual([['same-time', 'BookingRequested']]);
    await expect(ask(600, 'cut', bookingIdOf('nobody'))).rejects.toThrow('booking-not-found');
    await expect(ask(600, 'nothing')).rejects.toThrow('unknown-service');
  });

  it('is a booking that is being made, until its request is recorded', async () => {
    const { log, ask } = given();
    await takeWithoutClaim(log, 'the-first-key-0123456789');
    const { reasons } = await ask(600);
    expect(reasons).toMatchObject([{ code: 'taken', claim: 'being-made', since: { type: 'SlotTaken' } }]);
  });

  it('is the change of hours that closed the time, not one before or after it', async () => {
    const { salon, run, ask } = given([]);
    const hours = { hoursId: HOURS_ID, dayOfWeek: 2, start: 540, end: 1140 };
    await salon.streams.hours.handle('hours', () => ({ kind: 'AddHours', ...hours }), run('add-hours'));
    const change = (start: number, end: number) =>
      salon.streams.hours.handle(
        'hours',
        () => ({ kind: 'ChangeHours', hoursId: HOURS_ID, start, end }),
        run('change-hours'),
      );
    expect(sincesOf(await ask(600))).toEqual([['closed', undefined]]);
    await change(540, 1080);
    await change(540, 1020);
    const off = { kind: 'SwitchHours', hoursId: HOURS_ID, isAvailable: false } as const;
    await salon.streams.hours.handle('hours', () => off, run('switch-hours'));
    const { reasons } = await ask(600);
    expect(reasons).toMatchObject([{ code: 'closed', since: { type: 'HoursSwitched', revision: 3n } }]);
  });
});

it('is the change of a stylist’s week that took the weekday away, not one of other days', async () => {
  let stylist = FIRST_STYLIST;
  const { log, run, ask } = given([{ start: 540, end: 1140 }], () => stylist);
  const streams = createEventStreams(log, stylistDecider, {
    mutex: createKeyedMutex(),
    now: () => FRIDAY_MORNING,
  });
  async function works(week: StylistWeek | null) {
    const set = { kind: 'SetStylistHours', stylistId: FIRST, week } as const;
    await streams.handle(stylistStream(FIRST), () => set, run('set-stylist-hours', FIRST));
    stylist = { ...stylist, week };
  }
  const on = (dayOfWeek: number, end: number) => ({ dayOfWeek, windows: [{ start: 540, end }] });
  await works([on(2, 1140), on(3, 1140)]);
  expect(sincesOf(await ask(600))).toEqual([]);
  await works([on(2, 660), on(3, 1140)]);
  await works([on(2, 660), on(3, 1080)]);
  expect((await ask(600)).reasons).toMatchObject([{ code: 'ends-after-closing', since: { revision: 1n } }]);
  await works([on(3, 1080)]);
  await works([on(3, 1020)]);
  expect((await ask(600)).reasons).toMatchObject([
    { code: 'stylist-off', since: { type: 'StylistHoursSet', revision: 3n } },
  ]);
  await works(null);
  expect(sincesOf(await ask(600))).toEqual([]);
});

describe('the text of a reason', () => {
  const since = (actor: Since['actor']): Since => ({
    event_id: HOURS_ID,
    type: 'BookingRequested',
    at: '2026-11-20T23:10:00.000Z',
    actor,
  });
  const told = {
    slot: { start: 840, end: 930 },
    windows: [{ start: 540, end: 870 }],
    rules: USUAL_STARTS,
    areOwn: false,
    clock: { date: TUESDAY, timeZone: TIME_ZONE, now: FRIDAY_MORNING },
    minutes: 540,
    mostMinutes: MAX_BOOKING_MINUTES,
    undone: [],
    since: null,
  };
  const reason = { staffMay: false, since: null };
  const obstacle = { id: HOURS_ID, start: 840, end: 930, parts: [] };
  const taken = { ...reason, code: 'taken', claim: 'has' } as const;

  it('names who is there, until when, and how that came', () => {
    const there = { ...taken, obstacle: { ...obstacle, kind: 'taken', bookingId: HOURS_ID } } as const;
    const by = since({ kind: 'customer' });
    expect(reasonText(there, { ...told, since: by, customerName: 'Ann Lee' })).toBe(
      'Taken by Ann Lee, 2:00 PM to 3:30 PM, booked on Nov 20, 2026 at 3:10 PM by the customer.',
    );
    const moved = { ...since({ kind: 'admin', user_id: 'x', name: 'Maria' }), type: 'BookingRescheduled' };
    expect(reasonText(there, { ...told, since: moved, customerName: null })).toBe(
      'Taken by an erased customer, 2:00 PM to 3:30 PM, moved there on Nov 20, 2026 at 3:10 PM by Maria.',
    );
    expect(reasonText(there, { ...told, since: { ...moved, type: 'BookingLengthChanged' } })).toContain(
      'changed in length on Nov 20, 2026 at 3:10 PM by Maria.',
    );
    expect(reasonText({ ...there, claim: 'given-up' }, { ...told, customerName: 'Ann Lee' })).toBe(
      'Just given up by Ann Lee. It is free again in a moment.',
    );
    expect(reasonText({ ...there, claim: 'being-made' }, told)).toBe(
      'Taken by an appointment that is being made at this moment.',
    );
  });

  it('says until when a hold lasts, and why a time is blocked', () => {
    const held = { ...obstacle, kind: 'held', expiresAt: '2026-11-20T23:20:00.000Z' } as const;
    expect(reasonText({ ...reason, code: 'held', obstacle: held }, told)).toBe(
      'Held until 3:20 PM by a visitor who is booking 2:00 PM to 3:30 PM.',
    );
    const former = since({ kind: 'admin', user_id: 'x', name: null });
    expect(
      reasonText({ ...reason, code: 'blocked' }, { ...told, since: former, blockReason: 'Wedding' }),
    ).toBe('The date is blocked: “Wedding”, since Nov 20, 2026 at 3:10 PM by a former administrator.');
    expect(reasonText({ ...reason, code: 'blocked' }, told)).toBe('The date is blocked.');
    const lunch = { kind: 'time-blocked', id: HOURS_ID, start: 720, end: 780, parts: [] } as const;
    expect(
      reasonText(
        { ...reason, code: 'time-blocked', obstacle: lunch },
        { ...told, since: former, blockReason: 'Lunch' },
      ),
    ).toBe(
      'Blocked from 12:00 PM to 1:00 PM: “Lunch”, since Nov 20, 2026 at 3:10 PM by a former administrator.',
    );
    expect(reasonText({ ...reason, code: 'closed' }, { ...told, areOwn: true })).toBe(
      'The salon is closed on this date.',
    );
  });

  it('says how the time lies to the opening hours, and who changed them', () => {
    const by = since({ kind: 'admin', user_id: 'x', name: 'Maria' });
    const outside = (code: 'closed' | 'outside-hours' | 'ends-after-closing' | 'off-grid', more = {}) =>
      reasonText({ ...reason, code }, { ...told, ...more });
    expect(outside('closed', { since: by })).toBe(
      'The salon is closed on Tuesdays. The hours were changed on Nov 20, 2026 at 3:10 PM by Maria.',
    );
    expect(outside('outside-hours')).toBe('Outside opening hours, 9:00 AM to 2:30 PM.');
    expect(outside('ends-after-closing')).toBe(
      'It doesn’t fit before closing: it would end at 3:30 PM, after closing at 2:30 PM.',
    );
    expect(outside('off-grid', { slot: { start: 550, end: 580 } })).toBe(
      'Visitors can only start every 30 minutes from 9:00 AM.',
    );
    const rules = { ...USUAL_STARTS, start_every_minutes: 15, last_start_offered: true };
    expect(outside('off-grid', { slot: { start: 550, end: 580 }, rules })).toBe(
      'Visitors can only start every 15 minutes from 9:00 AM, or end exactly at closing.',
    );
  });

  it('names the stylist whom it is about, and nobody where the salon is no team', () => {
    const theirs = { ...reason, isTheirs: true };
    const there = {
      ...taken,
      ...theirs,
      obstacle: { ...obstacle, kind: 'taken', bookingId: HOURS_ID },
    } as const;
    const of = (about: Parameters<typeof reasonText>[0], more = {}) =>
      [{ stylistName: 'Ann' }, {}].map((name) => reasonText(about, { ...told, ...name, ...more }));
    expect(of(there, { customerName: 'Jo Lee' })).toEqual([
      'Ann: taken by Jo Lee, 2:00 PM to 3:30 PM.',
      'Taken by Jo Lee, 2:00 PM to 3:30 PM.',
    ]);
    expect(of({ ...theirs, code: 'service-not-done' }, { undone: ['Full Color', 'Perm'] })).toEqual([
      'Ann doesn’t do Full Color and Perm.',
      'The stylist doesn’t do Full Color and Perm.',
    ]);
    expect(of({ ...theirs, code: 'stylist-off' })[0]).toBe('Ann doesn’t work on Tuesdays.');
    expect(of({ ...theirs, code: 'outside-hours' })[0]).toBe('Outside Ann’s hours, 9:00 AM to 2:30 PM.');
    expect(of({ ...theirs, code: 'ends-after-closing' })[0]).toBe(
      'It would end at 3:30 PM, after Ann’s hours end at 2:30 PM.',
    );
    expect(of({ ...theirs, code: 'stylist-inactive' })[0]).toBe('Ann takes no appointments any more.');
    expect(of({ ...theirs, code: 'not-online', staffMay: true })[0]).toBe('Visitors can’t book Ann online.');
  });

  it('names the limit', () => {
    const limit = (
      code: 'past' | 'too-far-ahead' | 'past-midnight' | 'outside-staff-times' | 'booking-too-long',
      end = 930,
    ) => reasonText({ ...reason, code }, { ...told, slot: { start: 840, end } });
    expect(limit('past')).toBe('That time is already past.');
    expect(limit('too-far-ahead')).toBe('Too far ahead: today, appointments can be made until May 20, 2027.');
    expect(limit('past-midnight', 1470)).toBe('It would last beyond midnight, until 12:30 AM.');
    expect(limit('outside-staff-times')).toBe(
      'A new appointment starts every 30 minutes from 8:00 AM to 8:00 PM, or from an opening time.',
    );
    expect(
      reasonText(
        { ...reason, code: 'too-short-notice' },
        { ...told, rules: { ...USUAL_STARTS, notice_minutes: 90 } },
      ),
    ).toBe('Too short notice: customers book at least 1h 30min ahead.');
    expect(limit('booking-too-long', 1380)).toBe(
      'Visitors can book at most 8h at once, and these services take 9h.',
    );
  });
});
