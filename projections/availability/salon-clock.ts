import { LRUCache } from 'lru-cache';
import {
  addSalonDays,
  instantOf,
  lastBookableDate,
  type Minutes,
  type SalonDate,
  salonDate,
} from '../../src/salon/salon-time.ts';

/** The salon's calendar at hand: the same answers as `contracts/salon-time`, remembered by day. */
export interface SalonClock {
  /** Today and the last day that can be booked. */
  today(now: Date): { readonly date: SalonDate; readonly lastBookable: SalonDate };
  /** The starts on a day that lie after now and aren't skipped by daylight saving. */
  toCome(date: SalonDate, starts: readonly Minutes[], now: Date): readonly Minutes[];
}

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;
/** Half a year of booking and some more. */
const DAYS_KEPT = 400;

/** Formatting a date in a zone costs tens of microseconds, which a list of free times would pay for each slot. */
export function createSalonClock(timeZone: string): SalonClock {
  /** Start of the day in epoch milliseconds; null on a day that doesn't have 24 hours. */
  const starts = new LRUCache<SalonDate, { readonly at: number | null }>({ max: DAYS_KEPT });
  let known = { date: '', lastBookable: '', from: 0, until: 0 };

  function startOf(date: SalonDate): number | null {
    const kept = starts.get(date);
    if (kept) return kept.at;
    const start = instantOf(date, 0, timeZone);
    const end = instantOf(addSalonDays(date, 1), 0, timeZone);
    const whole = start && end && end.getTime() - start.getTime() === DAY_MINUTES * MINUTE_MS;
    const at = whole ? start.getTime() : null;
    starts.set(date, { at });
    return at;
  }

  return {
    today(now) {
      const time = now.getTime();
      if (time < known.from || time >= known.until) {
        const date = salonDate(now, timeZone);
        const start = startOf(date);
        // On a day of another length each answer is worked out anew.
        const [from, until] = start === null ? [time, time] : [start, start + DAY_MINUTES * MINUTE_MS];
        known = { date, lastBookable: lastBookableDate(date), from, until };
      }
      return known;
    },

    toCome(date, minutes, now) {
      const time = now.getTime();
      const start = startOf(date);
      if (start !== null) return minutes.filter((minute) => start + minute * MINUTE_MS > time);
      return minutes.filter((minute) => {
        const instant = instantOf(date, minute, timeZone);
        return instant !== null && instant > now;
      });
    },
  };
}
