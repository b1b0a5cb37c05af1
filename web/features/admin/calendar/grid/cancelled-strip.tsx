import { memo } from 'react';
import type { Interval } from '../../../../../src/salon/slots.ts';
import { useIsFresh } from '../../../../admin/live/live-store.ts';
import { notDelivered } from '../../../../admin/messages/words.ts';
import type { PlacedBooking } from '../plan/columns.ts';
import { nameOf } from '../plan/words.ts';
import { clockOf, gridData, inWords, marksOf } from './appointment-block.tsx';
import { placedAt } from './looks.ts';

/** How far strips of the same time stand apart. */
const STEP_PX = 12;

/**
 * A cancelled appointment: a strip at the edge of its column, since its time is free and can be clicked. Whose it was, it says
 * under the pointer and with the focus.
 */
export const CancelledStrip = memo(function CancelledStrip({
  placed,
  column,
  shown,
  onOpen,
}: {
  placed: PlacedBooking;
  column: number;
  shown: Interval;
  onOpen: (id: string) => void;
}) {
  const { booking, start, lane, undelivered } = placed;
  const failure = undelivered && notDelivered(undelivered);
  const isFresh = useIsFresh(`booking/${booking.id}`);
  return (
    <li
      className="absolute z-10 w-2.5 pb-px pointer-coarse:w-5 hover:z-20 focus-within:z-20"
      style={{ ...placedAt(placed, shown), right: lane.lane * STEP_PX }}
    >
      <button
        type="button"
        tabIndex={-1}
        {...gridData(placed, column)}
        aria-label={inWords(placed, marksOf(placed))}
        onClick={() => onOpen(booking.id)}
        className={`group flex size-full justify-end rounded-md border border-bad/60 bg-bad-tint hover:border-bad focus-visible:-outline-offset-1 ${isFresh ? 'ring-2 ring-gold ring-inset' : ''}`}
      >
        {failure && (
          <span
            aria-hidden="true"
            className="absolute inset-x-0 top-1 text-center text-xs leading-none font-bold text-bad"
          >
            !
          </span>
        )}
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0 right-full mr-0.5 hidden w-26 rounded-md border border-line bg-panel px-1.5 py-0.5 text-left text-xs wrap-anywhere text-ink shadow-md group-hover:block group-focus-visible:block"
        >
          <span className="tabular-nums">{clockOf(start)}</span>{' '}
          <s className="line-through">{nameOf(booking)}</s>
          {failure && <span className="block text-bad">{failure}</span>}
        </span>
      </button>
    </li>
  );
});
