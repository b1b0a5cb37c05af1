import { type Interval, liesWithin, overlaps } from '../../../../src/salon/slots.ts';
import type { Minutes } from '../../../../src/salon/time-text.ts';

/** The facts that a verdict about a time depends on, in one column: one day of one resource. */
export interface DayColumn {
  /** Opening hours that are switched on. */
  readonly open: readonly Interval[];
  readonly isBlocked: boolean;
  /** The last minute that has begun: 1440 on days before today, -1 on later ones. */
  readonly over: Minutes;
  /** Appointments, and blocked parts of the day, that overlap it. */
  readonly taken: readonly (Interval & { readonly id: string; readonly isBlock?: true })[];
}

/** Whether the server would accept an appointment at a time. Staff may choose one outside the opening hours. */
export type Verdict =
  | 'free'
  | 'outside-hours'
  | 'taken'
  | 'time-blocked'
  | 'blocked'
  | 'past'
  | 'not-yours'
  | 'former';

/** Verdicts after which nothing is sent. */
export type Refusal = Exclude<Verdict, 'free' | 'outside-hours'>;

export const isRefused = (verdict: Verdict): verdict is Refusal =>
  verdict !== 'free' && verdict !== 'outside-hours';

/**
 * @param self the id of the appointment that is moved, whose own time doesn't count as taken
 * @param occupied the parts of the wanted time that its stylist is needed for
 */
export function verdictOn(
  wanted: Interval,
  column: DayColumn,
  self?: string,
  occupied: readonly Interval[] = [wanted],
): Verdict {
  if (wanted.start <= column.over) return 'past';
  if (column.isBlocked) return 'blocked';
  const there = column.taken.filter(
    (other) => other.id !== self && occupied.some((part) => overlaps(other, part)),
  );
  if (there.length > 0) return there.every(({ isBlock }) => isBlock) ? 'time-blocked' : 'taken';
  return liesWithin(wanted, column.open) ? 'free' : 'outside-hours';
}
