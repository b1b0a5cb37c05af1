import { type Gap, isGap } from '../../../src/salon/parts.ts';
import type { Minutes } from '../../../src/salon/time-text.ts';
import { HATCHED } from '../ui/hatched.ts';

/** A service as a line: work, the hatched stretch in which the stylist is free, and work again. Nothing for one without a gap. */
export function GapPicture({ duration, gap }: { duration: Minutes; gap: Gap | null }) {
  if (!gap) return null;
  if (!isGap(gap, duration))
    return (
      <p role="status" className="text-sm text-bad sm:col-span-2">
        There must be work before and after it, within the {duration} minutes of the service.
      </p>
    );
  const [before, free, after] = [gap.start, gap.end - gap.start, duration - gap.end];
  return (
    <div className="sm:col-span-2">
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-md">
        <span className="bg-gold" style={{ flexGrow: before }} />
        <span className="border-y border-dashed border-stone/50" style={{ ...HATCHED, flexGrow: free }} />
        <span className="bg-gold" style={{ flexGrow: after }} />
      </div>
      <p role="status" className="mt-1 text-sm text-stone">
        {before} min work · {free} min free for others · {after} min work
      </p>
    </div>
  );
}
