import { Plus } from 'lucide-react';
import { formatTime } from '../../../../src/salon/time-text.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';
import { useNewBooking } from '../../bookings/new/use-new-booking.ts';
import type { FreeTime } from './free-times.ts';

/** A free part of today, which opens the dialog for a new booking there. */
export function FreeRow({ free: { start, end, bookable }, clock }: { free: FreeTime; clock: SalonNow }) {
  const { begin } = useNewBooking();
  return (
    <button
      type="button"
      onClick={() => begin({ date: clock.date, time: formatTime(bookable) })}
      className="flex min-h-8 w-full items-center gap-2 rounded-md border border-dashed border-stone/40 px-3 text-left text-xs text-stone tabular-nums hover:border-ink hover:text-ink pointer-coarse:min-h-11"
    >
      <Plus aria-hidden="true" className="size-3.5" />
      {formatTime(start)} – {formatTime(end)} free
    </button>
  );
}
