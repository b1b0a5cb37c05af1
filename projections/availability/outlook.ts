import type { Pool } from 'pg';
import type { Outlook } from '../../src/salon/outlook.ts';
import { inTheWayOf } from '../../src/salon/parts.ts';
import { addSalonDays, dayOfWeek, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import { without } from '../../src/salon/slots.ts';
import { freeStarts, type StartRules } from '../../src/salon/starts.ts';
import { doesAll, timeBy } from '../../src/salon/team.ts';
import { type StylistRow, AVAILABILITY_TABLES as TABLES } from './projection.ts';
import { createSalonClock } from './salon-clock.ts';
import {
  blockedOn,
  FREE_DAY,
  hoursOn,
  NEAR_DAYS,
  type OfferedService,
  obstacles,
  STYLISTS,
  type StoredDay,
  WINDOWS,
  type Window,
  workingOn,
} from './stored-days.ts';
import { chosenAmong, type Taker } from './takers.ts';

interface Stored {
  /** The active ones, the shortest first. */
  readonly services: readonly OfferedService[];
  readonly stylists: readonly StylistRow[];
  readonly windows: readonly Window[];
  readonly days: Readonly<Record<SalonDate, StoredDay>>;
}

const OUTLOOK = {
  name: 'availability-outlook',
  text: `
    select (select coalesce(json_agg(json_build_object('id', id, 'duration', duration, 'gap', gap) order by duration, id), '[]')
        from ${TABLES.services} where active) as services, (${WINDOWS}) as windows, (${STYLISTS}) as stylists,
      (select coalesce(json_object_agg(d.date, row_to_json(d)), '{}')
       from ${TABLES.days} d where d.date between $1 and $2) as days`,
};

const NOTHING: Stored = { services: [], stylists: [], windows: [], days: {} };

export type OutlookReader = ReturnType<typeof createOutlook>;

/** One round trip to the database, and another if nothing is free in the next days. */
export function createOutlook({
  pool,
  timeZone,
  startRules,
}: {
  readonly pool: Pool;
  readonly timeZone: string;
  startRules(): StartRules;
}) {
  const clock = createSalonClock(timeZone);

  async function read(from: SalonDate, to: SalonDate) {
    const { rows } = await pool.query<Stored>({ ...OUTLOOK, values: [from, to] });
    const [{ days, windows, ...stored } = NOTHING] = rows;
    const dayOn = (date: SalonDate): StoredDay => days[date] ?? FREE_DAY;
    return { ...stored, dayOn, windowsOn: (date: SalonDate) => hoursOn(date, dayOn(date), windows) };
  }

  /** The first free time of these days. */
  function firstFree(
    days: readonly SalonDate[],
    { services, stylists, dayOn, windowsOn }: Awaited<ReturnType<typeof read>>,
    at: Date,
    stylistId: string | undefined,
  ): Outlook['nextFree'] {
    const rules = startRules();
    const takers = chosenAmong(stylists, { isPublic: true, stylistId }).flatMap((stylist): Taker[] => {
      const [time] = services
        .filter(({ id }) => doesAll(stylist, [id]))
        .map((service) => timeBy(stylist, [service]))
        .sort((one, other) => one.end - other.end);
      return time ? [{ stylist, time }] : [];
    });
    for (const date of days) {
      const day = dayOn(date);
      if (day.block !== null) continue;
      const salon = windowsOn(date);
      const taken = obstacles(day, at);
      const [first] = takers
        .flatMap(({ stylist, time }) => {
          const working = workingOn(stylist, date, day, salon);
          const starts = freeStarts(salon, inTheWayOf(stylist.id, taken), time, rules, working);
          const [start] = clock.upcoming(date, starts, at, rules.notice_minutes);
          return start === undefined ? [] : [{ date, start, duration: time.end }];
        })
        .sort((one, other) => one.start - other.start);
      if (first) return first;
    }
    return null;
  }

  /** @param stylistId whose next free time it is; anyone's if left out. @throws Refused `unknown-stylist` */
  return async (at: Date, stylistId?: string): Promise<Outlook> => {
    const { date: today, lastBookable } = clock.today(at);
    const from = addSalonDays(today, -dayOfWeek(today));
    const to = addSalonDays(from, 6);
    const near = addSalonDays(today, NEAR_DAYS);
    const stored = await read(from, near);
    const { stylists, dayOn, windowsOn } = stored;

    const staff = chosenAmong(stylists, { isPublic: false });
    const openMinutes = salonDays(from, to)
      .filter((date) => dayOn(date).block === null)
      .flatMap((date) =>
        staff.flatMap((stylist) => {
          const working = workingOn(stylist, date, dayOn(date), windowsOn(date));
          return without(working, inTheWayOf(stylist.id, blockedOn(dayOn(date))));
        }),
      )
      .reduce((sum, { start, end }) => sum + end - start, 0);

    const later = addSalonDays(near, 1);
    const nextFree =
      firstFree(salonDays(today, near), stored, at, stylistId) ??
      firstFree(salonDays(later, lastBookable), await read(later, lastBookable), at, stylistId);
    return { today, nextFree, week: { from, to, openMinutes } };
  };
}
