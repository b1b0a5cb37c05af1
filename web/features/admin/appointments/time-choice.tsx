import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import type { StaffTimeState, StaffTimes } from '../../../../src/contracts/staff-times.ts';
import { AdminSelect } from '../../../admin/ui/field.tsx';

const WORDS: Readonly<Record<StaffTimeState, string>> = {
  free: '',
  outside_hours: ' · outside opening hours',
  taken: ' · taken',
  past: ' · past',
};

/** A time of one day, from those that staff may choose; the others are shown as what they are. */
export function TimeChoice({
  label,
  times,
  isReady,
  notReady,
  value,
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
        <option key={time} value={time} disabled={state === 'taken' || state === 'past'}>
          {time}
          {WORDS[state]}
        </option>
      ))}
    </AdminSelect>
  );
}
