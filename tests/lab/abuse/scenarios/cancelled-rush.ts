import { setTimeout as sleep } from 'node:timers/promises';
import { addSalonDays, dayOfWeek, salonDate } from '../../../../src/salon/salon-time.ts';
import { bookerAt, bookingOf, newAgent, untilOver } from '../bookers.ts';
import { BEHIND_A_PROXY, type Counts, type Scenario, type Target } from '../scenario.ts';

/** Books and cancels again, so that everybody else counts as suspicious. */

const SECONDS = 25;
const ATTACKERS = 16;
/** Long visits, each by somebody else; together they make no rush. */
const WANTED = 2;
const BOOKED = `of ${WANTED} visits of eight hours booked as on any day`;

const today = salonDate(new Date(), 'America/Los_Angeles');
/** Tuesdays to Thursdays, those of the visits apart. */
const days = Array.from({ length: 170 }, (_, ahead) => addSalonDays(today, ahead + 2)).filter((date) =>
  [2, 3, 4].includes(dayOfWeek(date)),
);
const [VISITS, OTHER_DAYS] = [days.slice(0, WANTED), days.slice(WANTED)];

async function bookAndCancel(target: Target): Promise<Counts> {
  const agent = newAgent();
  const counts = { 'bookings made and cancelled': 0, refusals: 0 };
  const attackers = Array.from({ length: ATTACKERS }, (_, index) => ({
    booker: bookerAt(target, `203.0.113.${index + 1}`, agent),
    date: OTHER_DAYS[index] ?? '',
  }));
  await Promise.all(
    attackers.map(({ booker, date }) =>
      untilOver(target.over, async () => {
        const { status, json } = await booker.book(bookingOf(30, { date, time: '10:00 AM' }));
        if (status !== 201) {
          counts.refusals += 1;
          return;
        }
        const cancelled = await booker.manage('cancel', String(json.management_token), {});
        if (cancelled.status === 200) counts['bookings made and cancelled'] += 1;
      }),
    ),
  );
  agent.destroy();
  return counts;
}

async function visit(target: Target): Promise<Counts> {
  let booked = 0;
  const bookAll = async () => {
    // Late enough for the others to have cancelled as much as they may.
    await sleep((SECONDS * 1_000) / 2, undefined, { signal: target.over });
    for (const [index, date] of VISITS.entries()) {
      const visitor = bookerAt(target, `198.51.100.${index + 1}`);
      const { status, isProven } = await visitor.book(bookingOf(480, { date, time: '9:00 AM' }));
      if (status === 201 && !isProven) booked += 1;
    }
    await sleep(SECONDS * 1_000, undefined, { signal: target.over });
  };
  await untilOver(target.over, bookAll);
  return { [BOOKED]: booked };
}

export const scenarios: readonly Scenario[] = [
  {
    title: 'a crowd of 16 addresses books and cancels at once, again and again',
    seconds: SECONDS,
    settings: BEHIND_A_PROXY,
    // In a process of its own, so that the visitors' browsers don't wait for the work of the others.
    processes: 2,
    attack: (target) => (target.share.index === 0 ? bookAndCancel(target) : visit(target)),
    promised: {
      text: 'others book long visits, and prove nothing',
      isKept: (counts) => counts[BOOKED] === WANTED && (counts['bookings made and cancelled'] ?? 0) > 20,
    },
  },
];
