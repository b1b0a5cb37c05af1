import type { Salon } from '../../../src/contracts/salon/salon.ts';
import { addressLine } from '../../../src/salon/address.ts';
import { instantOf, parseTime } from '../../../src/salon/salon-time.ts';
import type { Confirmation } from '../../salon/confirmation.ts';
import { totalDuration } from '../../salon/service-groups.ts';

/** Length of the event when the durations of the services are unknown. */
const FALLBACK_MINUTES = 60;

/** `20261124T173000Z` */
const stamp = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** Link to a filled-in event in Google Calendar, right in any time zone. Null for a time that the clocks skip. */
export function calendarLink({ date, time, services }: Confirmation, salon: Salon): string | null {
  const start = instantOf(date, parseTime(time) ?? 0, salon.time_zone);
  if (!start) return null;
  const minutes = totalDuration(services) || FALLBACK_MINUTES;
  const end = new Date(start.getTime() + minutes * 60_000);
  const names = services.map(({ name }) => name).join(', ');
  const event = new URLSearchParams({
    action: 'TEMPLATE',
    text: `Appointment at ${salon.name}`,
    dates: `${stamp(start)}/${stamp(end)}`,
    details: [names && `Services: ${names}`, salon.phone && `Phone: ${salon.phone}`]
      .filter(Boolean)
      .join('\n'),
    location: addressLine(salon.address) || salon.name,
  });
  return `https://calendar.google.com/calendar/render?${event}`;
}
