import { useEffect, useState } from 'react';
import { salonDate, salonMinutes } from '../../../../src/salon/salon-time.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import type { SalonNow } from './plan/columns.ts';

const MINUTE_MS = 60_000;

/** The salon's clock, whatever the zone of the machine. */
const salonNow = (instant: Date, timeZone: string): SalonNow => ({
  date: salonDate(instant, timeZone),
  minute: salonMinutes(instant, timeZone),
});

/** Renders again with each minute. */
export function useSalonNow(): SalonNow {
  const { time_zone } = useSalon();
  const [now, setNow] = useState(() => salonNow(new Date(), time_zone));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(salonNow(new Date(), time_zone));
      timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, [time_zone]);
  return now;
}
