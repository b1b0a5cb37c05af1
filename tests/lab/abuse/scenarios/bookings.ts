import { addSalonDays, dayOfWeek, salonDate } from '../../../../src/salon/salon-time.ts';
import { bookerAt, bookingOf, newAgent, untilOver } from '../bookers.ts';
import { BEHIND_A_PROXY, type Counts, type Scenario, type Target } from '../scenario.ts';

/** Takes as much of the calendar as it can get. */

const SECONDS = 25;
/** The attacker asks for the next of these minutes when the one before is refused. */
const SIZES = [480, 240, 120, 60, 30] as const;
/** The time of one salon day, which is all that one sender may have unconfirmed. */
const MOST_OF_ONE = 720;
/** So many minutes need no code: four senders with a salon day each, of which half counts. */
const MOST_OF_ALL = 4 * MOST_OF_ONE;
const AT_ONCE = 32;
const TIME_ZONE = 'America/Los_Angeles';

/** The open days of half a year. */
function openDays(): readonly string[] {
  const today = salonDate(new Date(), TIME_ZONE);
  return Array.from({ length: 180 }, (_, ahead) => addSalonDays(today, ahead + 1)).filter((date) =>
    [2, 3, 4, 5, 6].includes(dayOfWeek(date)),
  );
}

/** So long as it lasts, every sender asks for the most that it hasn't been refused yet. */
async function takeAll(target: Target, addresses: readonly string[]): Promise<Counts> {
  const days = openDays();
  const agent = newAgent();
  const senders = addresses.map((address) => ({
    booker: bookerAt(target, address, agent),
    size: 0,
    minutes: 0,
  }));
  const counts = { bookings: 0, refusals: 0, 'times taken already': 0 };
  let turn = 0;
  let next = 0;

  async function bookOnce() {
    const sender = senders[turn++ % senders.length];
    if (!sender) return;
    const minutes = SIZES[Math.min(sender.size, SIZES.length - 1)] ?? 30;
    // The times from 9 AM to 5 PM go first; what is left of the day goes to the smaller ones.
    const date = days[next++ % days.length] ?? '';
    const time = minutes === 480 ? '9:00 AM' : next > days.length ? '9:00 AM' : '5:00 PM';
    const { status, json } = await sender.booker.book(bookingOf(minutes, { date, time }));
    if (status === 201) {
      counts.bookings += 1;
      sender.minutes += minutes;
    } else if (json.code === 'slot-taken' || json.code === 'not-offered') counts['times taken already'] += 1;
    else {
      counts.refusals += 1;
      sender.size += 1;
    }
  }

  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, 4 * senders.length) }, () => untilOver(target.over, bookOnce)),
  );
  agent.destroy();
  const taken = senders.map(({ minutes }) => minutes);
  return {
    'minutes taken': taken.reduce((sum, minutes) => sum + minutes, 0),
    'minutes of the one with most': Math.max(...taken),
    ...counts,
  };
}

const taking = (title: string, most: number, addresses: readonly string[]): Scenario => ({
  title: `${title} books what it gets, with new names, phones and e-mails and no code answered`,
  seconds: SECONDS,
  settings: BEHIND_A_PROXY,
  attack: (target) => takeAll(target, addresses),
  promised: {
    text: `at most ${most.toLocaleString('en')} minutes, and at most ${MOST_OF_ONE} for one sender`,
    isKept: (counts) =>
      (counts['minutes taken'] ?? 0) <= most && (counts['minutes of the one with most'] ?? 0) <= MOST_OF_ONE,
  },
});

const many = (count: number, addressOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => addressOf(index));
const hex = (index: number) => index.toString(16).padStart(2, '0');

export const scenarios: readonly Scenario[] = [
  taking('one address', MOST_OF_ONE, ['203.0.113.1']),
  taking(
    'a crowd of 16 addresses',
    MOST_OF_ALL,
    many(16, (index) => `203.0.113.${index + 1}`),
  ),
  taking(
    'a crowd of 256 IPv6 networks of 56 bits',
    MOST_OF_ALL,
    many(256, (index) => `2001:db8:1:${hex(index)}00::1`),
  ),
];
