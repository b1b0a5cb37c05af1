import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Calendar } from '../../src/contracts/bookings/calendar.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { agendaStream, isDayDecision } from '../../src/features/booking/agenda/events.ts';
import { clocksOf, formatTime } from '../../src/salon/salon-time.ts';
import { forbiddenOn } from '../support/booking/day-oracle.ts';
import { holdVisitors, SIXTY, THIRTY } from '../support/booking/hold-visitors.ts';
import type { Answer } from '../support/network/http-client.ts';
import { ALL_TESTS } from '../support/run/all-tests.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { violationsOf, wholeLog } from '../support/server/server-proof.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { change, manualBooking } from '../support/staff/staff-bookings.ts';

/** Hours, blocks, holds, bookings, moves and the slot keeper at once, all on one day of a real server. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: { TRUST_PROXY: '1' } });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const somebody = holdVisitors(() => salon);

/** Steps that are sent one after the other, about the same half hour, while others send theirs. */
const PLANS = [
  ['book'],
  ['book away', 'move here'],
  ['book away', 'block time', 'move here'],
  ['book by staff', 'cancel', 'reinstate'],
  ['book by staff', 'cancel', 'block time', 'reinstate'],
  ['hold', 'book held'],
  ['hold', 'block time', 'book held'],
  ['block time', 'hold'],
  ['book', 'block time'],
  ['block time', 'open time', 'book by staff', 'undo'],
  ['block time', 'move time away', 'book by staff', 'undo', 'move time back'],
  ['open time'],
  ['set hours', 'book', 'hold', 'clear hours'],
  ['set hours', 'clear hours', 'undo', 'clear hours'],
  ['block', 'block', 'book', 'open'],
  ['block', 'open', 'book by staff', 'undo', 'open'],
  ['block', 'open', 'block', 'undo', 'open'],
] as const;

const plan = fc.record({
  steps: fc.constantFrom(...PLANS),
  /** Half hours after 9 AM; few, so that plans meet. */
  half: fc.nat(7),
  /** Index of one of the things at that time. */
  one: fc.nat(3),
  isLong: fc.boolean(),
  acknowledged: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;
type Step = Plan['steps'][number];
/** Rounds are sent one after the other; the plans of a round are sent at once. */
const rounds = fc.array(fc.array(plan, { minLength: 2, maxLength: 4, size: 'max' }), {
  minLength: 3,
  maxLength: 5,
  size: 'max',
});

const DATES = '/api/admin/blocked-dates';
const TIMES = '/api/admin/blocked-times';
const DAYS = '/api/admin/days';
/** A move of so many half hours; few plans ask for a time there. */
const AWAY = 8;
/** All that is asked for lies within the weekly hours. */
const WEEKLY = [{ start: 540, end: 1260 }];

/** An appointment, a hold or a block, and the half hour with which it begins. */
interface Thing {
  readonly id: string;
  half: number;
}
const NOTHING: Thing = { id: randomUUID(), half: 0 };

/** One of those that begin at the half hour, or else any. */
function at(things: readonly Thing[], { half, one }: Pick<Plan, 'half' | 'one'>): Thing {
  const there = things.filter((thing) => thing.half === half);
  const choice = there.length > 0 ? there : things;
  return choice[one % Math.max(choice.length, 1)] ?? NOTHING;
}

const lastAt = (things: readonly Thing[], { half }: Plan): Thing =>
  things.findLast((thing) => thing.half === half) ?? NOTHING;

function commandsOn(date: string) {
  const bookings: Thing[] = [];
  const holds: Thing[] = [];
  const times: Thing[] = [];
  const blocks: Thing[] = [];
  /** Positions of decisions that were made without acknowledging appointments. */
  const careful = new Set<string>();

  async function kept(things: Thing[], { half }: Plan, sending: Promise<Answer>): Promise<Answer> {
    const answer = await sending;
    const { id, hold_id } = answer.json as { readonly id?: string; readonly hold_id?: string };
    if (answer.status === 201) things.push({ id: `${id ?? hold_id}`, half });
    return answer;
  }

  /** Moves to another half hour. */
  async function moved(thing: Thing, half: number, sending: Promise<Answer>): Promise<Answer> {
    const answer = await sending;
    if (answer.status === 200) thing.half = half;
    return answer;
  }

  /** Sends a decision of staff, and notes its position if they haven't acknowledged appointments. */
  async function decided({ acknowledged }: Plan, send: (known: string) => Promise<Answer>): Promise<Answer> {
    const answer = await send(acknowledged ? '?acknowledged=true' : '');
    if (answer.status < 300 && !acknowledged) careful.add(positionOf(answer));
    return answer;
  }

  async function send(step: Step, of: Plan, before: readonly Answer[]): Promise<Answer> {
    const { half, one, isLong } = of;
    const clocksAt = (start: number) => ({
      ...clocksOf({ start, end: start + (isLong ? 90 : 30) }),
    });
    const start = 540 + 30 * half;
    const time = formatTime(start);
    const services = [isLong ? SIXTY : THIRTY];
    const wanted = { appointment_date: date, appointment_time: time, services };
    const booking = at(bookings, of);
    const moveTime = (thing: Thing, to: number) =>
      moved(
        thing,
        to,
        decided(of, (known) => staff.patch(`${TIMES}/${thing.id}${known}`, clocksAt(540 + 30 * to))),
      );
    switch (step) {
      case 'book':
        return kept(bookings, of, somebody().book(wanted));
      case 'book by staff':
        return kept(bookings, of, staff.post('/api/admin/bookings', manualBooking(wanted)));
      case 'book away': {
        const away = { ...wanted, appointment_time: formatTime(start + 30 * AWAY) };
        const booked = staff.post('/api/admin/bookings', manualBooking(away));
        return kept(bookings, { ...of, half: half + AWAY }, booked);
      }
      case 'hold':
        return kept(holds, of, somebody().hold({ date, time, services }));
      case 'book held':
        return kept(bookings, of, somebody().book({ ...wanted, hold_id: lastAt(holds, of).id }));
      case 'move here': {
        const other = at(bookings, { half: half + AWAY, one });
        const to = { new_date: date, new_time: time };
        return moved(other, half, change(staff, other.id, 'reschedule', to));
      }
      case 'cancel':
        return change(staff, booking.id, 'cancel', { reason: 'other' });
      case 'reinstate':
        return change(staff, booking.id, 'reinstate');
      case 'block time': {
        const block = { date, ...clocksAt(start), reason: 'Lunch' };
        return decided(of, (known) => kept(times, of, staff.post(`${TIMES}${known}`, block)));
      }
      case 'move time away':
        return moveTime(at(times, of), half + AWAY);
      case 'move time back':
        return moveTime(at(times, { half: half + AWAY, one }), half);
      case 'open time':
        return staff.delete(`${TIMES}/${at(times, of).id}`);
      case 'block': {
        const block = { blocked_date: date, reason: 'Fair' };
        return decided(of, (known) => kept(blocks, of, staff.post(`${DATES}${known}`, block)));
      }
      case 'open':
        return staff.delete(`${DATES}/${(blocks.at(-1) ?? NOTHING).id}`);
      case 'set hours': {
        // Hours that leave out the time of the plan itself.
        const hours = { windows: isLong ? [clocksAt(start + 60)] : [] };
        return decided(of, (known) => staff.post(`${DAYS}/${date}/hours${known}`, hours));
      }
      case 'clear hours':
        return decided(of, (known) => staff.delete(`${DAYS}/${date}/hours${known}`));
      case 'undo': {
        const positions = new Set(before.filter(({ status }) => status < 300).map(positionOf));
        const decision = (await salon.log.read(agendaStream(date))).findLast(
          ({ type, position }) => isDayDecision(type) && positions.has(position),
        );
        return staff.post('/api/admin/undo', { event_id: decision?.id ?? NOTHING.id });
      }
    }
  }

  async function follow(of: Plan): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (const step of of.steps) answers.push(await send(step, of, answers));
    return answers;
  }
  return { follow, bookings, careful };
}

/** The live appointments with their times, by their own streams. */
function liveAt(events: readonly RecordedEvent[], ids: readonly string[]) {
  return ids.flatMap((id) => {
    const own = events.filter(({ stream }) => stream === `booking-${id}`);
    const claim = own.findLast(({ data }) => data.slotId !== undefined && data.start !== undefined);
    const ended = own.findLastIndex(({ type }) => type === 'BookingCancelled');
    const isLive = own.findLastIndex(({ type }) => type === 'BookingReinstated') >= ended;
    return claim && isLive ? [{ id, start: Number(claim.data.start), end: Number(claim.data.end) }] : [];
  });
}

const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);

it('no appointment is in a block that was there first, and none is lost', { timeout: 600_000 }, async () => {
  const seen = new Set<number>();
  const world = fc.asyncProperty(rounds, async (sent) => {
    const date = salon.freshDay();
    const { follow, bookings, careful } = commandsOn(date);
    for (const round of sent) {
      const answers = (await Promise.all(round.map(follow))).flat();
      for (const answer of answers) {
        seen.add(answer.status);
        expect([200, 201, 400, 404, 409], answer.text).toContain(answer.status);
      }
    }
    const events = await wholeLog(salon.log);
    // By the clock that the events are recorded with: it stands still, however long this takes.
    expect(violationsOf(events, salon.now())).toEqual([]);
    const agenda = events.filter(({ stream }) => stream === agendaStream(date));
    expect(forbiddenOn(agenda, WEEKLY, careful)).toEqual([]);

    const position = events.at(-1)?.position ?? '';
    const answer = await staff.get(`/api/admin/calendar?from=${date}&to=${date}&after=${position}`);
    const [day] = Calendar.parse(answer.json).days;
    const shown = (day?.bookings ?? [])
      .filter(({ status }) => status !== 'cancelled')
      .map(({ id, start, end }) => ({ id, start, end }));
    const live = liveAt(
      events,
      bookings.map(({ id }) => id),
    );
    expect(shown.toSorted(byId)).toEqual(live.toSorted(byId));
  });
  await fc.assert(world, { numRuns: ALL_TESTS ? 40 : 12, endOnFailure: true });
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 409]));
});
