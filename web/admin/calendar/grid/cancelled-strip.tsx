import { memo } from 'react';
import { formatTime } from '../../../../src/salon/time-text.ts';
import { customerName, servicesText } from '../../bookings/booking-text.ts';
import { STATUS_STYLES } from '../../bookings/status-style.ts';
import { useIsFresh } from '../../data/live/live-store.ts';
import {
  BlockIcons,
  type BlockProps,
  blockIconsOf,
  FullName,
  gridData,
  inWords,
  markLook,
} from './booking-block.tsx';
import { FURTHER_STRIP_PX, placedAt, STRIP_PX } from './grid-style.ts';

const NAME_PX = 20;

/**
 * A cancelled appointment: the name, struck through, and an outline of its time, which is free and can be clicked. If another
 * appointment is there, it is only a strip at the edge of the column, with the name written vertically.
 */
export const CancelledStrip = memo(function CancelledStrip({
  placed,
  column,
  shown,
  isNarrow,
  isNow,
  onOpen,
}: BlockProps) {
  const { booking, start, lane, isStrip, isPast, mark } = placed;
  const isFresh = useIsFresh(`booking/${booking.id}`) && !isPast;
  const { look } = STATUS_STYLES.cancelled;
  const icons = blockIconsOf(placed);
  const top = lane.lane * NAME_PX;
  return (
    <li
      className={`group pointer-events-none absolute pr-0.5 pb-px ${isNow && !isStrip ? 'z-40' : 'z-10 focus-within:z-20 hover:z-20'}`}
      style={{
        ...placedAt(placed, shown),
        ...(isStrip ? { right: lane.lane * FURTHER_STRIP_PX, width: STRIP_PX } : { insetInline: 0 }),
      }}
    >
      {!isStrip && (
        <span
          aria-hidden="true"
          className="absolute inset-0 mr-0.5 mb-px rounded-md border border-dashed border-bad/40"
        />
      )}
      <button
        type="button"
        tabIndex={-1}
        {...gridData(placed, column)}
        aria-label={inWords(placed, icons)}
        onClick={() => onOpen(booking.id)}
        style={isStrip ? undefined : { height: NAME_PX, marginTop: top }}
        className={`pointer-events-auto relative flex w-full min-w-0 items-center gap-1 overflow-hidden rounded-md border-bad/60 text-left text-xs leading-4 hover:brightness-97 focus-visible:-outline-offset-1 ${isStrip ? 'h-full border px-0 py-1 [writing-mode:vertical-rl]' : 'border-l-3 px-1.5'} ${look} ${markLook(mark)} ${isFresh ? 'ring-2 ring-gold ring-inset' : ''}`}
      >
        {isStrip && <BlockIcons icons={icons} />}
        <span className="min-w-0 flex-1 truncate">
          {!isStrip && !isNarrow && <span className="tabular-nums">{formatTime(start)} </span>}
          <s>{customerName(booking)}</s>
          {!isStrip && <span> {servicesText(booking)}</span>}
        </span>
        {!isStrip && <BlockIcons icons={icons} />}
      </button>
      {isStrip && (
        <FullName className="top-0 right-full mr-1">
          {formatTime(start)} {customerName(booking)}, cancelled
        </FullName>
      )}
    </li>
  );
});
