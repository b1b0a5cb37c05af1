import type { Schedule } from '../../../../src/contracts/salon/admin-hours.ts';
import { hoursText, weekdaysOf } from '../../hours/weekdays.ts';
import { Choice } from '../../ui/form/choice.tsx';

/** The other weekdays, to be ticked if they shall have the same hours, each with those that it has now. */
export function WeekdaysField({
  schedule,
  day,
  chosen,
  onChange,
}: {
  schedule: Schedule;
  /** The weekday whose hours are typed. */
  day: number;
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}) {
  const days = weekdaysOf(schedule);
  const name = days.find((one) => one.day === day)?.name;
  return (
    <fieldset>
      <legend className="font-medium">The same hours on other days</legend>
      <p className="text-stone">Those that you tick are then open like {name}, at no other times.</p>
      <div className="grid grid-cols-2 gap-x-3 pt-1">
        {days
          .filter((one) => one.day !== day)
          .map((one) => (
            <Choice
              key={one.day}
              type="checkbox"
              className="min-h-11"
              checked={chosen.includes(one.day)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, one.day] : chosen.filter((day) => day !== one.day))
              }
            >
              <span className="min-w-0 leading-snug">
                {one.name}
                <span className="block text-xs text-stone tabular-nums">{hoursText(one.hours)}</span>
              </span>
            </Choice>
          ))}
      </div>
    </fieldset>
  );
}
