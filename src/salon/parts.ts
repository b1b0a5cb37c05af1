import { type Interval, overlaps } from './slots.ts';

/** The time for which a slot or a hold occupies one resource. */
export interface Part extends Interval {
  /** A stylist, or something that bookings share. */
  readonly resource: string;
}

/** True when both occupy the same resource at the same time. */
export function collide(some: readonly Part[], others: readonly Part[]): boolean {
  // Plain loops, since this runs for every slot of a day, and most of the time would be spent on creating callbacks.
  for (const part of some)
    for (const other of others) if (part.resource === other.resource && overlaps(part, other)) return true;
  return false;
}
