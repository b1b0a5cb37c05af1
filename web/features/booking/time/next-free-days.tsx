import { dayAs } from '../../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { Skeleton } from '../../../ui/loading/skeleton.tsx';

const SHOWN = 3;

/**
 * The next days with free times, each one tap away. Their space is reserved while they load, and kept if they couldn't be loaded, so
 * that the calendar below doesn't move under a finger.
 */
export function NextFreeDays({
  days,
  isFailed,
  chosen,
  onChoose,
}: {
  /** Null until they are loaded. */
  days: readonly SalonDate[] | null;
  isFailed: boolean;
  chosen: SalonDate | null;
  onChoose: (day: SalonDate) => void;
}) {
  if (days?.length === 0) return null;
  return (
    <section
      aria-label="Next free days"
      className={`flex flex-wrap items-center gap-2 ${isFailed ? 'invisible' : ''}`}
    >
      <h3 className="mr-2 font-sans text-sm tracking-normal text-stone max-sm:w-full">Next free</h3>
      {days === null &&
        Array.from({ length: SHOWN }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are identical and never change.
          <Skeleton key={index} className="h-11 w-24 rounded-full! sm:w-27" />
        ))}
      {days?.slice(0, SHOWN).map((day) => (
        <button
          key={day}
          type="button"
          aria-pressed={day === chosen}
          onClick={() => onChoose(day)}
          className="min-h-11 rounded-full border border-line bg-white px-3 text-sm sm:px-4 font-medium tabular-nums transition-colors hover:border-ink aria-pressed:border-plum aria-pressed:bg-sand forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText]"
        >
          {dayAs(day, 'EEE, MMM d')}
        </button>
      ))}
    </section>
  );
}
