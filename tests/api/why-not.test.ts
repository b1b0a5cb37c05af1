import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WhyNot } from '../../src/contracts/bookings/why-not.ts';
import type { Schedule } from '../../src/contracts/salon/admin-hours.ts';
import { addSalonDays, dayOfWeek, formatTime } from '../../src/salon/salon-time.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { patiently } from '../support/network/patiently.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed, manualBooking } from '../support/staff/staff-bookings.ts';

/** The reasons why a time can't be had, asked over HTTP, and the answers of the commands at that time. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const WHY = '/api/admin/availability/why';
/** Thirty minutes. */
const SERVICE = 'scalp-treatment';

interface Asked {
  readonly date: string;
  readonly time: string;
  readonly services?: string;
  readonly booking_id?: string;
}

async function why(asked: Asked, { position = '' } = {}): Promise<WhyNot> {
  const query = new URLSearchParams({
    ...(asked.booking_id === undefined && { services: SERVICE }),
    ...asked,
    ...(position && { after: position }),
  });
  const answer = await staff.get(`${WHY}?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return WhyNot.strict().parse(answer.json);
}

/** The time of a change: today, or yesterday if midnight has passed since. */
const ON_THE_DAY = '\\w{3} \\d\\d, \\d{4} at \\d+:\\d\\d [AP]M';

describe('why a time can’t be had', () => {
  it('is asked of a free time in vain, and names the nearest ones around it', async () => {
    const date = salon.freshDay();
    expect(await why({ date, time: '10:00 AM' })).toEqual({
      free: true,
      reasons: [],
      nearest: {
        before: { date, time: '9:30 AM' },
        after: { date, time: '10:30 AM' },
        later: ['11:00 AM', '11:30 AM'].map((time) => ({ date, time })),
      },
    });
  });

  it('is another appointment, with its customer, its time of booking and who booked it; the nearest times skip such times', async () => {
    const date = salon.freshDay();
    const first = await salon.booked({ appointment_date: date, customer_name: 'Ann Lee' });
    const second = await bookedByStaff(staff, {
      appointment_date: salon.freshDay(),
      customer_name: 'Bo Chen',
    });
    const moved = await changed(staff, second.id, 'reschedule', { new_date: date, new_time: '10:30 AM' });
    const taken = await why({ date, time: '10:15 AM' }, moved);
    expect(taken).toEqual({
      free: false,
      reasons: [
        {
          code: 'taken',
          text: expect.stringMatching(
            `^Taken by Ann Lee, 10:00 AM to 10:30 AM, booked on ${ON_THE_DAY} by the customer\\.$`,
          ),
          staff_may: false,
          booking_id: first.id,
          since: {
            event_id: expect.any(String),
            type: 'BookingRequested',
            at: expect.any(String),
            actor: { kind: 'customer' },
          },
        },
        {
          code: 'taken',
          text: expect.stringMatching(
            `^Taken by Bo Chen, 10:30 AM to 11:00 AM, moved there on ${ON_THE_DAY} by Ada Lovelace\\.$`,
          ),
          staff_may: false,
          booking_id: second.id,
          since: {
            event_id: expect.any(String),
            type: 'BookingRescheduled',
            at: expect.any(String),
            actor: { kind: 'admin', user_id: staff.userId, name: 'Ada Lovelace' },
          },
        },
        expect.objectContaining({ code: 'outside-staff-times', staff_may: false, since: null }),
        expect.objectContaining({ code: 'off-grid', staff_may: true, since: null }),
      ],
      nearest: {
        before: { date, time: '9:30 AM' },
        after: { date, time: '11:00 AM' },
        later: ['11:30 AM', '12:00 PM'].map((time) => ({ date, time })),
      },
    });
    // The event is the one that the history tells of.
    const history = await staff.get(`/api/admin/bookings/${second.id}/history?after=${moved.position}`);
    const { entries } = history.json as { entries: { id: string; type: string }[] };
    expect(entries.find(({ type }) => type === 'BookingRescheduled')?.id).toBe(
      taken.reasons[1]?.since?.event_id,
    );
    const refused = await staff.post(
      '/api/admin/bookings',
      manualBooking({ appointment_date: date, appointment_time: '10:00 AM' }),
    );
    expectProblem(refused, 'slot-taken');
    // Only the other appointment is in the way of its own move.
    const own = await why({ date, time: '10:15 AM', booking_id: second.id });
    expect(own.reasons.map(({ code, booking_id }) => [code, booking_id])).toEqual([
      ['taken', first.id],
      ['off-grid', undefined],
    ]);
    expect(await why({ date, time: '10:30 AM', booking_id: second.id })).toMatchObject({
      free: false,
      reasons: [{ code: 'same-time', staff_may: false, since: { type: 'BookingRescheduled' } }],
      nearest: { before: { time: '9:30 AM' }, after: { time: '11:00 AM' } },
    });
  });

  it("is a visitor's hold, with its end", async () => {
    const date = salon.freshDay();
    const hold = { date, time: '2:00 PM', services: [{ id: SERVICE }] };
    const held = await salon.post('/api/holds', hold);
    expect(held.status, held.text).toBe(201);
    const { reasons } = await why({ date, time: '2:00 PM' }, { position: positionOf(held) });
    expect(reasons).toEqual([
      {
        code: 'held',
        text: expect.stringMatching(
          /^Held until \d+:\d\d [AP]M by a visitor who is booking 2:00 PM to 2:30 PM\.$/,
        ),
        staff_may: false,
        since: expect.objectContaining({ type: 'SlotHeld', actor: { kind: 'customer' } }),
      },
    ]);
  });

  it('is every reason at once, with the block’s own words', async () => {
    const date = salon.freshDay();
    const booked = await bookedByStaff(staff, { appointment_date: date, appointment_time: '8:00 PM' });
    const block = { blocked_date: date, reason: 'Wedding' };
    const blocked = await staff.post('/api/admin/blocked-dates?acknowledged=true', block);
    expect(blocked.status, blocked.text).toBe(201);
    const { id } = blocked.json as { id: string };
    const { reasons, nearest } = await why(
      { date, time: '8:15 PM', services: 'full-highlights' },
      { position: positionOf(blocked) },
    );
    expect(reasons.map(({ code, staff_may }) => [code, staff_may])).toEqual([
      ['blocked', false],
      ['taken', false],
      ['outside-staff-times', false],
      ['ends-after-closing', true],
    ]);
    expect(reasons[0]).toMatchObject({
      block_id: id,
      text: expect.stringMatching(`^The date is blocked: “Wedding”, since ${ON_THE_DAY} by Ada Lovelace\\.$`),
      since: { type: 'DateBlocked', actor: { kind: 'admin' } },
    });
    expect(reasons[1]).toMatchObject({ booking_id: booked.id });
    expect(nearest.before && nearest.before.date < date).toBe(true);
    expect(nearest.after && nearest.after.date > date).toBe(true);
  });

  it('is a blocked part of the day, and hours of this date alone', async () => {
    const date = salon.freshDay();
    const hours = { windows: [{ start_time: '09:00', end_time: '12:00' }] };
    expect((await staff.post(`/api/admin/days/${date}/hours`, hours)).status).toBe(200);
    const lunch = { date, start_time: '12:00', end_time: '13:00', reason: 'Training' };
    const blocked = await staff.post('/api/admin/blocked-times', lunch);
    const { id } = blocked.json as { id: string };
    const { reasons, nearest } = await why({ date, time: '12:30 PM' }, { position: positionOf(blocked) });
    expect(reasons).toMatchObject([
      {
        code: 'time-blocked',
        block_id: id,
        text: expect.stringMatching(
          `^Blocked from 12:00 PM to 1:00 PM: “Training”, since ${ON_THE_DAY} by Ada Lovelace\\.$`,
        ),
        staff_may: false,
        since: { type: 'TimeBlocked' },
      },
      { code: 'outside-hours', staff_may: true, since: { type: 'DayHoursSet' } },
    ]);
    expect(nearest.before).toEqual({ date, time: '11:30 AM' });
  });

  it('is a change of the hours, with who made it', async () => {
    const date = salon.freshDay();
    const { hours } = (await staff.get('/api/admin/hours')).json as Schedule;
    const own = hours.find(({ day_of_week }) => day_of_week === dayOfWeek(date));
    const patch = async (end_time: string) => {
      const body = { start_time: '09:00', end_time };
      const answer = await staff.patch(`/api/admin/hours/${own?.id}?acknowledged=true`, body);
      expect(answer.status, answer.text).toBe(200);
      return answer;
    };
    const shortened = await patch('17:00');
    // Decisions learn the hours from the log a moment after the command.
    const found = await eventually(async () => {
      const answer = await why({ date, time: '5:00 PM' }, { position: positionOf(shortened) });
      expect(answer.free).toBe(false);
      return answer;
    });
    expect(found.reasons).toEqual([
      {
        code: 'outside-hours',
        text: expect.stringMatching(
          `^Outside opening hours, 9:00 AM to 5:00 PM\\. The hours were changed on ${ON_THE_DAY} by Ada Lovelace\\.$`,
        ),
        staff_may: true,
        since: expect.objectContaining({ type: 'HoursChanged' }),
      },
    ]);
    expect(found.nearest.before).toEqual({ date, time: '4:30 PM' });
    await patch('21:00');
    await eventually(async () => expect((await why({ date, time: '5:00 PM' })).free).toBe(true));
    const sunday = addSalonDays(date, 7 - dayOfWeek(date));
    expect((await why({ date: sunday, time: '10:00 AM' })).reasons).toMatchObject([
      { code: 'closed', text: 'The salon is closed on Sundays.', staff_may: true, since: null },
    ]);
  });

  it('is the past, or too far a day', async () => {
    const past = await why({ date: '2026-01-06', time: '10:00 AM' });
    expect(past.reasons.map(({ code }) => code)).toEqual(['past']);
    expect(past.nearest.before).toBe(null);
    expect(past.nearest.after).not.toBe(null);
    const far = await why({ date: addSalonDays(salon.freshDay(), 300), time: '10:00 AM' });
    expect(far.reasons.map(({ code }) => code)).toContain('too-far-ahead');
    expect(far.nearest.before).not.toBe(null);
    expect(far.nearest.after).toBe(null);
  });
});

it('is free exactly where a visitor can book, and the nearest are such times', async () => {
  const date = salon.freshDay();
  await bookedByStaff(staff, { appointment_date: date, appointment_time: '9:30 AM' });
  const long = { appointment_date: date, appointment_time: '11:00 AM', services: ['full-color'] };
  let last: { readonly position: string } = await bookedByStaff(staff, long);
  for (const start of [540, 555, 570, 600, 630, 645, 780, 1230, 1245, 1260]) {
    const time = formatTime(start);
    const { free, reasons, nearest } = await why({ date, time }, last);
    for (const near of [nearest.before, nearest.after]) {
      if (near) expect((await why(near)).free, `${near.date} ${near.time}`).toBe(true);
    }
    const at = { appointment_date: date, appointment_time: time };
    const staffMay = reasons.every(({ staff_may }) => staff_may);
    const key = randomUUID();
    const answer = await patiently(() =>
      free
        ? salon.post('/api/bookings', bookingRequest(at), { key })
        : staff.post('/api/admin/bookings', manualBooking(at), { key }),
    );
    expect(answer.status, time).toBe(free || staffMay ? 201 : 409);
    if (answer.status === 201) last = { position: positionOf(answer) };
  }
});

it('says what is wrong with the question', async () => {
  const date = salon.freshDay();
  const ask = (query: Record<string, string>) =>
    staff.get(`${WHY}?${new URLSearchParams({ date, time: '10:00 AM', ...query })}`);
  expectProblem(await ask({}), 'validation-failed');
  expectProblem(await ask({ services: SERVICE, time: '25:00' }), 'validation-failed');
  expectProblem(await ask({ services: 'magic' }), 'unknown-service');
  expectProblem(await ask({ booking_id: '00000000-0000-4000-8000-000000000001' }), 'booking-not-found');
});
