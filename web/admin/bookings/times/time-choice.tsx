import type { StaffTimeState, StaffTimes } from '../../../../src/contracts/bookings/staff-times.ts';
import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import type { OpeningHours } from '../../../../src/contracts/salon/salon.ts';
import { dayOfWeek, type SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { formatDuration, formatTime, minutesOf, minutesOfClock } from '../../../../src/salon/time-text.ts';
import { useSalon } from '../../../salon/salon-context.ts';
import { AdminSelect } from '../../ui/form/field.tsx';

const WORDS: Readonly<Record<StaffTimeState, string>> = {
  free: '',
  outside_hours: ' · outside opening hours',
  taken: ' · taken',
  past: ' · past',
};

type ListedTime = StaffTimes['times'][number];

/** What stands after a time in the list. */
const noteOf = ({ state, free_minutes }: ListedTime): string =>
  free_minutes === undefined ? WORDS[state] : ` · only ${formatDuration(free_minutes)} free`;

/** Why a chosen time can't be had: it is too short for the appointment, or somebody else was faster. */
function lostTimeText({ time, state, free_minutes }: ListedTime, duration: number): string | undefined {
  if (state !== 'taken' && state !== 'past') return undefined;
  if (free_minutes === undefined) return PROBLEMS['slot-taken'].detail;
  return `${formatDuration(duration)} doesn’t fit at ${time}: only ${formatDuration(free_minutes)} are free. Please choose another.`;
}

/** How a chosen time differs from the opening hours of its day, which staff may choose all the same. */
export function outsideHoursText({ start, end }: Interval, windows: readonly Interval[]): string {
  if (windows.length === 0) return 'This is outside opening hours.';
  const opens = Math.min(...windows.map((window) => window.start));
  const closes = Math.max(...windows.map((window) => window.end));
  const told = [
    start < opens && `Begins at ${formatTime(start)}, before opening at ${formatTime(opens)}.`,
    end > closes && `Ends at ${formatTime(end)}, after closing at ${formatTime(closes)}.`,
  ].filter(Boolean);
  return told.length > 0 ? told.join(' ') : 'This is outside opening hours.';
}

/** The hours in which the salon is open on a day, by its weekly schedule. */
function windowsOn(date: SalonDate, hours: readonly OpeningHours[]): Interval[] {
  const day = dayOfWeek(date);
  return hours
    .filter(({ day_of_week }) => day_of_week === day)
    .map(({ start_time, end_time }) => ({
      start: minutesOfClock(start_time),
      end: minutesOfClock(end_time),
    }));
}

/** What was marked for an appointment, and how its length differs from that. */
function markedText(time: string, marked: number, duration: number | undefined): string | undefined {
  const start = minutesOf(time);
  if (duration === undefined) return `Marked ${time} – ${formatTime(start + marked)}.`;
  if (duration === marked) return undefined;
  const difference = formatDuration(Math.abs(duration - marked));
  return `Until ${formatTime(start + duration)}: ${difference} ${duration > marked ? 'longer' : 'shorter'} than marked.`;
}

/** Whether a day has a time within opening hours for it, but for the one that it has already. */
export const hasFreeTime = ({ times }: StaffTimes, own?: string): boolean =>
  times.some(({ time, state }) => state === 'free' && time !== own);

/** A time of one day, from those that staff may choose; the others are shown as what they are. */
export function TimeChoice({
  label,
  times,
  isReady,
  notReady,
  value,
  marked,
  own,
  error,
  onRetry,
  onChoose,
}: {
  label: string;
  times: StaffTimes | undefined;
  /** All is known that the times depend on. */
  isReady: boolean;
  /** What is to be chosen first. */
  notReady: string;
  value: string;
  /** How many minutes from it on were marked in the calendar. */
  marked?: number | undefined;
  /** The time that the appointment has on this day, which is no choice. */
  own?: string | undefined;
  error?: string | undefined;
  /** Loads the times again, where that has failed. */
  onRetry?: (() => void) | undefined;
  onChoose: (time: string) => void;
}) {
  const { opening_hours } = useSalon();
  const chosen = times?.times.find(({ time }) => time === value);
  const lost = times && chosen && lostTimeText(chosen, times.duration);
  const hint = !isReady
    ? notReady
    : !times
      ? 'Loading the times...'
      : times.closed
        ? 'The salon has no opening hours on this day.'
        : chosen?.state === 'outside_hours'
          ? undefined
          : times.times.length > 0 && !hasFreeTime(times, own)
            ? 'No free time within opening hours on this day.'
            : undefined;
  const isOutside = times !== undefined && !times.closed && chosen?.state === 'outside_hours';
  const start = isOutside ? minutesOf(value) : 0;
  const warning = isOutside
    ? outsideHoursText({ start, end: start + times.duration }, windowsOn(times.date, opening_hours))
    : undefined;
  const problem = onRetry
    ? 'The times couldn’t be loaded.'
    : times?.blocked
      ? PROBLEMS['date-blocked'].detail
      : (lost ?? error);
  return (
    <div>
      <AdminSelect
        label={label}
        required
        disabled={!isReady || !times || times.times.length === 0}
        value={value}
        error={problem}
        warning={warning}
        hint={
          [marked && markedText(value, marked, times?.duration), hint].filter(Boolean).join(' ') || undefined
        }
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">Select a time</option>
        {value && !chosen && <option value={value}>{value}</option>}
        {times?.times.map((listed) => {
          const { time, state } = listed;
          return (
            <option key={time} value={time} disabled={time === own || state === 'taken' || state === 'past'}>
              {time}
              {time === own ? ' · now' : noteOf(listed)}
            </option>
          );
        })}
      </AdminSelect>
      {onRetry && (
        <button
          type="button"
          onClick={onRetry}
          className="min-h-6 text-sm font-medium underline decoration-brass underline-offset-4 pointer-coarse:min-h-11"
        >
          Try again
        </button>
      )}
    </div>
  );
}
