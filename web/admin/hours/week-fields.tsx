import type { ReactNode } from 'react';
import { adminButtonClass } from '../ui/button.tsx';
import { Menu } from '../ui/menu/menu.tsx';
import { HoursRow } from './hours-row.tsx';
import { type TypedTimes, typedEnd } from './times-fields.tsx';
import { weekdaysOf } from './weekdays.ts';

export const WEEKDAYS = weekdaysOf({ hours: [] });

/** The typed times of each weekday, Monday first. */
export type TypedDays = readonly (readonly TypedTimes[])[];

/** The typed values in the form of a request. */
export const requestedDays = (days: TypedDays) =>
  WEEKDAYS.map(({ day }, index) => ({
    day_of_week: day,
    windows: days[index]?.map(({ start, end }) => ({ start_time: start, end_time: typedEnd(end) })),
  }));

/** A day is opened like the open one before it, or else like the next. */
const usualFor = (days: TypedDays, index: number): readonly TypedTimes[] =>
  [...days.slice(0, index).reverse(), ...days.slice(index + 1)].find(({ length }) => length > 0) ?? [];

/**
 * The times of the seven weekdays, to be typed. Those of one can be copied to others.
 *
 * @param errorOf finds a message by its path in the request, which begins with `name`
 * @param below is shown below the times of a weekday
 */
export function WeekFields({
  name,
  days,
  errorOf,
  words: [open, closed] = ['Open', 'Closed'],
  onChange,
  below,
}: {
  name: string;
  days: TypedDays;
  errorOf: (path: string) => string | undefined;
  /** The words for a day with times, and for one without. */
  words?: readonly [open: string, closed: string];
  onChange: (days: TypedDays) => void;
  below?: (index: number) => ReactNode;
}) {
  const put = (changed: (times: readonly TypedTimes[], index: number) => readonly TypedTimes[]) =>
    onChange(days.map(changed));

  /** The first message about a weekday. */
  function problemOf(index: number): string | undefined {
    const path = `${name}.${index}.windows`;
    const ofTimes = (days[index] ?? []).flatMap((_, at) => [
      `${path}.${at}.start_time`,
      `${path}.${at}.end_time`,
    ]);
    return [path, ...ofTimes].map(errorOf).find(Boolean);
  }

  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-panel px-4 text-sm max-sm:px-3">
      {WEEKDAYS.map(({ name: weekday }, index) => {
        const times = days[index] ?? [];
        const problem = problemOf(index);
        return (
          <HoursRow
            key={weekday}
            name={weekday}
            times={times}
            usual={usualFor(days, index)}
            open={open}
            isWrong={problem !== undefined}
            onChange={(changed) => put((old, at) => (at === index ? changed : old))}
            menu={
              times.length > 0 && (
                <Menu
                  aria-label={`Copy the hours of ${weekday}`}
                  className={`${adminButtonClass('quiet')} px-2`}
                  items={[
                    {
                      label: 'Copy to all open days',
                      onChoose: () => put((old) => (old.length > 0 ? times : old)),
                    },
                    ...WEEKDAYS.filter((other) => other.name !== weekday).map((other) => ({
                      label: `Copy to ${other.name}`,
                      onChoose: () => put((old, at) => (WEEKDAYS[at]?.name === other.name ? times : old)),
                    })),
                  ]}
                >
                  Copy
                </Menu>
              )
            }
          >
            {times.length === 0 && <p className="py-2 text-sm text-stone max-sm:hidden">{closed}</p>}
            {below?.(index)}
            {problem && (
              <p role="alert" className="text-sm font-medium text-bad">
                {problem}
              </p>
            )}
          </HoursRow>
        );
      })}
    </ul>
  );
}
