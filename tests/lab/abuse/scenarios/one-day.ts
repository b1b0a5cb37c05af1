import { addSalonDays, dayOfWeek, salonDate } from '../../../../src/salon/salon-time.ts';
import { type Booker, bookerAt, bookingOf, SERVICES, untilOver } from '../bookers.ts';
import { BEHIND_A_PROXY, type Counts, type Scenario, type Target } from '../scenario.ts';

/** Makes one day expensive: every change of a day is an event that stays. */

/** `tests/unit/agenda-growth.test.ts` derives it from the limits. */
const MOST_EVENTS = 1_708;

/** A Tuesday in some two months. */
function busyDay(): string {
  const day = addSalonDays(salonDate(new Date(), 'America/Los_Angeles'), 60);
  return addSalonDays(day, (9 - dayOfWeek(day)) % 7);
}

async function wearOut(target: Target): Promise<Counts> {
  const booker: Booker = bookerAt(target, '203.0.113.1');
  const date = busyDay();
  const counts = { 'held times': 0, bookings: 0, moves: 0, cancellations: 0, refusals: 0 };
  const done = (name: keyof typeof counts, status: number) => {
    const isDone = status < 300;
    counts[isDone ? name : 'refusals'] += 1;
    return isDone;
  };

  let held: unknown;
  const hold = async () => {
    const time = counts['held times'] % 2 ? '9:00 AM' : '9:30 AM';
    const wish = { date, time, services: SERVICES[30], ...(held !== undefined && { hold_id: held }) };
    const { status, json } = await booker.send({ path: '/api/holds', body: wish, key: crypto.randomUUID() });
    if (done('held times', status)) held = json.hold_id;
  };
  const bookMoveAndCancel = async () => {
    const { status, json } = await booker.book(bookingOf(30, { date, time: '11:00 AM' }));
    if (!done('bookings', status)) return;
    const token = String(json.management_token);
    for (let isMoved = true, times = 0; isMoved; times += 1) {
      const to = { new_date: date, new_time: times % 2 ? '1:00 PM' : '2:00 PM' };
      isMoved = done('moves', (await booker.manage('reschedule', token, to)).status);
    }
    done('cancellations', (await booker.manage('cancel', token, {})).status);
  };

  await Promise.all([untilOver(target.over, hold), untilOver(target.over, bookMoveAndCancel)]);
  // A time that is held is dropped, one that is taken is released; a move takes one and releases one.
  const events = 2 * counts['held times'] + counts.bookings + 2 * counts.moves + counts.cancellations;
  return { 'events added to the day': events, ...counts };
}

export const scenarios: readonly Scenario[] = [
  {
    title: 'one address holds, books, moves and cancels on one day, without a limit of requests a minute',
    seconds: 25,
    settings: { ...BEHIND_A_PROXY, RATE_LIMIT_PER_MINUTE: '0' },
    attack: wearOut,
    promised: {
      text: `at most ${MOST_EVENTS.toLocaleString('en')} events in a day`,
      isKept: (counts) => (counts['events added to the day'] ?? 0) <= MOST_EVENTS,
    },
  },
];
