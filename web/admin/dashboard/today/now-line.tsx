import { formatTime } from '../../../../src/salon/time-text.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';

/** The time now, between two rows. */
export function NowLine({ clock }: { clock: SalonNow }) {
  return (
    <p className="flex items-center gap-2 pb-1.5 text-xs font-medium text-brass tabular-nums">
      Now {formatTime(clock.minute)}
      <span aria-hidden="true" className="h-px flex-1 bg-brass" />
    </p>
  );
}

/** A line along the lower edge of a row, as long as its time that has passed. @param share of its time, from 0 to 1 */
export const NowMark = ({ share }: { share: number }) => (
  <span
    aria-hidden="true"
    className="absolute bottom-0 left-0 h-0.5 bg-brass"
    style={{ width: `${Math.round(share * 100)}%` }}
  />
);
