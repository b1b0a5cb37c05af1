import type { Pool } from 'pg';
import type { Outlook } from '../../src/salon/outlook.ts';
import { type Lasting, timeOf } from '../../src/salon/parts.ts';
import { addSalonDays, dayOfWeek, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import { without } from '../../src/salon/slots.ts';
import { freeStarts, type StartRules } from '../../src/salon/starts.ts';
import { AVAILABILITY_TABLES as TABLES } from './projection.ts';
import { createSalonClock } from './salon-clock.ts';
import {
  blockedOn,
  FREE_DAY,
  hoursOn,
  obstacles,
  type StoredDay,
  WINDOWS,
  type Window,
} from './stored-days.ts';

interface Stored {
  /** The shortest service; null when none is active. */
  readonly shortest: Lasting | null;
  readonly windows: readonly Window[];
  readonly days: Readonly<Record<SalonDate, StoredDay>>;
}

const OUTLOOK = {
  name: 'availability-outlook',
  text: `
    select (select json_build_object('duration', duration, 'gap', gap) from ${TABLES.services} where active
        order by duration, id limit 1) as shortest, (${WINDOWS}) as windows,
      (select coalesce(json_object_agg(d.date, row_to_json(d)), '{}')
       from ${TABLES.days} d where d.date between $1 and $2) as days`,
};

/** One round trip to the database. */
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

  return async (at: Date): Promise<Outlook> => {
    const { date: today, lastBookable } = clock.today(at);
    const from = addSalonDays(today, -dayOfWeek(today));
    const to = addSalonDays(from, 6);
    const { rows } = await pool.query<Stored>({ ...OUTLOOK, values: [from, lastBookable] });
    const [{ shortest, windows, days } = { shortest: null, windows: [], days: {} }] = rows;
    const dayOn = (date: SalonDate): StoredDay => days[date] ?? FREE_DAY;
    const windowsOn = (date: SalonDate) => hoursOn(date, dayOn(date), windows);

    const openMinutes = salonDays(from, to)
      .filter((date) => dayOn(date).block === null)
      .flatMap((date) => without(windowsOn(date), blockedOn(dayOn(date))))
      .reduce((sum, { start, end }) => sum + end - start, 0);

    function firstFree(service: Lasting): Outlook['nextFree'] {
      const time = timeOf([service]);
      const rules = startRules();
      for (const date of salonDays(today, lastBookable)) {
        const day = dayOn(date);
        if (day.block !== null) continue;
        const starts = freeStarts(windowsOn(date), obstacles(day, at), time, rules);
        const [start] = clock.upcoming(date, starts, at, rules.notice_minutes);
        if (start !== undefined) return { date, start, duration: service.duration };
      }
      return null;
    }

    return {
      today,
      nextFree: shortest === null ? null : firstFree(shortest),
      week: { from, to, openMinutes },
    };
  };
}
