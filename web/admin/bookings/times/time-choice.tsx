import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { StaffTimeState, StaffTimes } from '../../../../src/contracts/bookings/staff-times.ts';
import type { WhyNot } from '../../../../src/contracts/bookings/why-not.ts';
import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { TYPED_EVERY_MINUTES } from '../../../../src/salon/starts.ts';
import {
  formatClock,
  formatDuration,
  formatTime,
  intervalOf,
  minutesOf,
  minutesOfClock,
} from '../../../../src/salon/time-text.ts';
import { TextButton } from '../../ui/button.tsx';
import { AdminField, AdminSelect } from '../../ui/form/field.tsx';
import { outsideWords } from '../booking-text.ts';
import { isRefused, NearestTimes, reasonsForStaff, reasonsText } from './why-not.tsx';

const WORDS: Readonly<Record<Exclude<StaffTimeState, 'outside_hours'>, string>> = {
  free: '',
  taken: ' · taken',
  began: ' · already began',
  past: ' · past',
};

type ListedTime = StaffTimes['times'][number];

/** The note after a time in the list. @param windows the day's opening hours, or those of the stylist who is named */
function noteOf(
  { time, state, free_minutes }: ListedTime,
  duration: number,
  windows: readonly Interval[],
  stylist: string | undefined,
): string {
  const start = minutesOf(time);
  const closes = closingOf(windows);
  const beginsOpen = windows.some((window) => window.start <= start && start < window.end);
  const outside = ` · ${outsideWords(stylist)}`;
  if (free_minutes !== undefined)
    return `${beginsOpen ? '' : outside} · only ${formatDuration(free_minutes)} free`;
  if (state !== 'outside_hours') return WORDS[state];
  return beginsOpen && start + duration > closes
    ? ` · ends after ${stylist ? 'their hours' : 'closing'} (${formatTime(closes).replace(':00', '')})`
    : outside;
}

const closingOf = (windows: readonly Interval[]): number => Math.max(...windows.map(({ end }) => end));

/** Why a chosen time is not available any more: the gap is too short, or somebody else took it. */
function lostTimeText({ time, state, free_minutes }: ListedTime, duration: number): string | undefined {
  if (state !== 'taken' && state !== 'past') return undefined;
  if (free_minutes === undefined) return PROBLEMS['slot-taken'].detail;
  return `${formatDuration(duration)} doesn’t fit at ${time}: only ${formatDuration(free_minutes)} are free. Please choose another.`;
}

/** How a chosen time differs from the opening hours, or from those of a stylist. Staff may choose it nevertheless. */
export function outsideHoursText(
  { start, end }: Interval,
  windows: readonly Interval[],
  stylist?: string,
): string {
  const outside = `This is ${outsideWords(stylist)}.`;
  if (windows.length === 0) return outside;
  const opens = Math.min(...windows.map((window) => window.start));
  const closes = closingOf(windows);
  const sentences = [
    start < opens &&
      `Begins at ${formatTime(start)}, before ${stylist ? `${stylist} begins` : 'opening'} at ${formatTime(opens)}.`,
    end > closes &&
      `Ends at ${formatTime(end)}, after ${stylist ? `${stylist} ends` : 'closing'} at ${formatTime(closes)}.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : outside;
}

/** How the appointment's length differs from the time selected in the calendar. */
function markedText(time: string, selectedMinutes: number, duration: number | undefined): string | undefined {
  const start = minutesOf(time);
  if (duration === undefined) return `Marked ${time} – ${formatTime(start + selectedMinutes)}.`;
  if (duration === selectedMinutes) return undefined;
  const difference = formatDuration(Math.abs(duration - selectedMinutes));
  return `Until ${formatTime(start + duration)}: ${difference} ${duration > selectedMinutes ? 'longer' : 'shorter'} than marked.`;
}

/** Why a day cannot be booked: it is past or too far ahead. */
export const dayProblem = (date: string, today: string): string =>
  date < today ? PROBLEMS['in-the-past'].detail : 'Please select a date within the next 6 months.';

/** Whether a day has a free time within opening hours, other than the appointment's own. */
export const hasFreeTime = ({ times }: StaffTimes, own?: string): boolean =>
  times.some(({ time, state }) => state === 'free' && time !== own);

/** The free times first, since most appointments get one of them. */
function groupsOf(
  times: readonly ListedTime[],
): readonly (readonly [label: string, times: readonly ListedTime[]])[] {
  const isFree = ({ state }: ListedTime) => state === 'free';
  const groups = [
    ['Free', times.filter(isFree)],
    ['Other times', times.filter((one) => !isFree(one))],
  ] as const;
  return groups.filter(([, listed]) => listed.length > 0);
}

/** The element below the control begins a column and a gap of the form further left. */
const BELOW_BOTH = 'sm:[&_:is(p,fieldset)]:-ml-[calc(100%+1rem)]';

/** A choice of the times of one day. A time that can't be had may be chosen, too: then it says why, and where the nearest ones are. */
export function TimeChoice({
  label,
  times,
  stylist,
  isReady,
  notReady,
  isBesideDate = false,
  isNext = false,
  value,
  selectedMinutes,
  own,
  why,
  error,
  onRetry,
  onChoose,
  onChooseNearest,
}: {
  label: string;
  times: StaffTimes | undefined;
  /** The name of the stylist whose times they are; undefined for anyone's, and where the salon is no team. */
  stylist?: string | undefined;
  /** Whether everything that the times depend on was entered. */
  isReady: boolean;
  /** The text to show before that; undefined if another field says it. */
  notReady: string | undefined;
  /** On a wide screen the date is to the left of it: why a time can't be had is written below both. */
  isBesideDate?: boolean;
  /** Nothing else is left to be entered: it comes into view with the focus as soon as there are times. */
  isNext?: boolean;
  value: string;
  /** How many minutes were selected in the calendar. */
  selectedMinutes?: number | undefined;
  /** The appointment's current time, if it is on this day; it can't be chosen. */
  own?: string | undefined;
  /** Why the chosen time can't be had, or why the date is blocked, as soon as that is known. */
  why?: WhyNot | undefined;
  error?: string | undefined;
  /** Loads the times again, after a failure. */
  onRetry?: (() => void) | undefined;
  onChoose: (time: string) => void;
  onChooseNearest?: (date: SalonDate, time: string) => void;
}) {
  const field = useRef<HTMLDivElement>(null);
  const isAwaited = isNext && isReady && times !== undefined && times.times.length > 0;
  useEffect(() => {
    const select = isAwaited ? field.current?.querySelector('select') : null;
    select?.focus();
    select?.scrollIntoView({ block: 'center' });
  }, [isAwaited]);
  const chosen = times?.times.find(({ time }) => time === value);
  // It stands above the list, since what is said of a time appears below that.
  const isTyped = times?.any_five_minutes === true && times.times.length > 0;
  const lost = !why && times && chosen && lostTimeText(chosen, times.duration);
  const reasons = reasonsForStaff(why).filter(({ code }) => !times?.blocked || code === 'blocked');
  const told = reasonsText(reasons);
  const hint = !isReady
    ? notReady
    : !times
      ? 'Loading the times...'
      : times.closed && !told
        ? stylist
          ? `${stylist} doesn’t work on this day.`
          : 'The salon has no opening hours on this day.'
        : told || chosen?.state === 'outside_hours'
          ? undefined
          : times.times.length > 0 && !hasFreeTime(times, own)
            ? `No free time within ${stylist ? `the hours of ${stylist}` : 'opening hours'} on this day.`
            : undefined;
  const isOutside = times !== undefined && !times.closed && chosen?.state === 'outside_hours';
  const start = isOutside ? minutesOf(value) : 0;
  const windows = times?.windows.map(intervalOf) ?? [];
  const warning =
    told ??
    (isOutside ? outsideHoursText({ start, end: start + times.duration }, windows, stylist) : undefined);
  const refusal = isRefused(why, times, value) ? told : undefined;
  const problem = onRetry
    ? 'The times couldn’t be loaded.'
    : times?.blocked
      ? (refusal ?? PROBLEMS['date-blocked'].detail)
      : [error, refusal ?? (error ? undefined : lost)].filter(Boolean).join(' ') || undefined;
  return (
    <div ref={field} className={isBesideDate && told ? BELOW_BOTH : undefined}>
      {isTyped && (
        <AdminField
          label={label}
          type="time"
          step={60 * TYPED_EVERY_MINUTES}
          required
          className="pb-3"
          value={value && formatClock(minutesOf(value))}
          onChange={({ target }) => onChoose(target.value && formatTime(minutesOfClock(target.value)))}
        />
      )}
      <AdminSelect
        label={isTyped ? 'Or choose one' : label}
        required
        isLive
        // One that was chosen among the nearest keeps the focus while the times of its day are loading.
        disabled={!isReady || (times ? times.times.length === 0 : value === '')}
        value={value}
        error={problem}
        warning={warning}
        hint={
          [selectedMinutes && markedText(value, selectedMinutes, times?.duration), hint]
            .filter(Boolean)
            .join(' ') || undefined
        }
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">Select a time</option>
        {value && !chosen && <option value={value}>{value}</option>}
        {times &&
          groupsOf(times.times).map(([label, listed]) => (
            <optgroup key={label} label={label}>
              {listed.map((one) => (
                <option key={one.time} value={one.time} disabled={one.time === own}>
                  {one.time}
                  {one.time === own ? ' · now' : noteOf(one, times.duration, windows, stylist)}
                </option>
              ))}
            </optgroup>
          ))}
      </AdminSelect>
      {onRetry && (
        <TextButton onClick={onRetry} className="text-sm">
          Try again
        </TextButton>
      )}
      {why && times && told && onChooseNearest && (
        <div className="pt-2">
          <NearestTimes
            nearest={why.nearest}
            date={times.date}
            time={value}
            onChoose={(date, time) => {
              // Before that, the field may be disabled, as on a blocked date.
              flushSync(() => onChooseNearest(date, time));
              field.current?.querySelector('select')?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}
