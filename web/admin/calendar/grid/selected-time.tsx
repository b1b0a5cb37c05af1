import { Ban, CalendarPlus } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Interval } from '../../../../src/salon/slots.ts';
import { OpenMenu } from '../../ui/menu/open-menu.tsx';
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
  const range = timeRange(time);
  return (
    <>
      {/* A press beside it only ends the selection, and selects nothing else. */}
      <div className="absolute inset-0 z-20" />
      <OpenMenu
        items={[
          { label: 'Book', icon: CalendarPlus, onChoose: onBook },
          { label: 'Block', icon: Ban, onChoose: onBlock },
        ]}
        side="bottom"
        align="start"
        inPortal={false}
        byKey
        onClose={onClose}
        button={{
          style,
          className:
            'absolute z-30 flex items-start overflow-hidden rounded-md border-2 border-brass bg-panel px-1.5 py-0.5 text-left text-[0.8125rem] leading-4 font-semibold tabular-nums shadow-md',
          children: range,
        }}
      />
    </>
  );
}
