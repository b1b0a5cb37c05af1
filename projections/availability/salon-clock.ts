import {
  instantsOn,
  lastBookableDate,
  type Minutes,
  type SalonDate,
  salonDate,
} from '../../src/salon/salon-time.ts';
import { leavesNotice } from '../../src/salon/starts.ts';

/** Conversions to the salon's calendar, for one zone. */
interface SalonClock {
  /** Today and the last day that can be booked. */
  today(now: Date): { readonly date: SalonDate; readonly lastBookable: SalonDate };
  /** The starts on a day that are after now, by this notice at least, and that daylight saving doesn't skip. */
  upcoming(date: SalonDate, starts: readonly Minutes[], now: Date, notice?: Minutes): readonly Minutes[];
}

export function createSalonClock(timeZone: string): SalonClock {
  return {
    today(now) {
      const date = salonDate(now, timeZone);
      return { date, lastBookable: lastBookableDate(date) };
    },

    upcoming(date, starts, now, notice = 0) {
      const instantAt = instantsOn(date, timeZone);
      return starts.filter((start) => {
        const instant = instantAt(start);
        return instant !== null && instant > now.getTime() && leavesNotice(instant, notice, now);
      });
    },
  };
}
