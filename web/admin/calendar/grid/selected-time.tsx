import { Ban, CalendarPlus } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Interval } from '../../../../src/salon/slots.ts';
import { Menu } from '../../ui/menu/menu.tsx';
import { timeRange } from '../plan/calendar-text.ts';

/** Free time that was selected in the grid, and what to do with it. */
export function SelectedTime({
  time,
  style,
  onBook,
  onBlock,
  onClose,
}: {
  time: Interval;
  /** Its position in the grid. */
  style: CSSProperties;
  onBook: () => void;
  onBlock: () => void;
  onClose: () => void;
}) {
  return (
    <>
      {/* A press beside it only ends the selection, and selects nothing else. */}
      <div className="absolute inset-0 z-20" />
      <Menu
        items={[
          { label: 'Book', icon: CalendarPlus, onChoose: onBook },
          { label: 'Block', icon: Ban, onChoose: onBlock },
        ]}
        align="start"
        onClose={onClose}
        style={style}
        className="absolute z-30 flex items-start overflow-hidden rounded-md border-2 border-brass bg-panel px-1.5 py-0.5 text-left text-[0.8125rem] leading-4 font-semibold tabular-nums shadow-md"
      >
        {timeRange(time)}
      </Menu>
    </>
  );
}
