import { memo } from 'react';
import type { Interval } from '../../../../../src/salon/slots.ts';
import { STATUS_LOOKS } from '../../../../admin/bookings/looks.ts';
import { useIsFresh } from '../../../../admin/live/live-store.ts';
import type { PlacedBooking } from '../plan/columns.ts';
import { nameOf, servicesOf } from '../plan/words.ts';
import { clockOf, gridData, inWords, Marks, marksOf } from './appointment-block.tsx';
import { placedAt, STRIP_PX } from './looks.ts';

const NAME_PX = 20;

/**
 * A cancelled appointment: its name, struck through, above an outline of the time, which is free and can be clicked. Beside what takes
 * place there, it is a strip at the edge of the column, with the name along it.
 */
export const CancelledStrip = memo(function CancelledStrip({
  placed,
  column,
  shown,
  isNarrow,
  onOpen,
}: {
  placed: PlacedBooking;
  column: number;
  shown: Interval;
  isNarrow: boolean;
  onOpen: (id: string) => void;
}) {
  const { booking, start, lane, isStrip } = placed;
  const isFresh = useIsFresh(`booking/${booking.id}`);
  const { look } = STATUS_LOOKS.cancelled;
  const marks = marksOf(placed);
  const top = lane.lane * NAME_PX;
  return (
    <li
      className="pointer-events-none absolute z-10 pr-0.5 pb-px hover:z-20 focus-within:z-20"
      style={{
        ...placedAt(placed, shown),
        ...(isStrip ? { right: lane.lane * STRIP_PX, width: STRIP_PX } : { insetInline: 0 }),
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
        aria-label={inWords(placed, marks)}
        title={`${clockOf(start)} ${nameOf(booking)}, cancelled`}
        onClick={() => onOpen(booking.id)}
        style={isStrip ? undefined : { height: NAME_PX, marginTop: top }}
        className={`pointer-events-auto relative flex w-full min-w-0 items-center gap-1 overflow-hidden rounded-md border-bad/60 text-left text-xs leading-4 hover:brightness-97 focus-visible:-outline-offset-1 ${isStrip ? 'h-full border px-0 py-1 [writing-mode:vertical-rl]' : 'border-l-3 px-1.5'} ${look} ${isFresh ? 'ring-2 ring-gold ring-inset' : ''}`}
      >
        {isStrip && <Marks marks={marks} />}
        <span className="min-w-0 flex-1 truncate">
          {!isStrip && !isNarrow && <span className="tabular-nums">{clockOf(start)} </span>}
          <s>{nameOf(booking)}</s>
          {!isStrip && <span> {servicesOf(booking)}</span>}
        </span>
        {!isStrip && <Marks marks={marks} />}
      </button>
    </li>
  );
});
