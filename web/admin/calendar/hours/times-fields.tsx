import type { Interval } from '../../../../src/salon/slots.ts';
import { DAY_MINUTES, formatClock, parseClock } from '../../../../src/salon/time-text.ts';
import { AdminField } from '../../ui/form/field.tsx';

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

/** The times that were typed, or what is wrong with them. */
export function readTimes({ start, end }: TypedTimes): Interval | string {
  const times = { start: parseClock(start), end: end === '00:00' ? DAY_MINUTES : parseClock(end) };
  if (times.start === null || times.end === null) return 'Please fill in all time fields';
  if (times.end <= times.start) return 'The end must come after the start.';
  return { start: times.start, end: times.end };
}

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
