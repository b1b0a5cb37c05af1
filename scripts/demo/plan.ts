import type { SalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import { addSalonDays, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import { freeStarts, type Interval } from '../../src/salon/slots.ts';
import { type Dice, dice } from './dice.ts';
import { everybody, type Person } from './people.ts';
import { DAYS_AHEAD, type Week } from './week.ts';

/** Somebody who comes to the salon, and what becomes of them. */
export interface Guest {
  readonly person: Person;
  readonly rhythm: number;
  /** The sets of services from which they choose one each time. */
  readonly favourites: readonly (readonly string[])[];
  /** Whether they book with another address and number at times. */
  readonly isDouble: boolean;
  lastVisit: SalonDate;
  bookings: number;
  /** Once a booking has made a customer of them. */
  customerId?: string;
  atWorkId?: string;
}

/** An appointment as it will be made, if nothing comes in between. */
export interface Visit {
  readonly number: number;
  readonly guest: Guest;
  readonly services: readonly string[];
  date: SalonDate;
  start: number;
  readonly minutes: number;
  bookedAt: Date;
  by: 'customer' | 'staff';
  fate: 'kept' | 'waiting' | 'moved' | 'cancelled' | 'missed' | 'deleted';
  /** The time of the cancellation, where it is known beforehand. */
  cancelledAt?: Date;
}

/** The salon's book of visits. */
export interface Plan {
  readonly visits: Visit[];
  /** Another visit, such as in a time that has become free. */
  newVisit(date: SalonDate, start: number, minutes: number, bookedAt: Date): Visit | undefined;
  /** A free time on one of the days after a date, or undefined; it isn't free any more. */
  takeOther(visit: Visit, after: SalonDate, luck: Dice): { date: SalonDate; start: number } | undefined;
  giveBack(date: SalonDate, start: number): void;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GRID = 30;
const LONGEST_VISIT = 240;
/** Days from booking to visit. */
const LEAD = { mean: 12, least: 0.15, most: 55 };
const REGULARS = 330;
const RECENT = { waiting: 5, cancelled: 3 };

const fates: readonly (readonly [share: number, fate: Visit['fate']])[] = [
  [0.06, 'cancelled'],
  [0.03, 'missed'],
  [0.09, 'moved'],
  [0.004, 'deleted'],
];

/** Short services are asked for more often than long ones. */
function favouritesOf({ services }: SalonProfile, luck: Dice): string[][] {
  const weighted = services.flatMap((service) =>
    Array.from({ length: Math.ceil(240 / service.duration_minutes) }, () => service),
  );
  return Array.from({ length: 2 }, () => {
    const one = luck.oneOf(weighted);
    const other = luck.oneOf(weighted);
    const isPair =
      luck.happens(0.22) && one !== other && one.duration_minutes + other.duration_minutes <= LONGEST_VISIT;
    return isPair ? [one.id, other.id] : [one.id];
  });
}

/** Everything that is meant to happen, from the beginning to two months ahead. */
export function createPlan(profile: SalonProfile, week: Week, seed: number): Plan {
  const luck = dice(seed);
  const people = everybody(seed);
  const minutesOf = new Map(profile.services.map(({ id, duration_minutes }) => [id, duration_minutes]));
  const span = salonDays(week.beginning, week.today).length;
  const regulars: Guest[] = [];
  const taken = new Map<SalonDate, Interval[]>();
  const visits: Visit[] = [];

  function newGuest(rhythm: number, from: SalonDate): Guest | undefined {
    const { value: person } = people.next();
    if (!person) return undefined;
    const isDouble = regulars.length % 12 === 5 && rhythm < 60;
    return {
      person,
      rhythm,
      favourites: favouritesOf(profile, luck),
      isDouble,
      lastVisit: from,
      bookings: 0,
    };
  }
  for (let count = 0; count < REGULARS; count += 1) {
    // Half of them were customers from the beginning; the others came later.
    const since = luck.happens(0.5) ? -60 : Math.floor(luck.between(0, span * 0.9));
    const guest = newGuest(luck.between(28, 80), addSalonDays(week.beginning, since));
    if (guest) regulars.push(guest);
  }

  function someoneFor(date: SalonDate): Guest | undefined {
    for (let tries = 0; tries < 20; tries += 1) {
      const guest = luck.oneOf(regulars);
      if (addSalonDays(guest.lastVisit, Math.floor(guest.rhythm * luck.between(0.8, 1.2))) <= date)
        return guest;
    }
    return newGuest(500, week.beginning) ?? luck.oneOf(regulars);
  }

  const fateOf = (): Visit['fate'] => {
    let throwOf = luck.between(0, 1);
    for (const [share, fate] of fates) {
      if (throwOf < share) return fate;
      throwOf -= share;
    }
    return 'kept';
  };

  function addVisit(date: SalonDate, start: number, most: number, bookedAt?: Date): Visit | undefined {
    const guest = someoneFor(date);
    if (!guest) return undefined;
    const fitting = guest.favourites
      .map((services) => ({
        services,
        minutes: services.reduce((sum, id) => sum + (minutesOf.get(id) ?? 0), 0),
      }))
      .filter(({ minutes }) => minutes <= most);
    if (fitting.length === 0) return undefined;
    const { services, minutes } = luck.oneOf(fitting);
    const lead = Math.min(LEAD.most, Math.max(LEAD.least, luck.around(LEAD.mean))) * DAY_MS;
    const visit: Visit = {
      number: visits.length,
      guest,
      services,
      date,
      start,
      minutes,
      bookedAt: bookedAt ?? new Date(week.at(date, start).getTime() - lead),
      by: guest.person.email === null || luck.happens(0.35) ? 'staff' : 'customer',
      fate: fateOf(),
    };
    if (visit.by === 'staff') {
      const atDesk = week.atDesk(visit.bookedAt);
      if (atDesk < week.at(date, start)) visit.bookedAt = atDesk;
    }
    guest.lastVisit = date;
    taken.set(date, [...(taken.get(date) ?? []), { start, end: start + minutes }]);
    visits.push(visit);
    return visit;
  }

  function fillDay(date: SalonDate): void {
    for (const window of week.windowsOn(date)) {
      for (let start = window.start; start + GRID <= window.end; ) {
        const visit = luck.happens(0.12) ? undefined : addVisit(date, start, window.end - start);
        start += Math.ceil((visit?.minutes ?? GRID) / GRID) * GRID;
      }
    }
  }
  for (const date of salonDays(addSalonDays(week.beginning, 1), addSalonDays(week.today, DAYS_AHEAD)))
    fillDay(date);

  const earliest = week.at(week.beginning, 600);
  const openedOn = (date: SalonDate) => {
    const day = new Date(`${date}T00:00:00Z`).getUTCDay();
    const extra = week.added.find(({ dayOfWeek }) => dayOfWeek === day);
    return extra ? week.at(addSalonDays(extra.from, -7), 660) : earliest;
  };
  for (const visit of visits) {
    const soonest = Math.max(
      earliest.getTime() + luck.between(0, 2 * HOUR_MS),
      openedOn(visit.date).getTime(),
    );
    if (visit.bookedAt.getTime() < soonest) visit.bookedAt = new Date(soonest);
  }
  makeRecent(visits, week, luck);

  return {
    visits,
    newVisit: addVisit,
    takeOther(visit, after, fortune) {
      for (const date of salonDays(addSalonDays(after, 1), addSalonDays(after, 14))) {
        const starts = freeStarts(week.windowsOn(date), taken.get(date) ?? [], visit.minutes);
        if (starts.length === 0 || fortune.happens(0.4)) continue;
        const start = fortune.oneOf(starts);
        taken.set(date, [...(taken.get(date) ?? []), { start, end: start + visit.minutes }]);
        return { date, start };
      }
      return undefined;
    },
    giveBack(date, start) {
      taken.set(
        date,
        (taken.get(date) ?? []).filter((other) => other.start !== start),
      );
    },
  };
}

function makeRecent(visits: readonly Visit[], week: Week, luck: Dice): void {
  const ago = (hours: number) => new Date(week.now.getTime() - hours * HOUR_MS);
  const coming = visits.filter(
    ({ date }) => date > addSalonDays(week.today, 1) && date <= addSalonDays(week.today, 10),
  );
  const open = coming.filter(({ bookedAt, guest }) => bookedAt > week.now && guest.person.email !== null);
  for (const [index, visit] of open.slice(0, RECENT.waiting).entries()) {
    visit.bookedAt = ago(0.2 + index * luck.between(0.4, 1.1));
    visit.by = 'customer';
    visit.fate = 'waiting';
  }
  const booked = coming.filter(
    ({ bookedAt, by, fate }) => bookedAt < ago(30) && by === 'customer' && fate === 'kept',
  );
  for (const [index, visit] of booked.slice(0, RECENT.cancelled).entries()) {
    visit.fate = 'cancelled';
    visit.cancelledAt = ago(0.7 + index * luck.between(3, 5));
  }
}
