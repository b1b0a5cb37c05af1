import { useEffect, useState } from 'react';
import { useSalon } from '../../../salon/salon-context.ts';
import type { SalonNow } from './plan/columns.ts';

const MINUTE_MS = 60_000;

/** The salon's clock, whatever the zone of the machine. The only place of the calendar that knows of zones. */
function salonNow(instant: Date, timeZone: string): SalonNow {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((other) => other.type === type)?.value ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

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
