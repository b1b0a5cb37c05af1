import { memo } from 'react';
import { formatLongDate } from '../../../../src/salon/date-text.ts';
import { type Interval, without } from '../../../../src/salon/slots.ts';
import type { Minutes } from '../../../../src/salon/time-text.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { HATCHED } from '../../ui/hatched.ts';
import type { Column, DayBlock } from '../plan/columns.ts';
import { BlockedBlock } from './blocked-block.tsx';
import { BookingBlock } from './booking-block.tsx';
import { CancelledStrip } from './cancelled-strip.tsx';
import { HOUR_LINES, pixels, placedAt } from './grid-style.ts';

/** A day, or one stylist's day: lines, closed and past time, appointments, and the line of the current time. */
export const DayColumn = memo(function DayColumn({
  column,
  index,
  shown,
  over,
  isToday,
  isNarrow,
  isDetailed,
  onOpen,
  onOpenBlock,
}: {
  column: Column;
  index: number;
  shown: Interval;
  over: Minutes;
  isToday: boolean;
  /** There is no room for a time next to a name. */
  isNarrow: boolean;
  /** It has all of the width, which has room for phone, note and price. */
  isDetailed: boolean;
  onOpen: (id: string) => void;
  onOpenBlock: ((block: DayBlock) => void) | undefined;
}) {
  const closed = column.isBlocked ? [shown] : without([shown], column.open);
  const pastUntil = Math.min(over, shown.end);
  const isUnderWay = ({ start, end }: Interval) => isToday && start <= over && over < end;
  return (
    <li
      aria-label={
        column.stylist
          ? `${formatLongDate(column.date)}, ${stylistName(column.stylist)}`
          : formatLongDate(column.date)
      }
      data-day={column.date}
      data-stylist={column.stylist?.id}
      className="relative min-w-0 flex-1 border-l border-line bg-panel"
      style={HOUR_LINES}
    >
      {closed.map((time) => (
        <div
          key={time.start}
          aria-hidden="true"
          className="absolute inset-x-0 bg-sand/55"
          style={{ ...HATCHED, ...placedAt(time, shown) }}
        />
      ))}
      {pastUntil > shown.start && (
        <div
          aria-hidden="true"
          className="absolute inset-x-0 bg-stone/7"
          style={placedAt({ start: shown.start, end: pastUntil }, shown)}
        />
      )}
      <ul aria-label="Appointments" className="absolute inset-y-0 right-1 left-0.5 select-none">
        {column.appointments.map((placed) => {
          const Drawn = placed.booking.status === 'cancelled' ? CancelledStrip : BookingBlock;
          return (
            <Drawn
              key={`${placed.booking.id} ${placed.start}`}
              placed={placed}
              column={index}
              shown={shown}
              isNarrow={isNarrow}
              isNow={isUnderWay(placed)}
              isDetailed={isDetailed && !placed.isPast}
              onOpen={onOpen}
            />
          );
        })}
      </ul>
      {column.blocks.length > 0 && (
        <ul
          aria-label="Blocked times"
          className="pointer-events-none absolute inset-y-0 right-1 left-0.5 select-none"
        >
          {column.blocks.map((block) => (
            <BlockedBlock
              key={block.id}
              block={block}
              column={index}
              shown={shown}
              isNow={isUnderWay(block)}
              onOpen={onOpenBlock}
            />
          ))}
        </ul>
      )}
      {isToday && over >= shown.start && over <= shown.end && (
        <div
          aria-hidden="true"
          data-now
          className="pointer-events-none absolute inset-x-0 z-30 h-0.5 -translate-y-px bg-brass before:absolute before:top-1/2 before:left-0 before:z-10 before:size-1.5 before:-translate-y-1/2 before:rounded-full before:bg-brass print:hidden"
          style={{ top: pixels(over - shown.start) }}
        />
      )}
    </li>
  );
});
