import { Ban, CalendarCheck, CircleCheck, Clock, type LucideIcon } from 'lucide-react';
import type { BookingStatus } from '../../src/contracts/bookings/bookings.ts';

const LOOKS: Record<BookingStatus, { word: string; icon: LucideIcon; look: string }> = {
  pending: { word: 'Pending', icon: Clock, look: 'bg-warn-tint text-warn' },
  confirmed: { word: 'Confirmed', icon: CalendarCheck, look: 'bg-good-tint text-good' },
  completed: { word: 'Completed', icon: CircleCheck, look: 'bg-info-tint text-info' },
  cancelled: { word: 'Cancelled', icon: Ban, look: 'bg-bad-tint text-bad' },
};

/** A booking's status, as a coloured label with an icon. `compact` fits a row of a table. */
export function StatusBadge({
  status,
  word = LOOKS[status].word,
  compact = false,
}: {
  status: BookingStatus;
  /** The customers' word, where staff have a word of their own. */
  word?: string | undefined;
  compact?: boolean;
}) {
  const { icon: Icon, look } = LOOKS[status];
  return (
    <span
      className={`inline-flex items-center rounded-full font-medium ${compact ? 'gap-1 px-2 py-0.5 text-xs' : 'gap-1.5 px-3 py-1 text-sm'} ${look}`}
    >
      <Icon aria-hidden="true" className={compact ? 'size-3.5' : 'size-4'} />
      {word}
    </span>
  );
}
