import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import type { StaffTimeState, StaffTimes } from '../../../../src/contracts/staff-times.ts';
import { AdminSelect } from '../../../admin/ui/field.tsx';

const WORDS: Readonly<Record<StaffTimeState, string>> = {
  free: '',
  outside_hours: ' · outside opening hours',
  taken: ' · taken',
  past: ' · past',
};

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
  own,
  error,
  onChoose,
}: {
  label: string;
  times: StaffTimes | undefined;
  /** All is known that the times depend on. */
  isReady: boolean;
  /** What is to be chosen first. */
  notReady: string;
  value: string;
  /** The time that the appointment has on this day, which is no choice. */
  own?: string | undefined;
  error?: string | undefined;
  onChoose: (time: string) => void;
}) {
  const chosen = times?.times.find(({ time }) => time === value);
  const isGone = chosen?.state === 'taken' || chosen?.state === 'past';
  const hint = !isReady
    ? notReady
    : !times
      ? 'Loading the times...'
      : times.closed
        ? 'The salon has no opening hours on this day.'
        : chosen?.state === 'outside_hours'
          ? 'This is outside opening hours.'
          : times.times.length > 0 && !hasFreeTime(times, own)
            ? 'No free time on this day.'
            : undefined;
  const problem = times?.blocked
    ? PROBLEMS['date-blocked'].detail
    : isGone
      ? PROBLEMS['slot-taken'].detail
      : error;
  return (
    <AdminSelect
      label={label}
      required
      disabled={!isReady || !times || times.times.length === 0}
      value={times ? value : ''}
      error={problem}
      hint={hint}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">Select a time</option>
      {times && value && !chosen && <option value={value}>{value}</option>}
      {times?.times.map(({ time, state }) => (
        <option key={time} value={time} disabled={time === own || state === 'taken' || state === 'past'}>
          {time}
          {time === own ? ' · now' : WORDS[state]}
        </option>
      ))}
    </AdminSelect>
  );
}
