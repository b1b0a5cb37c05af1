import { type Interval, overlaps } from '../../../../src/salon/slots.ts';
import type { Minutes } from '../../../../src/salon/time-text.ts';

/** Anything shorter is drawn as high as this, which has room for a line of text. */
const LEAST_DRAWN: Minutes = 15;

/** The time that something takes in the drawing. */
export const drawnTime = ({ start, end }: Interval): Interval => ({
  start,
  end: Math.max(end, start + LEAST_DRAWN),
});

/** The horizontal position of an appointment in its column: `span` lanes from `lane` on, of `lanes` equal ones. */
export interface Lane {
  readonly lane: number;
  readonly span: number;
  readonly lanes: number;
}

interface Placed extends Interval {
  readonly index: number;
  readonly lane: number;
}

/** Places overlapping appointments side by side. The result has the order of the given appointments. */
export function lanesOf(appointments: readonly Interval[]): Lane[] {
  const result: Lane[] = [];
  const sorted = appointments
    .map(({ start, end }, index) => ({ start, end, index }))
    .sort((a, b) => a.start - b.start || b.end - a.end || a.index - b.index);

  /** The current group: each appointment overlaps an earlier one of it. It ends at a time without appointments. */
  let group: Placed[] = [];
  let groupEnd = 0;
  const finish = () => {
    const lanes = Math.max(...group.map(({ lane }) => lane)) + 1;
    for (const one of group) {
      const beside = group.filter((other) => other.lane > one.lane && overlaps(one, other));
      const next = Math.min(lanes, ...beside.map(({ lane }) => lane));
      result[one.index] = { lane: one.lane, span: next - one.lane, lanes };
    }
  };

  /** The time from which each lane of the group is free. */
  let free: number[] = [];
  for (const one of sorted) {
    if (group.length > 0 && one.start >= groupEnd) {
      finish();
      group = [];
      free = [];
    }
    const reused = free.findIndex((end) => end <= one.start);
    const lane = reused === -1 ? free.length : reused;
    free[lane] = one.end;
    groupEnd = group.length === 0 ? one.end : Math.max(groupEnd, one.end);
    group.push({ ...one, lane });
  }
  if (group.length > 0) finish();
  return result;
}
