import { getAvailabilityDays } from '../../../../src/contracts/bookings/availability.ts';
import { addSalonDays, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { dayText } from '../../ui/moment-text.ts';

const FREE_DAYS = defineQuery({
  name: 'free-days',
  about: (): Topic[] => ['booking', 'day', 'hours', 'service'],
  load: (
    { from, to, services }: { from: SalonDate; to: SalonDate; services: string },
    { after, signal, onReached },
  ) => call(getAvailabilityDays, { signal, onReached, query: { from, to, services, after } }),
});

/** Shown for a day without free times: a button that goes to the next day with some, if there is one. */
export function NextFreeDay({
  date,
  last,
  services,
  onChoose,
}: {
  date: SalonDate;
  /** The last day that can be booked. */
  last: SalonDate;
  services: readonly string[];
  onChoose: (date: SalonDate) => void;
}) {
  const today = useSalonToday();
  const from = addSalonDays(date, 1);
  const canSearch = from <= last && services.length > 0;
  const { data } = useAdminQuery(
    FREE_DAYS,
    canSearch ? { from, to: last, services: services.join(',') } : null,
  );
  const next = data?.find(({ status }) => status === 'open')?.date;
  if (next === undefined) return null;
  return (
    <button
      type="button"
      onClick={() => onChoose(next)}
      className="min-h-6 font-medium underline decoration-brass underline-offset-4 pointer-coarse:min-h-11"
    >
      Next free day: {dayText(next, today)}
    </button>
  );
}
