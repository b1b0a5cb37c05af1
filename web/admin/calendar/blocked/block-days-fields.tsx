import { dayOfWeek, isSalonDate } from '../../../../src/salon/salon-time.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { weekdaysOf } from '../../hours/weekdays.ts';
import { SCHEDULE } from '../../hours/weekly-commands.ts';
import { AdminButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { AdminField } from '../../ui/form/field.tsx';
import { type BlockDays, daysOfWeek, movedTo } from './block-days.ts';

/** The date and the weekdays of a new block, and whether it repeats every week. */
export function BlockDaysFields({
  days,
  errorOf,
  onChange,
}: {
  days: BlockDays;
  errorOf: (name: 'date' | 'until') => string | undefined;
  onChange: (days: Partial<BlockDays>) => void;
}) {
  const today = useSalonToday();
  const schedule = useAdminQuery(SCHEDULE, 'now').data;
  const { date, weekdays, isWeekly, until } = days;
  const isDay = isSalonDate(date);
  const working = weekdaysOf({ hours: schedule?.hours ?? [] })
    .filter(({ hours }) => hours.some(({ is_available }) => is_available))
    .map(({ day }) => day);
  const week = isDay ? daysOfWeek(date, working, today) : [];
  const [first] = week;
  const isThisWeek = isDay && daysOfWeek(date, [dayOfWeek(today)], today).includes(today);

  /** The last weekday stays: a block is on some day. */
  function toggle(day: number): void {
    const others = weekdays.filter((other) => other !== day);
    if (others.length === weekdays.length) onChange({ weekdays: [...weekdays, day] });
    else if (others.length > 0) onChange({ weekdays: others });
  }

  return (
    <>
      <AdminField
        label="Date"
        type="date"
        required
        min={today}
        value={date}
        error={errorOf('date')}
        onChange={({ target: { value } }) =>
          onChange(isSalonDate(value) ? movedTo(days, value) : { date: value })
        }
      />
      <fieldset className="space-y-2">
        <legend className="text-sm font-medium">On</legend>
        <div className="grid grid-cols-7 gap-1">
          {weekdaysOf({ hours: [] }).map(({ day, name }) => (
            <AdminButton
              key={day}
              aria-pressed={weekdays.includes(day)}
              className="px-0! max-[22rem]:text-xs"
              onClick={() => toggle(day)}
            >
              {name.slice(0, 3)}
            </AdminButton>
          ))}
        </div>
        {first !== undefined && week.length > 1 && (
          <AdminButton
            onClick={() => onChange({ date: first, weekdays: week.map(dayOfWeek), isWeekly: false })}
          >
            {isThisWeek ? 'All working days this week' : 'All working days of that week'}
          </AdminButton>
        )}
      </fieldset>
      <Choice
        type="checkbox"
        checked={isWeekly}
        className="text-sm"
        onChange={({ target }) => onChange({ isWeekly: target.checked })}
      >
        Repeat every week
      </Choice>
      {isWeekly && (
        <AdminField
          label="Until"
          type="date"
          required
          min={date || today}
          value={until}
          error={errorOf('until')}
          onChange={({ target }) => onChange({ until: target.value })}
        />
      )}
    </>
  );
}
