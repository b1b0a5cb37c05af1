import { type CalendarDay, hoursOf } from '../../../../src/contracts/bookings/calendar.ts';
import { isAllDay } from '../../../../src/salon/time-text.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { useTeam } from '../../data/team.ts';
import { AdminButton } from '../../ui/button.tsx';
import { shortRange } from '../../ui/time-range.ts';
import { type HoursActions, hasOwnHours } from './hours.ts';

/** The hours of each stylist of a team on a day; as it was without actions. */
export function StylistsHours({ day, actions }: { day: CalendarDay; actions: HoursActions | undefined }) {
  const today = useSalonToday();
  const { stylists, isTeam } = useTeam();
  if (!isTeam || !day.own_hours) return null;
  const can = actions && day.date >= today ? actions : undefined;
  return (
    <ul aria-label="Hours of the stylists" className="divide-y divide-line border-t border-line">
      {stylists
        .filter(({ active }) => active)
        .map((stylist) => {
          const { id } = stylist;
          const name = stylistName(stylist);
          const windows = hoursOf(day, id);
          const isOff = day.blocks.some((block) => block.resource_id === id && isAllDay(block));
          const isOwn = hasOwnHours(day, id);
          return (
            <li key={id} className="py-2">
              <div className="flex items-center justify-between gap-2">
                <span className="min-w-0 wrap-anywhere">
                  {name}
                  <span className="block text-xs text-stone tabular-nums">
                    {isOff ? 'Day off' : windows.map(shortRange).join(', ') || 'Does not work'}
                    {isOwn && ' · only on this date'}
                  </span>
                </span>
                {can && (
                  <AdminButton
                    look="quiet"
                    aria-label={`Edit the hours of ${name}`}
                    className="-mr-3"
                    onClick={() => can.editOwn(day.date, id)}
                  >
                    Edit
                  </AdminButton>
                )}
              </div>
              {can && isOwn && (
                <AdminButton
                  look="quiet"
                  aria-label={`Back to the weekly hours of ${name}`}
                  className="-ml-3"
                  onClick={() => can.backToWeekly(day, id)}
                >
                  Back to the weekly hours
                </AdminButton>
              )}
            </li>
          );
        })}
    </ul>
  );
}
