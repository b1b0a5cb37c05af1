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

/** A line through a row, behind its text, as far down as its time has passed; a phone's rows are too narrow for it. @param share of its time, from 0 to 1 */
export const NowMark = ({ share }: { share: number }) => (
  <span
    aria-hidden="true"
    className="absolute inset-x-0 -z-10 h-px bg-brass max-sm:hidden"
    style={{ top: `${Math.round(share * 100)}%` }}
  />
);
