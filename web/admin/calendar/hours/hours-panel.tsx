import { Plus } from 'lucide-react';
import type { CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { HistoryMenu } from '../history/open-history.tsx';
import { timeRange, weekdayOf } from '../plan/calendar-text.ts';
import { areWeekly, type HoursActions } from './hours.ts';

/** The available hours of one day; of a day as it was without actions, and with what is different now. */
export function HoursPanel({
  day,
  actions,
  difference,
}: {
  day: CalendarDay;
  actions?: HoursActions | undefined;
  difference?: string | undefined;
}) {
  const isOwn = day.hours_from === 'date';
  return (
    <section
      aria-labelledby="day-hours"
      className="rounded-md border border-line bg-panel p-4 text-sm print:hidden"
    >
      <div className="flex items-center justify-between gap-2 pb-1">
        <div>
          <h2 id="day-hours" className="font-sans text-sm font-semibold tracking-normal">
            Available hours
          </h2>
          <p className="text-xs text-stone">{isOwn ? 'Only on this date' : `Every ${weekdayOf(day.date)}`}</p>
        </div>
        <div className="flex items-center">
          {actions && (
            <AdminButton
              look="quiet"
              className="px-2!"
              onClick={() => (isOwn ? actions.editOwn : actions.add)(day.date)}
            >
              <Plus aria-hidden="true" className="size-4" />
              Add Hours
            </AdminButton>
          )}
          <HistoryMenu />
        </div>
      </div>
      {day.hours.length === 0 ? (
        <p className="text-stone">{isOwn ? 'Closed on this date.' : 'Closed on this weekday.'}</p>
      ) : (
        <ul className="divide-y divide-line">
          {day.hours.map((hours) => {
            const range = timeRange(hours);
            const weekly = actions && areWeekly(hours) ? { hours, actions } : null;
            return (
              <li key={hours.start} className="py-2">
                <div className="flex items-center justify-between gap-2">
                  <span className={`tabular-nums ${hours.is_available ? '' : 'text-stone line-through'}`}>
                    {range}
                  </span>
                  {weekly ? (
                    <Switch
                      label={`Available ${range}`}
                      checked={hours.is_available}
                      onChange={(isAvailable) =>
                        weekly.actions.switchHours(day.date, weekly.hours, isAvailable)
                      }
                    />
                  ) : (
                    !hours.is_available && <span className="text-stone">off</span>
                  )}
                </div>
                {weekly && (
                  <div className="-ml-3 flex">
                    <AdminButton
                      look="quiet"
                      aria-label={`Edit ${range}`}
                      onClick={() => weekly.actions.edit(day.date, weekly.hours)}
                    >
                      Edit
                    </AdminButton>
                    <AdminButton
                      look="quiet"
                      aria-label={`Delete ${range}`}
                      onClick={() => weekly.actions.remove(day.date, weekly.hours)}
                    >
                      Delete
                    </AdminButton>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {isOwn && actions && (
        <div className="-ml-3 flex flex-wrap pb-1">
          <AdminButton look="quiet" onClick={() => actions.editOwn(day.date)}>
            Edit hours
          </AdminButton>
          <AdminButton look="quiet" onClick={() => actions.backToWeekly(day.date)}>
            Back to the weekly hours
          </AdminButton>
        </div>
      )}
      {difference && <p className="pb-2 font-medium text-info">{difference}</p>}
    </section>
  );
}
