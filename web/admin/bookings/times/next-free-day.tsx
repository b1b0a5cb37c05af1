import { getStaffDays } from '../../../../src/contracts/bookings/staff-times.ts';
import { addSalonDays, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton, TextButton } from '../../ui/button.tsx';
import { dayText } from '../../ui/instant-text.ts';
import { TIMES } from '../queries.ts';

/** The days of a range that are open for these services, which are joined by commas, or for an appointment that is moved, with one stylist or with anyone. */
export const FREE_DAYS = defineQuery({
  name: 'free-days',
  roles: getStaffDays.roles,
  about: (): Topic[] => [...TIMES],
  load: (
    query: {
      from: SalonDate;
      to: SalonDate;
      services?: string | undefined;
      booking_id?: string | undefined;
      stylist_id?: string | undefined;
    },
    { after, ...options },
  ) => call(getStaffDays, { ...options, query: { ...query, after } }),
});

/** Shown for a day without free times: a button that goes to the next day with some, if there is one. */
export function NextFreeDay({
  date,
  last,
  services = [],
  bookingId,
  stylistId,
  isOpen = () => true,
  onChoose,
}: {
  date: SalonDate;
  /** The last day that can be booked. */
  last: SalonDate;
  /** Those of a new appointment. */
  services?: readonly string[];
  /** The appointment that is moved. */
  bookingId?: string;
  /** Undefined for anyone. */
  stylistId?: string | undefined;
  /** Leaves out days that are about to be closed. */
  isOpen?: ((date: SalonDate) => boolean) | undefined;
  onChoose: (date: SalonDate) => void;
}) {
  const today = useSalonToday();
  const from = addSalonDays(date, 1);
  const canSearch = from <= last && (services.length > 0 || bookingId !== undefined);
  const { data } = useAdminQuery(
    FREE_DAYS,
    canSearch
      ? {
          from,
          to: last,
          services: services.join(',') || undefined,
          booking_id: bookingId,
          stylist_id: stylistId,
        }
      : null,
  );
  const next = data?.find((day) => day.status === 'open' && isOpen(day.date))?.date;
  if (next === undefined) return null;
  return <TextButton onClick={() => onChoose(next)}>Next free day: {dayText(next, today)}</TextButton>;
}

/** How many free days are offered, and within how many days from today. */
const OFFERED = 3;
const WITHIN_DAYS = 28;

/** The next days with free times as buttons, once services are chosen. */
export function FreeDays({
  last,
  services,
  stylistId,
  chosen,
  onChoose,
}: {
  /** The last day that can be booked. */
  last: SalonDate;
  services: readonly string[];
  /** Undefined for anyone. */
  stylistId?: string | undefined;
  /** The chosen date, or empty. */
  chosen: string;
  onChoose: (date: SalonDate) => void;
}) {
  const today = useSalonToday();
  const end = addSalonDays(today, WITHIN_DAYS - 1);
  const { data } = useAdminQuery(
    FREE_DAYS,
    services.length > 0
      ? {
          from: today,
          to: end < last ? end : last,
          services: services.join(','),
          stylist_id: stylistId,
        }
      : null,
    { keepPrevious: true },
  );
  const days =
    services.length > 0 ? (data ?? []).filter(({ status }) => status === 'open').slice(0, OFFERED) : [];
  if (days.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap items-center gap-2 sm:col-span-2">
      <legend className="sr-only">Next free days</legend>
      <span aria-hidden="true" className="text-sm text-stone max-sm:w-full">
        Next free
      </span>
      {days.map(({ date }) => (
        <AdminButton key={date} aria-pressed={date === chosen} onClick={() => onChoose(date)}>
          {date === today ? 'Today' : dayText(date, today)}
        </AdminButton>
      ))}
    </fieldset>
  );
}
