import { setTimeout as sleep } from 'node:timers/promises';
import { addSalonDays, dayOfWeek, salonDate } from '../../../../src/salon/salon-time.ts';
import { bookerAt, bookingOf, newAgent, untilOver } from '../bookers.ts';
import { BEHIND_A_PROXY, type Counts, type Scenario, type Target } from '../scenario.ts';

/** Somebody else's phone and e-mail, so that they can't book any more. */

const VICTIM = {
  customer_name: 'Vera Victim',
  customer_email: 'victim@example.com',
  customer_phone: '(925) 555-0188',
};
const SECONDS = 25;
/** The victim wants so many bookings: as many as one contact may make in an hour. */
const WANTED = 5;
/** They are not so many that all visitors need a code. */
const ATTACKERS = 8;
const BOOKED = `of ${WANTED} bookings by the victim`;

const day = (ahead: number) => addSalonDays(salonDate(new Date(), 'America/Los_Angeles'), ahead);
/** Tuesdays to Thursdays, those of the victim apart. */
const days = Array.from({ length: 170 }, (_, ahead) => day(ahead + 2)).filter((date) =>
  [2, 3, 4].includes(dayOfWeek(date)),
);
const VICTIMS_DAYS = days.slice(0, WANTED);
const OTHER_DAYS = days.slice(WANTED);

async function misuse(target: Target): Promise<Counts> {
  const agent = newAgent();
  const attackers = Array.from({ length: ATTACKERS }, (_, index) =>
    bookerAt(target, `203.0.113.${index + 1}`, agent),
  );
  let uses = 0;
  let turn = 0;
  const attack = async () => {
    const attacker = attackers[turn++ % ATTACKERS];
    const date = OTHER_DAYS[turn % OTHER_DAYS.length] ?? '';
    const answer = await attacker?.book({ ...bookingOf(30, { date, time: '10:00 AM' }), ...VICTIM });
    if (answer?.status === 201) uses += 1;
  };
  await Promise.all(attackers.map(() => untilOver(target.over, attack)));
  agent.destroy();
  return { 'bookings by others': uses };
}

async function bookAsVictim(target: Target): Promise<Counts> {
  const victim = bookerAt(target, '198.51.100.1');
  let booked = 0;
  const bookAll = async () => {
    // Late enough for the misuse to have its effect.
    await sleep((SECONDS * 1_000) / 2, undefined, { signal: target.over });
    for (const date of VICTIMS_DAYS) {
      const answer = await victim.book({ ...bookingOf(30, { date, time: '10:00 AM' }), ...VICTIM });
      if (answer.status === 201) booked += 1;
    }
    await sleep(SECONDS * 1_000, undefined, { signal: target.over });
  };
  await untilOver(target.over, bookAll);
  return { [BOOKED]: booked };
}

export const scenarios: readonly Scenario[] = [
  {
    title: 'a crowd of 8 addresses books with the phone and the e-mail of somebody who wants to book as well',
    seconds: SECONDS,
    settings: BEHIND_A_PROXY,
    // It runs in a process of its own, so that the victim's browser doesn't wait for the work of the others.
    processes: 2,
    attack: (target) => (target.share.index === 0 ? misuse(target) : bookAsVictim(target)),
    promised: {
      text: 'the victim books five times in an hour',
      isKept: (counts) => counts[BOOKED] === WANTED,
    },
  },
];
