import { Ban } from 'lucide-react';
import { memo } from 'react';
import type { Interval } from '../../../../src/salon/slots.ts';
import { formatTime, isAllDay } from '../../../../src/salon/time-text.ts';
import { edgeOf } from '../../bookings/stylists/colours.ts';
import { StylistChip } from '../../bookings/stylists/stylist-chip.tsx';
import { stylistName } from '../../data/stylist-name.ts';
import { HATCHED } from '../../ui/hatched.ts';
import { timeRange } from '../../ui/time-range.ts';
import { reasonText } from '../plan/calendar-text.ts';
import type { Column, DayBlock } from '../plan/columns.ts';
import { drawnTime } from '../plan/lanes.ts';
import { besideOthers, OVER_LINE, placedAt, TWO_LINES } from './grid-style.ts';

const lookClass =
  'flex size-full min-w-0 gap-x-1 rounded-md border border-stone/40 bg-sand px-1.5 text-left text-[0.8125rem] leading-4 text-ink';

/** A blocked part of the day in the grid. */
export const BlockedBlock = memo(function BlockedBlock({
  block,
  column,
  shown,
  isNow,
  onOpen,
}: {
  block: Column['blocks'][number];
  /** The column's index in the grid. */
  column: number;
  shown: Interval;
  /** The line of the current time goes through it. */
  isNow: boolean;
  /** Left out in the past. */
  onOpen: ((block: DayBlock) => void) | undefined;
}) {
  const { id, start, end, lane, by } = block;
  const reason = reasonText(block.reason);
  const isWhole = isAllDay(block);
  const isShort = end - start < TWO_LINES;
  // Half a column has room for the time or the stylist, and the axis shows the time.
  const hasTime = !isShort && (by === undefined || lane.span === lane.lanes);
  const overLine = isNow ? `${OVER_LINE} bg-sand` : '';
  const content = (
    <>
      <span className={`flex min-w-0 items-center gap-1 truncate ${overLine}`}>
        <Ban aria-hidden="true" className="size-3.5 shrink-0 text-stone" />
        {hasTime && (
          <span className="min-w-0 flex-1 overflow-hidden text-stone tabular-nums">
            {isWhole ? 'All day' : formatTime(start)}
          </span>
        )}
        {isShort && <span className="truncate font-medium">{reason}</span>}
        {by && <StylistChip stylist={by} />}
      </span>{' '}
      {!isShort && <span className={`truncate font-medium ${overLine || 'w-full'}`}>{reason}</span>}
    </>
  );
  const edge = edgeOf(by);
  const whose = by ? `of ${stylistName(by)}, ` : '';
  const look = `${lookClass} ${isShort ? 'items-center' : 'flex-col py-1'}`;
  return (
    <li
      className="pointer-events-auto absolute pr-0.5 pb-px"
      // A day off has no place of its own beyond the shown hours.
      style={{ ...placedAt(isWhole ? shown : drawnTime(block), shown), ...besideOthers(lane) }}
    >
      {onOpen && !block.isFixed ? (
        <button
          type="button"
          tabIndex={-1}
          // The grid's keys go through these as through appointments.
          data-appointment={id}
          data-column={column}
          data-start={start}
          data-end={end}
          data-movable={false}
          aria-label={`${formatTime(start)} ${reason}, blocked, ${whose}${formatTime(start)} to ${formatTime(end)}`}
          onClick={() => onOpen(block)}
          style={{ ...HATCHED, ...edge }}
          className={`${look} ${isNow ? '' : 'hover:brightness-97'} focus-visible:-outline-offset-1`}
        >
          {content}
        </button>
      ) : (
        <div style={{ ...HATCHED, ...edge }} className={look}>
          {content}
          <span className="sr-only">
            {block.isBusy ? '' : 'blocked, '}
            {whose}
            {timeRange(block)}
          </span>
        </div>
      )}
    </li>
  );
});
