import { Plus } from 'lucide-react';
import type { CalendarDay } from '../../../../src/contracts/bookings/calendar.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { useMay } from '../../data/role.ts';
import { topicOf } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminButton } from '../../ui/button.tsx';
import { ControlsOf } from '../../ui/controls-of.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { timeRange } from '../../ui/time-range.ts';
import { HistoryMenu } from '../history/open-history.tsx';
import { weekdayOf } from '../plan/calendar-text.ts';
import { DAY } from './date-commands.ts';
import {
  areWeekly,
  DELETED,
  type HoursActions,
  ownHoursOf,
  type ShownHours,
  SWITCHED,
  withOwnHours,
} from './hours.ts';
import { StylistsHours } from './stylists-hours.tsx';

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
  const { date } = day;
  const isOwn = day.hours_from === 'date';
  const today = useSalonToday();
  const mayWeekly = useMay()('owners');
  const canSetOwn = isOwn && date >= today;
  const version = useAdminQuery(DAY, actions && canSetOwn ? { date } : null).data?.version;

  /** The actions of staff on these hours: on every such weekday, or, where a date has its own, on this date alone. */
  function actionsOn(hours: ShownHours) {
    if (!actions) return null;
    if (areWeekly(hours)) {
      if (!mayWeekly) return null;
      return {
        switchTo: (isAvailable: boolean) => actions.switchHours(date, hours, isAvailable),
        edit: () => actions.edit(date, hours),
        remove: () => actions.remove(date, hours),
      };
    }
    if (!canSetOwn) return null;
    const set = (toasts: readonly [string, string], changed?: ShownHours) =>
      actions.setOwn(date, withOwnHours(ownHoursOf(day), hours, changed), version, toasts);
    return {
      switchTo: (is_available: boolean) => set(SWITCHED, { ...hours, is_available }),
      edit: () => actions.edit(date, hours),
      remove: () => set(DELETED),
    };
  }

  return (
    <section
      aria-labelledby="day-hours"
      className="rounded-md border border-line bg-panel p-4 text-sm print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 pb-1">
        <div>
          <h2 id="day-hours" className="font-sans text-sm font-semibold tracking-normal">
            Available hours
          </h2>
          <p className="text-xs text-stone">{isOwn ? 'Only on this date' : `Every ${weekdayOf(day.date)}`}</p>
        </div>
        <div className="flex items-center">
          {actions && (mayWeekly || date >= today) && (
            <AdminButton look="quiet" className="px-2!" onClick={() => actions.add(date)}>
              <Plus aria-hidden="true" className="size-4" />
              Add Hours
            </AdminButton>
          )}
          <HistoryMenu />
        </div>
      </div>
      <ControlsOf thing={isOwn ? topicOf('day', date) : 'hours/week'}>
        {day.hours.length === 0 ? (
          <p className="text-stone">{isOwn ? 'Closed on this date.' : 'Closed on this weekday.'}</p>
        ) : (
          <ul className="divide-y divide-line">
            {day.hours.map((hours) => {
              const range = timeRange(hours);
              const can = actionsOn(hours);
              return (
                <li key={hours.start} className="py-2">
                  <div className="flex items-center justify-between gap-2">
                    <span className={`tabular-nums ${hours.is_available ? '' : 'text-stone line-through'}`}>
                      {range}
                    </span>
                    {can ? (
                      <Switch
                        label={`Available ${range}`}
                        checked={hours.is_available}
                        onChange={can.switchTo}
                      />
                    ) : (
                      !hours.is_available && <span className="text-stone">off</span>
                    )}
                  </div>
                  {can && (
                    <div className="-ml-3 flex">
                      <AdminButton look="quiet" aria-label={`Edit ${range}`} onClick={can.edit}>
                        Edit
                      </AdminButton>
                      <AdminButton look="quiet" aria-label={`Delete ${range}`} onClick={can.remove}>
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
            <AdminButton look="quiet" onClick={() => actions.editOwn(date)}>
              Edit hours
            </AdminButton>
            <AdminButton look="quiet" onClick={() => actions.backToWeekly(day)}>
              Back to the weekly hours
            </AdminButton>
          </div>
        )}
      </ControlsOf>
      <StylistsHours day={day} actions={actions} />
      {difference && <p className="pb-2 font-medium text-info">{difference}</p>}
    </section>
  );
}
