import { type Interval, overlaps } from '../../../../src/salon/slots.ts';

/** Where an appointment stands within the width of its column: `span` lanes from `lane` on, of `lanes` equal ones. */
export interface Lane {
  readonly lane: number;
  readonly span: number;
  readonly lanes: number;
}

interface Placed extends Interval {
  readonly index: number;
  readonly lane: number;
}

/** Draws what overlaps side by side. The result has the order of the appointments it was given. */
export function lanesOf(appointments: readonly Interval[]): Lane[] {
  const result: Lane[] = [];
  const sorted = appointments
    .map(({ start, end }, index) => ({ start, end, index }))
    .sort((a, b) => a.start - b.start || b.end - a.end || a.index - b.index);

  /** Appointments of which each overlaps one before it, until a moment at which none is under way. */
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

  /** When each lane of the group is free again. */
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
