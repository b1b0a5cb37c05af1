import { useEffect, useState } from 'react';
import { type SalonDate, salonDate, salonMinutes } from '../../src/salon/salon-time.ts';
import type { Minutes } from '../../src/salon/time-text.ts';
import { serverNow, useServerClock } from '../ui/server-clock.ts';
import { useSalon } from './salon-context.ts';

/** The salon's clock. */
export interface SalonNow {
  readonly date: SalonDate;
  readonly minute: Minutes;
}

const MINUTE_MS = 60_000;

/** The date and time on the salon's clock at an instant, whatever the zone of the machine. */
export const salonNow = (instant: Date, timeZone: string): SalonNow => ({
  date: salonDate(instant, timeZone),
  minute: salonMinutes(instant, timeZone),
});

/** Renders again with each minute. */
export function useSalonNow(): SalonNow {
  const { time_zone } = useSalon();
  const isKnown = useServerClock();
  const [now, setNow] = useState(() => salonNow(serverNow(), time_zone));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server's clock shows, once it is known.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(salonNow(serverNow(), time_zone));
      timer = setTimeout(tick, MINUTE_MS - (serverNow().getTime() % MINUTE_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, [time_zone, isKnown]);
  return now;
}
