import { MessageSquareOff, StickyNote, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Interval } from '../../../../../src/salon/slots.ts';
import { formatTime, type Minutes } from '../../../../../src/salon/time-text.ts';
import { STATUS_LOOKS } from '../../../../admin/bookings/looks.ts';
import { useIsFresh } from '../../../../admin/live/live-store.ts';
import type { PlacedBooking } from '../plan/columns.ts';
import { nameOf, servicesOf } from '../plan/words.ts';
import { useIsLifted } from './gesture-store.ts';
import { placedAt } from './looks.ts';

/** From this length on there is room for a second line. */
const TWO_LINES: Minutes = 40;
const THREE_LINES: Minutes = 55;

/** Whether staff may still move it. */
export const isMovable = ({ booking: { status } }: PlacedBooking): boolean =>
  status === 'pending' || status === 'confirmed';

/** An appointment where it takes place: by its top and height when, by its left and width what it overlaps. */
export const AppointmentBlock = memo(function AppointmentBlock({
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
  const { booking, start, end, lane } = placed;
  const isLifted = useIsLifted(booking.id);
  const isFresh = useIsFresh(`booking/${booking.id}`);
  const { look, style } = STATUS_LOOKS[booking.status];
  const movable = isMovable(placed);
  const isCancelled = booking.status === 'cancelled';
  const name = nameOf(booking);
  const shownName = isCancelled ? <s>{name}</s> : <span className="font-semibold">{name}</span>;
  const isStacked = lane.span < lane.lanes && end - start >= TWO_LINES;
  const services = servicesOf(booking);
  return (
    <li
      className="absolute pr-0.5 pb-px"
      style={{
        ...placedAt(placed, shown),
        left: `${(lane.lane / lane.lanes) * 100}%`,
        width: `${(lane.span / lane.lanes) * 100}%`,
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        data-appointment={booking.id}
        data-column={column}
        data-start={start}
        data-end={end}
        data-movable={movable}
        aria-describedby={movable ? 'calendar-keys' : undefined}
        aria-keyshortcuts={movable ? 'M' : undefined}
        onClick={() => onOpen(booking.id)}
        style={style}
        className={`flex size-full min-w-0 overflow-hidden rounded-md border-l-3 px-1.5 text-left text-[0.8125rem] leading-4 transition-[opacity,filter] hover:brightness-97 focus-visible:-outline-offset-1 ${end - start < TWO_LINES ? 'items-center' : 'flex-col py-1'} ${look} ${isLifted ? 'opacity-40' : ''} ${isFresh ? 'ring-2 ring-gold ring-inset' : ''} ${movable ? 'cursor-grab' : ''}`}
      >
        <span className="flex w-full min-w-0 items-center gap-1">
          <span className="min-w-0 flex-1 truncate">
            <Time start={start} end={end} />
            {!isStacked && shownName}
          </span>
          <Marks placed={placed} />
        </span>
        {isStacked && <span className="w-full truncate">{shownName}</span>}
        {end - start >= (isStacked ? THREE_LINES : TWO_LINES) ? (
          <span className={`w-full truncate ${isCancelled ? '' : 'text-stone'}`}>{services}</span>
        ) : (
          <span className="sr-only">, {services}</span>
        )}
        <span className="sr-only">, {booking.status}</span>
      </button>
    </li>
  );
});

/** Without AM and PM, which the axis says, so that the name has room. */
function Time({ start, end }: Interval) {
  const [clock, half] = formatTime(start).split(' ');
  return (
    <>
      <span className="tabular-nums">{clock}</span>
      <span className="sr-only">
        {' '}
        {half} to {formatTime(end)},
      </span>{' '}
    </>
  );
}

const iconClass = 'size-3.5 shrink-0';

/** What is to be known at a glance. Each icon has its words. */
function Marks({ placed: { booking } }: { placed: PlacedBooking }) {
  const isOver = booking.status === 'cancelled' || booking.status === 'completed';
  return (
    <>
      {booking.outside_hours && !isOver && (
        <Mark words="outside opening hours">
          <TriangleAlert aria-hidden="true" className={`${iconClass} text-warn`} />
        </Mark>
      )}
      {booking.notes && (
        <Mark words="has a note">
          <StickyNote aria-hidden="true" className={`${iconClass} text-stone`} />
        </Mark>
      )}
      {!booking.sms_consent && !isOver && (
        <Mark words="no text messages">
          <MessageSquareOff aria-hidden="true" className={`${iconClass} text-stone`} />
        </Mark>
      )}
    </>
  );
}

function Mark({ words, children }: { words: string; children: ReactNode }) {
  return (
    <span title={words} className="shrink-0">
      {children}
      <span className="sr-only">, {words}</span>
    </span>
  );
}
