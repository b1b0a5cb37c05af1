import { Ban, CalendarPlus, Eye, Footprints } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { CalendarBooking } from '../../../../src/contracts/bookings/calendar.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { formatTime } from '../../../../src/salon/time-text.ts';
import { customerName } from '../../bookings/booking-text.ts';
import { Menu } from '../../ui/menu/menu.tsx';
import { timeRange } from '../../ui/time-range.ts';
import { isMarked } from '../plan/gesture.ts';

/** Free time that was chosen in the grid, and what it may be for. */
export function SelectedTime({
  time,
  style,
  onBook,
  onWalkIn,
  onBlock,
  around,
  onOpen,
  onClose,
}: {
  time: Interval;
  /** Its position in the grid. */
  style: CSSProperties;
  /** Left out for somebody who books for nobody. */
  onBook: (() => void) | undefined;
  /** Left out where a walk-in can't begin. */
  onWalkIn: (() => void) | undefined;
  onBlock: () => void;
  /** The appointment in whose gap the time is. */
  around: CalendarBooking | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}) {
  return (
    <>
      {/* A press beside it only ends the selection, and selects nothing else. */}
      <div className="absolute inset-0 z-20" />
      <Menu
        items={[
          ...(onBook ? [{ label: 'Book', icon: CalendarPlus, onChoose: onBook }] : []),
          ...(onWalkIn ? [{ label: 'Walk-in', icon: Footprints, onChoose: onWalkIn }] : []),
          { label: 'Block', icon: Ban, onChoose: onBlock },
          ...(around
            ? [{ label: `Open ${customerName(around)}`, icon: Eye, onChoose: () => onOpen(around.id) }]
            : []),
        ]}
        align="start"
        onClose={onClose}
        style={style}
        className="absolute z-30 flex min-h-6 items-start overflow-hidden rounded-md border-2 border-brass bg-panel px-1.5 py-0.5 text-left text-[0.8125rem] leading-4 font-semibold tabular-nums shadow-md"
      >
        {isMarked(time) ? timeRange(time) : formatTime(time.start)}
      </Menu>
    </>
  );
}
