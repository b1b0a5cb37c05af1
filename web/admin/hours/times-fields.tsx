import { z } from 'zod';
import type { Interval } from '../../../src/salon/slots.ts';
import { DAY_MINUTES, formatClock, parseClock } from '../../../src/salon/time-text.ts';
import { AdminField } from '../ui/form/field.tsx';

/** A start and an end as they are typed. */
export interface TypedTimes {
  readonly start: string;
  readonly end: string;
}

export const NO_TIMES: TypedTimes = { start: '', end: '' };

/** The browser's time field has no `24:00`: there, midnight as the end is `00:00`. */
export const typedTimes = ({ start, end }: Interval): TypedTimes => ({
  start: formatClock(start),
  end: formatClock(end % DAY_MINUTES),
});

/** The clock of a typed end. */
export const typedEnd = (end: string): string => (end === '00:00' ? '24:00' : end);

/** Typed times, read as minutes of the day. */
export const Times = z
  .object({ start: z.string(), end: z.string() })
  .transform((typed, { addIssue }): Interval => {
    const start = parseClock(typed.start);
    const end = parseClock(typedEnd(typed.end));
    if (start !== null && end !== null && start < end) return { start, end };
    addIssue(start === null || end === null ? 'Please fill in all time fields' : 'hours-inverted');
    return z.NEVER;
  });

/** The fields of a start and an end. @param isWrong marks an empty one, or both if none is empty */
export function TimesFields({
  times,
  isWrong,
  onChange,
}: {
  times: TypedTimes;
  isWrong: boolean;
  onChange: (times: TypedTimes) => void;
}) {
  const isMarked = (time: string) => isWrong && (time === '' || (times.start !== '' && times.end !== ''));
  const field = { type: 'time', required: true, step: 900 } as const;
  return (
    // On a narrow phone a time and its button just fit.
    <div className="grid grid-cols-2 gap-3 max-[22rem]:gap-2 max-[22rem]:[&_input]:px-1.5">
      <AdminField
        {...field}
        label="Start time"
        value={times.start}
        aria-invalid={isMarked(times.start)}
        onChange={({ target }) => onChange({ ...times, start: target.value })}
      />
      <AdminField
        {...field}
        label="End time"
        value={times.end}
        aria-invalid={isMarked(times.end)}
        onChange={({ target }) => onChange({ ...times, end: target.value })}
      />
    </div>
  );
}
