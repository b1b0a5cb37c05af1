import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Calendar } from '../../src/contracts/bookings/calendar.ts';
import type { RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { agendaStream, isDayDecision } from '../../src/features/booking/agenda/events.ts';
import { formatClock, formatTime } from '../../src/salon/salon-time.ts';
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

const step = fc.record({
  what: fc.constantFrom(
    ...(['book', 'book', 'hold and book', 'hold and book', 'book by staff', 'move', 'move'] as const),
    ...(['cancel', 'reinstate', 'block time', 'block time', 'move time', 'open time'] as const),
    ...(['set hours', 'clear hours', 'block', 'open', 'undo', 'undo'] as const),
  ),
  /** Which of the appointments or blocks there are. */
  one: fc.nat(9),
  /** Which half hour from 9 AM on; few, so that much meets. */
  half: fc.nat(9),
  isLong: fc.boolean(),
  /** Whether staff know of the appointments there. */
  acknowledged: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
/** What is sent at once, one after the other. */
const rounds = fc.array(fc.array(step, { minLength: 3, maxLength: 8, size: 'max' }), {
  minLength: 3,
  maxLength: 6,
  size: 'max',
});

const DATES = '/api/admin/blocked-dates';
const TIMES = '/api/admin/blocked-times';
const DAYS = '/api/admin/days';
/** All that is asked for lies within the weekly hours. */
const WEEKLY = [{ start: 540, end: 1140 }];
/** The id of nothing there is. */
const NOTHING = randomUUID();
const nth = (ids: readonly string[], n: number): string => ids[n % Math.max(ids.length, 1)] ?? NOTHING;
const idOf = ({ json }: Answer) => (json as { readonly id: string }).id;

function commandsOn(date: string) {
  const bookings: string[] = [];
  const times: string[] = [];
  const blocks: string[] = [];
  /** Positions of what was decided without acknowledging any appointments. */
  const careful = new Set<string>();
  const kept = async (ids: string[], sending: Promise<Answer>) => {
    const answer = await sending;
    if (answer.status === 201) ids.push(idOf(answer));
    return answer;
  };

  async function decide({ what, one, half, isLong, acknowledged }: Step): Promise<Answer> {
    const start = 540 + 30 * half;
    const clocks = { start_time: formatClock(start), end_time: formatClock(start + (isLong ? 90 : 30)) };
    const known = acknowledged ? '?acknowledged=true' : '';
    switch (what) {
      case 'block time':
        return kept(times, staff.post(`${TIMES}${known}`, { date, ...clocks, reason: 'Lunch' }));
      case 'move time':
        return staff.patch(`${TIMES}/${nth(times, one)}${known}`, clocks);
      case 'set hours':
        return staff.post(`${DAYS}/${date}/hours${known}`, { windows: isLong ? [clocks] : [] });
      case 'clear hours':
        return staff.delete(`${DAYS}/${date}/hours${known}`);
      default:
        return kept(blocks, staff.post(`${DATES}${known}`, { blocked_date: date, reason: 'Fair' }));
    }
  }

  async function send(step: Step): Promise<Answer> {
    const { what, one, half, isLong, acknowledged } = step;
    const time = formatTime(540 + 30 * half);
    const services = [isLong ? SIXTY : THIRTY];
    const wanted = { appointment_date: date, appointment_time: time, services };
    const booking = nth(bookings, one);
    switch (what) {
      case 'book':
        return kept(bookings, somebody().book(wanted));
      case 'hold and book': {
        const visitor = somebody();
        const held = await visitor.hold({ date, time, services });
        const hold_id = held.status === 201 ? (held.json as { hold_id: string }).hold_id : undefined;
        return kept(bookings, visitor.book({ ...wanted, hold_id }));
      }
      case 'book by staff':
        return kept(bookings, staff.post('/api/admin/bookings', manualBooking(wanted)));
      case 'move':
        return change(staff, booking, 'reschedule', { new_date: date, new_time: time });
      case 'cancel':
        return change(staff, booking, 'cancel', { reason: 'other' });
      case 'reinstate':
        return change(staff, booking, 'reinstate');
      case 'open time':
        return staff.delete(`${TIMES}/${nth(times, one)}`);
      case 'open':
        return staff.delete(`${DATES}/${nth(blocks, one)}`);
      case 'undo': {
        const decided = (await salon.log.read(agendaStream(date))).filter(({ type }) => isDayDecision(type));
        return staff.post('/api/admin/undo', {
          event_id: nth(
            decided.slice(-3).map(({ id }) => id),
            one,
          ),
        });
      }
      default: {
        const answer = await decide(step);
        if (answer.status < 300 && !acknowledged) careful.add(positionOf(answer));
        return answer;
      }
    }
  }
  return { send, bookings, careful };
}

/** Where the appointments are by their own streams, those that aren't cancelled. */
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

it('no appointment is in a block that was there first, and none is lost', { timeout: 300_000 }, async () => {
  const seen = new Set<number>();
  const world = fc.asyncProperty(rounds, async (sent) => {
    const date = salon.freshDay();
    const { send, bookings, careful } = commandsOn(date);
    for (const round of sent) {
      const answers = await Promise.all(round.map(send));
      for (const answer of answers) {
        seen.add(answer.status);
        expect([200, 201, 400, 404, 409], answer.text).toContain(answer.status);
      }
    }
    const events = await wholeLog(salon.log);
    expect(violationsOf(events, new Date())).toEqual([]);
    const agenda = events.filter(({ stream }) => stream === agendaStream(date));
    expect(forbiddenOn(agenda, WEEKLY, careful)).toEqual([]);

    const position = events.at(-1)?.position ?? '';
    const answer = await staff.get(`/api/admin/calendar?from=${date}&to=${date}&after=${position}`);
    const [day] = Calendar.parse(answer.json).days;
    const shown = (day?.bookings ?? [])
      .filter(({ status }) => status !== 'cancelled')
      .map(({ id, start, end }) => ({ id, start, end }));
    expect(shown.toSorted(byId)).toEqual(liveAt(events, bookings).toSorted(byId));
  });
  await fc.assert(world, { numRuns: ALL_TESTS ? 20 : 5, endOnFailure: true });
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 409]));
});
